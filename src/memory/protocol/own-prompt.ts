import type { MemoryItem } from '../../core/memory.ts'
import type { ChatMessage } from '../../core/model.ts'

/**
 * Puts the question and what was found into a memory system's own prompt. `{memories}` becomes one line an item,
 * best first, with the day it was said where that is known. What is put in is not looked at again, so that no text
 * can pose as a place.
 */
export function fillOwnPrompt(
  template: readonly ChatMessage[],
  query: string,
  items: readonly MemoryItem[],
): ChatMessage[] {
  const memories = items
    .map(({ text, saidAt }) => (saidAt === null ? `- ${text}` : `- ${text} (${saidAt.slice(0, 10)})`))
    .join('\n')
  return template.map(({ role, content }) => ({
    role,
    content: content.replaceAll(/\{(query|memories)\}/g, (_, name: string) =>
      name === 'query' ? query : memories,
    ),
  }))
}
