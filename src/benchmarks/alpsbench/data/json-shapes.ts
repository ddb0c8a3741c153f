import { z } from 'zod'
import type { Json } from '../../../core/json.ts'

// Values that came out of a JSON parser need no second look: only the fields that are read are checked.
const anyJson = z.custom<Json>(() => true)
const anyRecord = z.record(z.string(), anyJson)

/** A JSON object that may carry anything. */
export const jsonRecord = anyRecord

/** An object whose named fields are checked and whose further fields are kept. */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).catchall(anyJson)
}

/** A turn as stored; older rows carry `utterance_index` and `timestamp` too. */
export const storedTurn = openObject({ role: z.string(), text: z.string() })
export type StoredTurn = z.infer<typeof storedTurn>

/**
 * A gold memory as stored (spec 1.2). Tolerant by design (spec 7.1): vocabularies are open, evidence has
 * several shapes, `label_suggestion` may be absent, confidence is any number.
 */
export const storedItem = openObject({
  memory_id: z.string(),
  type: z.string(),
  label: z.string(),
  value: z.string(),
  confidence: z.number(),
})
export type StoredItem = z.infer<typeof storedItem>

/** A candidate as stored. */
export const storedCandidate = openObject({ memory_id: z.string(), value: z.string(), label: z.string() })

/** A query of a utilization row. */
export const storedQuery = openObject({ query_id: z.string(), query: z.string() })

/** A memory around which a utilization row was built: only `{memory_id}` where no item had the id. */
export const storedSelected = openObject({
  memory_id: z.string().exactOptional(),
  label: z.string().exactOptional(),
  value: z.string().exactOptional(),
})
export type StoredSelected = z.infer<typeof storedSelected>
