import { z } from 'zod'
import { knownJson, type Json, type JsonObject } from './json.ts'
import { unscoredReasons } from './outcome.ts'
import type { ScoreResult } from './scorer.ts'

/** Reads the output of an instrument's stage back from the store. */
export const scoreResultSchema: z.ZodType<ScoreResult> = z.object({
  metrics: z.record(
    z.string(),
    z.union([
      z.object({ numerator: z.number(), denominator: z.number() }),
      z.object({ unscored: z.enum(unscoredReasons) }),
    ]),
  ),
  items: z
    .array(
      z.object({
        tags: z.record(z.string(), z.string()),
        metric: z.string(),
        numerator: z.number(),
        denominator: z.number(),
      }),
    )
    .exactOptional(),
  detail: knownJson.exactOptional(),
})

/** The same as plain JSON, for the store. */
export function scoreResultJson(result: ScoreResult): JsonObject {
  const metrics: Record<string, Json> = {}
  for (const [name, score] of Object.entries(result.metrics)) metrics[name] = { ...score }
  return {
    metrics,
    ...(result.items === undefined ? {} : { items: result.items.map((item) => ({ ...item })) }),
    ...(result.detail === undefined ? {} : { detail: result.detail }),
  }
}
