import { z } from 'zod'
import { Fault } from '../../core/fault.ts'
import { instantOf, wasSaidBy } from '../../core/instant.ts'
import { jsonSchema } from '../../core/json.ts'
import { MemoryMeter } from '../../core/memory-meter.ts'
import {
  freeId,
  noteItem,
  notesOf,
  notesOfGiven,
  readMemoryState,
  type MemoryNote,
} from '../../core/memory-note.ts'
import { builtInCapabilities, readyAtOnce } from '../../core/memory-note-scope.ts'
import type { MemorySession, MemorySystem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import { textVectors } from '../../core/memory-vectors.ts'
import { memoryWriter, writtenFacts } from '../../core/memory-writer.ts'
import { NoteVectors } from '../../core/note-vectors.ts'
import { cosine } from '../../text/cosine.ts'
import { HASH_EMBEDDING_VERSION, hashEmbedding } from '../../text/hash-embedding.ts'
import { withoutThinking } from '../../text/reply-cleaning.ts'
import { sessionSummaryMessages, sessionSummaryPrompt } from './prompt.ts'
import { comesToMind, recall, remembered, retention, tracesSchema, type Trace } from './trace.ts'

const NAME = 'forgetting-curve'

/** Retention below which something is forgotten for good: at strength 1 after 4.6 days. */
const THRESHOLD = 0.01

/** How many of what is kept a new message of the user brings back to mind. */
const REMINDED = 3

const DAY = 86_400_000

const stateSchema = z.object({
  traces: tracesSchema,
  /** The latest day known; null before anything was told. */
  now: z.number().nullable(),
  vectors: jsonSchema,
})

/**
 * In the manner of MemoryBank (arXiv 2305.10250): keeps messages and a summary of each session that the model writes,
 * and forgets along exp(-t/S). What is recalled gets stronger: by a search, and by what the user says in a later
 * session, since MemoryBank searches at every turn. MemoryBank draws what it forgets; here it is what falls below a
 * threshold, so that a run can be repeated.
 * @param options `threshold`: default 0.01; `reminded`: items that a user's message recalls, default 3
 * @throws UsageError when no model was named
 */
export function forgettingCurveMemory(
  tools: MemoryTools,
  {
    threshold = THRESHOLD,
    reminded = REMINDED,
  }: { readonly threshold?: number; readonly reminded?: number } = {},
): MemorySystem {
  const writer = memoryWriter(tools, NAME, sessionSummaryPrompt)
  const texts = textVectors(tools, NAME, { version: HASH_EMBEDDING_VERSION, vector: hashEmbedding })
  return {
    name: NAME,
    version: '1',
    identity: { writer: writer.identity, vectors: texts.identity, threshold, reminded },
    capabilities: { ...builtInCapabilities, readOnlySearch: false },
    facts: writtenFacts(writer, { embedder: texts.embedder, searches: true }),
    warnings: texts.warnings,
    async open({ state, sample, signal }) {
      const meter = new MemoryMeter()
      const vectors = new NoteVectors(texts, signal, meter)
      let traces: readonly Trace[] = []
      let now: number | null = null
      if (state !== null) {
        const read = readMemoryState(NAME, stateSchema, state)
        traces = read.traces
        now = read.now
        vectors.unpack(
          read.vectors,
          traces.map(({ note }) => note),
        )
      }

      const summarise = async (session: MemorySession): Promise<string> => {
        const reply = await writer.write(sessionSummaryMessages(session), { sample, signal, meter })
        const { text, isCut } = withoutThinking(reply)
        if (isCut || text.trim() === '') {
          throw new Fault('unusable-output', 'system', `${NAME}: session ${session.id} got no summary`)
        }
        return text.trim()
      }
      const nearest = (given: readonly Trace[], asked: Float32Array, day: number, k: number) =>
        comesToMind(given, { similarity: (note) => cosine(asked, vectors.of(note)), now: day, k })

      return {
        async preload(items) {
          const given = notesOfGiven(items)
          await vectors.embed(given)
          traces = given.map((note) => ({ note, strength: 1, day: dayOf(note.saidAt) }))
          const days = traces.flatMap(({ day }) => day ?? [])
          now = days.length === 0 ? null : Math.max(...days)
        },
        async ingest(session) {
          const taken = new Set(traces.map(({ note }) => note.id))
          const told = notesOf(session, taken)
          if (told.length === 0) return
          const begun = dayOf(session.time ?? told[0]?.saidAt ?? null) ?? (now === null ? 0 : now + 1)
          const summary: MemoryNote = {
            id: freeId(`${session.id}#summary`, taken),
            speaker: null,
            text: await summarise(session),
            saidAt: told.at(-1)?.saidAt ?? null,
            sources: [session.id],
          }
          const added = [...told, summary]
          await vectors.embed(added)
          const dated = traces.map((trace) => ({ ...trace, day: trace.day ?? begun }))
          const old = remembered(dated, begun, threshold)
          const minded = usersOwn(session, told).flatMap((note) =>
            nearest(old, vectors.of(note), begun, reminded).filter(({ score }) => score > 0),
          )
          const fresh = added.map((note) => ({ note, strength: 1, day: dayOf(note.saidAt) ?? begun }))
          traces = [...recall(old, new Set(minded.map(({ trace }) => trace)), begun), ...fresh]
          now = Math.max(now ?? begun, ...fresh.map(({ day }) => day))
        },
        waitReady: readyAtOnce,
        async search(query, { k, asOf }) {
          const asked = await vectors.ofQuery(query)
          const day = dayOf(asOf) ?? now ?? 0
          const known = traces.filter(({ note }) => wasSaidBy(note.saidAt, asOf))
          const found = nearest(remembered(known, day, threshold), asked, day, k)
          traces = recall(traces, new Set(found.map(({ trace }) => trace)), day)
          return found.map(({ trace, score }) => ({
            ...noteItem(trace.note, score),
            raw: { strength: trace.strength, retention: retention(trace, day) },
          }))
        },
        list: async () => traces.map(({ note }) => noteItem(note, null)),
        snapshot: async () => ({
          traces: traces.map(({ note, strength, day }) => ({ note: { ...note }, strength, day })),
          now,
          vectors: vectors.pack(traces.map(({ note }) => note)),
        }),
        async destroy() {
          traces = []
          now = null
        },
        usage: () => meter.usage(),
      }
    },
  }
}

/** The notes of a session that the user said. */
function usersOwn({ messages }: MemorySession, told: readonly MemoryNote[]): MemoryNote[] {
  const roles = messages.filter(({ content }) => content.trim() !== '').map(({ role }) => role)
  return told.filter((_, place) => roles[place] === 'user')
}

/** In days since 1970. */
function dayOf(time: string | null): number | null {
  const instant = instantOf(time)
  return instant === null ? null : instant / DAY
}
