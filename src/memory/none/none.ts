import { builtInCapabilities, modelFreeFacts, readyAtOnce } from '../../core/memory-note-scope.ts'
import { MemoryMeter } from '../../core/memory-meter.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'

/** Keeps nothing and finds nothing: what a model does without any memory. Given memories are dropped too. */
export function noMemory(_tools: MemoryTools): MemorySystem {
  return {
    name: 'none',
    version: '1',
    identity: {},
    capabilities: builtInCapabilities,
    facts: { ...modelFreeFacts, searches: false },
    warnings: [],
    async open() {
      const meter = new MemoryMeter()
      return {
        async preload() {},
        async ingest() {},
        waitReady: readyAtOnce,
        search: async () => [],
        list: async () => [],
        snapshot: async () => ({}),
        async destroy() {},
        usage: () => meter.usage(),
      }
    },
  }
}
