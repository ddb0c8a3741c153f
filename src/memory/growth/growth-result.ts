import { z } from 'zod'

const count = z.number().int().nonnegative()
const milliseconds = z.number().nonnegative()

/** What was measured when the history had grown to one size. Times are wall-clock milliseconds. */
const growthPointSchema = z.object({
  /** Sessions told so far. */
  sessions: count,
  /** One session's ingest, over those told since the size before; null where all of them were refused. */
  ingest: z.object({ mean: milliseconds, p95: milliseconds }).nullable(),
  /** Sessions told since the size before that it threw on. */
  refused: count,
  /** From the last ingest until it said how far it was. */
  waiting: milliseconds,
  readiness: z.enum(['ready', 'timeout', 'failed', 'unknown']),
  /** One search, over those that came back; null where none did. */
  search: z.object({ p50: milliseconds, p95: milliseconds }).nullable(),
  /** Planted facts, evenly spread over the history so far: recall is `first` or `within` over `asked`. */
  facts: z.object({
    asked: count,
    /** Found by the first item. */
    first: count,
    /** Found by one of the first k. */
    within: count,
    /** Questions lost to the infrastructure; not among `asked`. */
    lost: count,
  }),
  /** Items kept; null where the system can't list them. */
  stored: count.nullable(),
  storedPerSession: z.number().nonnegative().nullable(),
  /** Tokens of the texts of all items; null as `stored`. */
  storedTokens: count.nullable(),
})
export type GrowthPoint = z.infer<typeof growthPointSchema>

/** How one memory system does as the history of one user grows. */
export const growthResultSchema = z.object({
  memory: z.string(),
  version: z.string(),
  seed: z.number().int(),
  k: z.number().int().positive(),
  sizes: z.array(z.number().int().positive()),
  points: z.array(growthPointSchema),
  /** Stopped before the last size was measured: `points` has what was. */
  stopped: z.boolean(),
})
export type GrowthResult = z.infer<typeof growthResultSchema>
