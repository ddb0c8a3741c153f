import { z } from 'zod'
import { Fault } from '../../core/fault.ts'
import { jsonSchema } from '../../core/json.ts'
import { MemoryMeter } from '../../core/memory-meter.ts'
import {
  bestNotes,
  memoryNotesSchema,
  noteItem,
  notesBy,
  notesOf,
  notesOfGiven,
  readMemoryState,
} from '../../core/memory-note.ts'
import { builtInCapabilities, readyAtOnce } from '../../core/memory-note-scope.ts'
import type { MemoryItem, MemorySession, MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import { textVectors } from '../../core/memory-vectors.ts'
import { memoryWriter, type WriterContext, writtenFacts } from '../../core/memory-writer.ts'
import { NoteVectors } from '../../core/note-vectors.ts'
import { cosine } from '../../text/cosine.ts'
import { HASH_EMBEDDING_VERSION, hashEmbedding } from '../../text/hash-embedding.ts'
import { applyOperations, type WrittenMemory } from './apply.ts'
import { readOperations, type Operation } from './operations.ts'
import { updateMessages, updatePrompt } from './prompt.ts'

const NAME = 'extract-update'

/** The model is asked so often about one session. */
const TRIES = 2

/** How many of the items nearest to a session the model is shown, unless told otherwise. */
const NEAREST = 20

const count = z.number().int().nonnegative()
const stateSchema = z.object({ notes: memoryNotesSchema, next: count, ignored: count, vectors: jsonSchema })

/**
 * Keeps items that the model writes: after each session it is shown the session and the items nearest to it, and says
 * what to add, to update and to delete. Found by cosine of vectors. Given memories are its first items, under their
 * own ids.
 * @param options `nearest`: how many items the model is shown, default 20
 * @throws UsageError when no model was named
 */
export function extractUpdateMemory(
  tools: MemoryTools,
  { nearest = NEAREST }: { readonly nearest?: number } = {},
): MemorySystem {
  const writer = memoryWriter(tools, NAME, updatePrompt)
  const texts = textVectors(tools, NAME, { version: HASH_EMBEDDING_VERSION, vector: hashEmbedding })

  /** A reply that can't be read is asked for once more, as another sample. */
  const ask = async (
    session: MemorySession,
    memory: readonly MemoryItem[],
    { sample, ...context }: WriterContext,
  ): Promise<readonly Operation[]> => {
    const messages = updateMessages(session, memory)
    for (let turn = 1; turn <= TRIES; turn++) {
      const attempt = (sample.attempt - 1) * TRIES + turn
      const reply = await writer.write(messages, { ...context, sample: { ...sample, attempt } })
      const operations = readOperations(reply)
      if (operations !== null) return operations
    }
    throw new Fault(
      'unusable-output',
      'system',
      `${NAME}: ${writer.model} gave no readable operations for session ${session.id} in ${TRIES} tries`,
    )
  }

  return {
    name: NAME,
    version: '1',
    identity: { writer: writer.identity, vectors: texts.identity, nearest, tries: TRIES },
    capabilities: builtInCapabilities,
    facts: writtenFacts(writer, { embedder: texts.embedder, searches: true }),
    warnings: texts.warnings,
    async open({ state, sample, signal }) {
      const meter = new MemoryMeter()
      const vectors = new NoteVectors(texts, signal, meter)
      let memory: WrittenMemory = { notes: [], next: 1, ignored: 0 }
      if (state !== null) {
        const read = readMemoryState(NAME, stateSchema, state)
        vectors.unpack(read.vectors, read.notes)
        memory = { notes: read.notes, next: read.next, ignored: read.ignored }
      }
      return {
        async preload(items) {
          const given = notesOfGiven(items)
          await vectors.embed(given)
          memory = { ...memory, notes: [...memory.notes, ...given] }
        },
        async ingest(session) {
          const told = notesOf(session, new Set())
          if (told.length === 0) return
          // Nothing to be near to in an empty memory.
          if (memory.notes.length > 0) await vectors.embed(told)
          const nearness = memory.notes.map((note) =>
            Math.max(...told.map((message) => cosine(vectors.of(message), vectors.of(note)))),
          )
          const shown = bestNotes(memory.notes, nearness, nearest)
          const operations = await ask(session, shown, { sample, signal, meter })
          const origin = { session: session.id, saidAt: told.at(-1)?.saidAt ?? null }
          const ids = new Set(shown.map(({ id }) => id))
          const { changed, ...after } = applyOperations(memory, operations, ids, origin)
          await vectors.embed(changed)
          memory = after
        },
        waitReady: readyAtOnce,
        async search(query, { k, asOf }) {
          const asked = await vectors.ofQuery(query)
          const notes = notesBy(memory.notes, asOf)
          const scores = notes.map((note) => cosine(asked, vectors.of(note)))
          return bestNotes(notes, scores, k)
        },
        list: async () => memory.notes.map((note) => noteItem(note, null)),
        snapshot: async () => ({
          notes: memory.notes.map((note) => ({ ...note })),
          next: memory.next,
          ignored: memory.ignored,
          vectors: vectors.pack(memory.notes),
        }),
        async destroy() {
          memory = { notes: [], next: 1, ignored: 0 }
        },
        usage: () => meter.usage(),
      }
    },
  }
}
