import { z } from 'zod'
import { jsonObjectSchema } from './json.ts'

const facts = {
  name: z.string(),
  description: z.string(),
  direction: z.enum(['higher', 'lower']),
  range: z.tuple([z.number(), z.number()]),
}

const metricSchema = z.discriminatedUnion('aggregate', [
  z.object({ ...facts, aggregate: z.enum(['mean', 'ratio']), binary: z.boolean().exactOptional() }),
  z.object({ ...facts, aggregate: z.literal('harmonic'), of: z.tuple([z.string(), z.string()]) }),
])

/** All that a report needs of a judged instrument, so that its figures can be read after its wording changed. */
export const instrumentRecordSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** Every option, hash of the prompt and parameters included: the key has no more than their hash. */
  options: jsonObjectSchema,
  judges: z.array(z.object({ role: z.string(), models: z.array(z.string()) })),
  metrics: z.array(metricSchema),
})
export type InstrumentRecord = z.infer<typeof instrumentRecordSchema>
