import type { MemoryItem } from '../../core/memory.ts'
import { quote } from './quote.ts'

/** Whether the text of an item holds the word, in whatever case and composition. */
export function tells(item: MemoryItem, word: string): boolean {
  return plain(item.text).includes(plain(word))
}

/** How many items came, with the first few, for a sentence. */
export function shown(items: readonly MemoryItem[]): string {
  const [first] = items
  if (first === undefined) return 'nothing'
  const count = items.length === 1 ? '1 item' : `${items.length} items`
  return `${count}, first ${quote(first.text, 120)}`
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase()
