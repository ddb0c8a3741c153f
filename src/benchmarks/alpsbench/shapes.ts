import { z } from 'zod'
import { jsonSchema } from '../../core/json.ts'

/** Track ids of AlpsBench, in the order of the memory lifecycle. */
export const retrievalLevels = [100, 300, 500, 700, 1000] as const
export type RetrievalLevel = (typeof retrievalLevels)[number]

/** Ability words of Rapport, by the number of the ability in the data (spec 1.1). */
export const abilities = ['persona', 'preference', 'reality', 'constraint', 'emotion'] as const
export type Ability = (typeof abilities)[number]

export const alpsbenchTrackIds: readonly string[] = [
  'alpsbench/extraction',
  'alpsbench/update',
  ...retrievalLevels.map((level) => `alpsbench/retrieval/d${level}`),
  ...abilities.map((ability) => `alpsbench/utilization/${ability}`),
]

/** A turn; older rows carry more keys, which are kept in the row and not handed to chat systems. */
export const turnSchema = z.object({ role: z.string(), text: z.string() })
export type Turn = z.infer<typeof turnSchema>

/**
 * A gold memory (spec 1.2). Open vocabularies stay open, and every further key is kept: `type` also holds
 * `implied`, labels leave the taxonomy, evidence comes in several shapes.
 */
export const memoryItemSchema = z.looseObject({
  memory_id: z.string(),
  type: z.string(),
  label: z.string(),
  value: z.string(),
  confidence: z.number(),
})

/** A retrieval candidate. */
export const candidateSchema = z.object({ memory_id: z.string(), value: z.string(), label: z.string() })
export type Candidate = z.infer<typeof candidateSchema>

// What a system may see (spec 3). `instruction` is the row's own instruction text, where the row has one.

export const extractionInputSchema = z.object({
  instruction: z.string().exactOptional(),
  dialogue: z.array(turnSchema),
})

export const updateInputSchema = z.object({
  instruction: z.string().exactOptional(),
  existing_memories: z.array(memoryItemSchema),
  old_dialogue: z.array(turnSchema),
  new_dialogue: z.array(turnSchema),
})

export const retrievalInputSchema = z.object({
  query: z.string(),
  candidate_memories: z.array(candidateSchema),
})

/** Ability 1 hands over the memory, abilities 2-5 the history. */
export const utilizationInputSchema = z.union([
  z.object({ query: z.string(), selected_memory: z.looseObject({ value: z.string() }) }),
  z.object({ query: z.string(), dialogue_history: z.array(turnSchema) }),
])

// What stays hidden.

export const extractionGoldSchema = z.object({ memory_items: z.array(memoryItemSchema) })

export const updateGoldSchema = z.object({
  answer: z.array(memoryItemSchema),
  selected_memory_id: z.string().nullable(),
})

export const retrievalGoldSchema = z.object({
  selected_memory_id: z.string(),
  selected_memory: candidateSchema,
})

/**
 * Our own key for answers, in data that has one (the sample): passes when every group of `accept` has an
 * alternative in the answer and nothing of `reject` is in it.
 */
export const answerKeySchema = z.object({
  accept: z.array(z.array(z.string().min(1)).min(1)).min(1),
  reject: z.array(z.string().min(1)),
})
export type AnswerKey = z.infer<typeof answerKeySchema>

export const utilizationGoldSchema = z.object({
  /** Spec 1.4: `{memory_id?, label?, value, evidence?}`; only the id where no item had it; null without target. */
  selected_memory: z.looseObject({ value: z.string().exactOptional() }).nullable(),
  answer_key: answerKeySchema.exactOptional(),
  reference_answer: z.string().exactOptional(),
})

// What a system hands in (spec 1.7), without the id.

/** The elements are not validated by the contract: scorers drop what is no object. */
export const memoryPredictionSchema = z.object({ memory_items: z.array(jsonSchema) })
export const retrievalPredictionSchema = z.object({
  answer: z.string(),
  reason: z.string(),
  selected_memory_id: z.string(),
  /** Candidate ids, best first; only retrievers have it, and it is not part of the public contract. */
  ranking: z.array(z.string()).exactOptional(),
})
export const utilizationPredictionSchema = z.object({ answer: z.string(), used_memory_fact: z.string() })
