import { MemoryMeter } from '../../core/memory-meter.ts'
import { newestFirst } from '../../core/memory-note.ts'
import { builtInCapabilities, modelFreeFacts, openNoteScope } from '../../core/memory-note-scope.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'

/**
 * Hands over all that was said, whatever is asked: given memories as the oldest, then each message. The newest come
 * first, so that a budget which trims from the end leaves out the oldest; who shows them turns them round.
 */
export function fullHistoryMemory(_tools: MemoryTools): MemorySystem {
  return {
    name: 'full',
    version: '1',
    identity: {},
    capabilities: builtInCapabilities,
    facts: { ...modelFreeFacts, searches: false },
    warnings: [],
    open: async ({ state }) =>
      openNoteScope('full', state, {
        meter: new MemoryMeter(),
        search: async (_, notes) => newestFirst(notes),
      }),
  }
}
