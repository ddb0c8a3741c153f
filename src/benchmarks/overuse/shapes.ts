import { z } from 'zod'

const phrases = z.array(z.string().min(1)).min(1)

/** A memory with a query for which it is due, and one for which it is irrelevant; a line of a file. */
export const pairSchema = z.strictObject({
  id: z.string().min(1),
  /** ISO 639-1, of both queries. */
  language: z.string().min(2),
  memory: z.string().min(1),
  /** Another memory of the user, with nothing to do with either query. */
  also: z.string().min(1),
  /** What the memory could be instead, so that a good answer to the due query is another one. */
  counterfactual: z.string().min(1),
  due: z.strictObject({
    query: z.string().min(1),
    /** Any of these in the answer: it is what the memory asks for. */
    applied: phrases,
    /** The same for the counterfactual one. */
    counterfactual_applied: phrases,
  }),
  irrelevant: z.strictObject({
    query: z.string().min(1),
    /** Something of each group: the question is answered. */
    task: z.array(phrases).min(1),
    /** Any of these: a memory of the user was brought up all the same. */
    intrusion: phrases,
  }),
  /** A query with a claim that the memory contradicts. */
  claim: z.strictObject({ query: z.string().min(1), agrees: phrases, corrects: phrases }).exactOptional(),
  /** Who made sure that the memory is irrelevant to the second query, and how; absent: nobody. */
  checked: z.strictObject({ by: z.string().min(1), how: z.string().min(1) }).exactOptional(),
})
export type Pair = z.infer<typeof pairSchema>

/** What is asked under which memory. */
export const conditions = [
  'due',
  'due-without',
  'asked-again',
  'counterfactual',
  'irrelevant',
  'irrelevant-without',
  'claim',
] as const
export type Condition = (typeof conditions)[number]

/** What a system may see. */
export const overuseInputSchema = z.object({ memories: z.array(z.string()), query: z.string() })

/** What is hidden. */
export const overuseGoldSchema = z.object({ condition: z.enum(conditions), pair: pairSchema })

/** What a system hands in. */
export const overusePredictionSchema = z.object({
  answer: z.string(),
  /** Whether it says that the answer rests on a memory; '' where it does not say. */
  used_memory: z.enum(['yes', 'no', '']),
})
export type OverusePrediction = z.infer<typeof overusePredictionSchema>
