import { MemoryMeter } from '../../core/memory-meter.ts'
import { bestNotes, placesByScore } from '../../core/memory-note.ts'
import { builtInCapabilities, modelFreeFacts, openNoteScope } from '../../core/memory-note-scope.ts'
import { textVectors } from '../../core/memory-vectors.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import { NoteVectors } from '../../core/note-vectors.ts'
import { createTextIndex } from '../../text/bm25-index.ts'
import { cosine } from '../../text/cosine.ts'
import { HASH_EMBEDDING_VERSION, hashEmbedding } from '../../text/hash-embedding.ts'
import { fuseRankings } from '../../text/rank-fusion.ts'

/**
 * Keeps every message and joins two rankings by reciprocal rank fusion (Cormack et al. 2009, k = 60): BM25, which ranks
 * what shares a word with the query, and cosine of vectors, which ranks what points the query's way at all.
 */
export function hybridMemory(tools: MemoryTools): MemorySystem {
  const texts = textVectors(tools, 'hybrid', { version: HASH_EMBEDDING_VERSION, vector: hashEmbedding })
  return {
    name: 'hybrid',
    version: '1',
    identity: { vectors: texts.identity, tokens: 'query-language-stems', idf: 'positive', fusion: 'rrf-60' },
    capabilities: builtInCapabilities,
    facts: { ...modelFreeFacts, embedder: texts.embedder },
    warnings: texts.warnings,
    async open({ state, signal }) {
      const meter = new MemoryMeter()
      const vectors = new NoteVectors(texts, signal, meter)
      const index = createTextIndex()
      return openNoteScope('hybrid', state, {
        meter,
        prepare: (added) => vectors.embed(added),
        async search(query, notes, { k }) {
          const asked = await vectors.ofQuery(query)
          const byWords = ranked(index(notes, query))
          const byVectors = ranked(notes.map((note) => cosine(asked, vectors.of(note))))
          return bestNotes(notes, fuseRankings([byWords, byVectors], notes.length), k)
        },
        pack: (notes) => vectors.pack(notes),
        unpack: (packed, notes) => vectors.unpack(packed, notes),
      })
    },
  }
}

/** Without what the ranking has nothing to say of. */
function ranked(scores: ArrayLike<number>): number[] {
  return placesByScore(scores).filter((place) => (scores[place] ?? 0) > 0)
}
