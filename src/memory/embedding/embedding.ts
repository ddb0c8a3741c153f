import { MemoryMeter } from '../../core/memory-meter.ts'
import { bestNotes } from '../../core/memory-note.ts'
import { builtInCapabilities, modelFreeFacts, openNoteScope } from '../../core/memory-note-scope.ts'
import { textVectors } from '../../core/memory-vectors.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import { NoteVectors } from '../../core/note-vectors.ts'
import { cosine } from '../../text/cosine.ts'
import { HASH_EMBEDDING_VERSION, hashEmbedding } from '../../text/hash-embedding.ts'

/** Keeps every message with one vector and finds those nearest to the query (cosine), ties newer first. */
export function embeddingMemory(tools: MemoryTools): MemorySystem {
  const texts = textVectors(tools, 'embedding', { version: HASH_EMBEDDING_VERSION, vector: hashEmbedding })
  return {
    name: 'embedding',
    version: '1',
    identity: { vectors: texts.identity },
    capabilities: builtInCapabilities,
    facts: { ...modelFreeFacts, embedder: texts.embedder },
    warnings: texts.warnings,
    async open({ state, signal }) {
      const meter = new MemoryMeter()
      const vectors = new NoteVectors(texts, signal, meter)
      return openNoteScope('embedding', state, {
        meter,
        prepare: (added) => vectors.embed(added),
        async search(query, notes, { k }) {
          const asked = await vectors.ofQuery(query)
          return bestNotes(
            notes,
            notes.map((note) => cosine(asked, vectors.of(note))),
            k,
          )
        },
        pack: (notes) => vectors.pack(notes),
        unpack: (packed, notes) => vectors.unpack(packed, notes),
      })
    },
  }
}
