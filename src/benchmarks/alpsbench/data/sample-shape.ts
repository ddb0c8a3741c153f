import { z } from 'zod'
import { abilities, answerKeySchema } from '../shapes.ts'
import { openObject, storedTurn } from './json-shapes.ts'

/** All twelve keys of a gold memory (spec 1.2); in our own data none may be missing. */
const fullItem = openObject({
  memory_id: z.string().min(1),
  type: z.enum(['direct', 'indirect']),
  label: z.string().min(1),
  label_suggestion: z.string().nullable(),
  value: z.string().min(1),
  reasoning: z.string().min(1),
  evidence: z
    .object({
      session_id: z.string(),
      utterance_index: z.number().int().nonnegative(),
      text: z.string().min(1),
    })
    .nullable(),
  confidence: z.number().min(0).max(1),
  time_scope: z.string(),
  emotion: z.string().nullable(),
  preference_attitude: z.string().nullable(),
  updated_at: z.string(),
})

const utilization = z.strictObject({
  ...answerKeySchema.shape,
  id: z.string().min(1),
  ability: z.enum(abilities),
  /** Sub-pool of ability 2. */
  kind: z.enum(['general', 'interaction']).exactOptional(),
  /** Id of the memory that the answer must use. */
  target: z.string().exactOptional(),
  /** Reality only: what the role play seduces one to believe. */
  trap: z.object({ value: z.string().min(1) }).exactOptional(),
  query: z.string().min(1),
  /** Emotion only. */
  queries: z.array(z.string().min(1)).length(5).exactOptional(),
  category: z.string().exactOptional(),
  reference_answer: z.string().min(1),
})

/** A session of the embedded sample. */
export const sampleSessionSchema = z.strictObject({
  session_id: z.string().regex(/^sess_demo\d+$/),
  language: z.string().regex(/^[a-z]{2}$/),
  dialogue: z.array(storedTurn).min(1),
  memories: z.array(fullItem).min(1),
  update: z.strictObject({
    target: z.string(),
    new_dialogue: z.array(storedTurn).min(1),
    replacement: fullItem,
    added: fullItem,
  }),
  retrieval: z.strictObject({ target: z.string(), query: z.string().min(1) }),
  utilization: z.array(utilization),
})
export type SampleSession = z.infer<typeof sampleSessionSchema>

/** A line of distractors.jsonl. */
export const sampleDistractorSchema = z.object({
  id: z.string().min(1),
  label: z.string().min(1),
  type: z.enum(['direct', 'indirect']),
  value: z.string().min(1),
  language: z.string(),
})
export type SampleDistractor = z.infer<typeof sampleDistractorSchema>
