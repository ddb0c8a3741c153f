import { UsageError } from '../../core/errors.ts'
import { MemoryMeter } from '../../core/memory-meter.ts'
import { newestFirst } from '../../core/memory-note.ts'
import { builtInCapabilities, modelFreeFacts, openNoteScope } from '../../core/memory-note-scope.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'

/**
 * Keeps the last `count` messages and hands them over, whatever is asked. Given memories count as the oldest messages.
 * The newest come first, so that a budget which trims from the end leaves out the oldest; who shows them turns them
 * round. As of an earlier time it has what is left of that time: older messages are gone.
 * @param count at least 1
 * @throws UsageError for another count
 */
export function lastTurnsMemory(_tools: MemoryTools, count: number): MemorySystem {
  const name = `last-${count}`
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new UsageError(`memory ${name} keeps no whole number of messages`, 'name it last-10, for instance')
  }
  return {
    name,
    version: '1',
    identity: { count },
    capabilities: builtInCapabilities,
    facts: { ...modelFreeFacts, searches: false },
    warnings: [],
    open: async ({ state }) =>
      openNoteScope(name, state, {
        meter: new MemoryMeter(),
        keep: (notes) => notes.slice(-count),
        search: async (_, notes) => newestFirst(notes),
      }),
  }
}
