import { z } from 'zod'
import { jsonSchema } from './json.ts'

// What the stages of a memory system leave for later stages and instruments.

export const memoryItemSchema = z.object({
  id: z.string(),
  text: z.string(),
  saidAt: z.string().nullable(),
  happenedAt: z.string().nullable(),
  sources: z.array(z.string()),
  score: z.number().nullable(),
  raw: jsonSchema,
})

const count = z.number().int().nonnegative()
const counted = count.nullable()

/** Output of `ingest`. */
export const ingestedSchema = z.object({
  sessions: count,
  messages: count,
  /** Tokens of what it was told. */
  tokens: count,
  /** Sessions that it threw on. */
  failed: z.array(z.object({ session: z.string(), message: z.string() })),
  usage: z.object({
    modelCalls: counted,
    inputTokens: counted,
    outputTokens: counted,
    embeddedTexts: counted,
  }),
  /** What the scope can be opened again from; null where it lives elsewhere. */
  state: jsonSchema.nullable(),
})
export type Ingested = z.infer<typeof ingestedSchema>

/** Output of `ready`. */
export const readySchema = z.object({
  readiness: z.enum(['ready', 'unknown', 'failed']),
  /** Sessions that it says it will never find. */
  lost: z.array(z.string()),
  /** All that it keeps; null where it can't show that. */
  stored: z.array(memoryItemSchema).nullable(),
  /** Tokens of all that it keeps. */
  storedTokens: counted,
})
export type Ready = z.infer<typeof readySchema>

/** Output of `retrieve`. */
export const retrievedSchema = z.object({
  query: z.string(),
  /** Null for what does not search. */
  k: counted,
  /** How many items came back; more than `k` were cut. */
  returned: count,
  /** The first `k`, best first; of what does not search all. */
  found: z.array(memoryItemSchema),
  /**
   * What the answer model is shown, in the order it is shown in: the best that fit the token budget, the last of them
   * cut where it does not fit whole. Without `raw`.
   */
  shown: z.array(memoryItemSchema),
  /** Whether the budget left something out, or cut it. */
  trimmed: z.boolean(),
  /** Tokens of what is shown. */
  tokens: count,
  /** Ids that came back and are not in the list of what is stored; null where there is no list. */
  unlisted: z.array(z.string()).nullable(),
  /** Whether the scope was seen to be empty after it was destroyed; null: it is gone with the process. */
  deleted: z.boolean().nullable(),
  /** Milliseconds of the search alone; null where nothing was searched. */
  searchTime: z.number().nonnegative().nullable().default(null),
})
export type Retrieved = z.infer<typeof retrievedSchema>
