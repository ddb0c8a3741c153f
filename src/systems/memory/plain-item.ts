import type { MemoryItem } from '../../core/memory.ts'

/** An item as the records keep it. */
export function plainItem({ sources, ...item }: MemoryItem) {
  return { ...item, sources: [...sources] }
}
