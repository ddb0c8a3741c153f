import { MemoryMeter } from '../../core/memory-meter.ts'
import { bestNotes } from '../../core/memory-note.ts'
import { builtInCapabilities, modelFreeFacts, openNoteScope } from '../../core/memory-note-scope.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import { createTextIndex } from '../../text/bm25-index.ts'

/**
 * Keeps every message and finds those whose words fit the query (BM25 over tokens of any language, k1 1.5, b 0.75). A
 * ranking of all: what shares no word has score 0 and comes last, the newest first.
 */
export function bm25Memory(_tools: MemoryTools): MemorySystem {
  return {
    name: 'bm25',
    version: '1',
    identity: { tokens: 'query-language-stems', idf: 'positive' },
    capabilities: builtInCapabilities,
    facts: modelFreeFacts,
    warnings: [],
    async open({ state }) {
      const index = createTextIndex()
      return openNoteScope('bm25', state, {
        meter: new MemoryMeter(),
        search: async (query, notes, { k }) => bestNotes(notes, index(notes, query), k),
      })
    },
  }
}
