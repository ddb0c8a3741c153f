import { z } from 'zod'

/** How the preference of a case relates to the history (spec 1.4). */
export const instanceTypes = ['consistent', 'contrastive', 'changing'] as const
export type InstanceType = (typeof instanceTypes)[number]

/** A message of a dialogue (spec 1.3). */
export const messageSchema = z.object({ role: z.enum(['user', 'assistant']), content: z.string() })

/** A prior session as a system may see it: the words and nothing of what they show. */
export const sessionSchema = z.object({ dialogue: z.array(messageSchema) })

/** What a system may see of a case of either track: earlier sessions, oldest first, and the new request. */
export const cupidInputSchema = z.object({ sessions: z.array(sessionSchema), request: z.string() })
export type CupidInput = z.infer<typeof cupidInputSchema>

/** Another preference of the persona that a wrong answer may follow, and where the history shows it. */
const rivalSchema = z.object({
  /** Context factor under which it is held. */
  factor: z.string(),
  preference: z.string(),
  /** Numbers of the prior sessions that show it, from 1. */
  sessions: z.array(z.number().int().positive()),
})
export type Rival = z.infer<typeof rivalSchema>

/** What is hidden from systems. */
export const cupidGoldSchema = z.object({
  type: z.enum(instanceTypes),
  factor: z.string(),
  preference: z.string(),
  /** The gold preference as yes-or-no questions. */
  checklist: z.array(z.string()),
  /** Annotations of the prior sessions, in their order. */
  sessions: z.array(z.object({ factor: z.string(), preference: z.string() })),
  /** Of a contrastive case: the preference of the two sessions that its consistent sibling lacks; else null. */
  contrasting: rivalSchema.nullable(),
  /** Of a changing case: the preference that held for the same factor before; else null. */
  superseded: rivalSchema.nullable(),
})
export type CupidGold = z.infer<typeof cupidGoldSchema>

/** Prediction of `cupid/inference`. */
export const inferencePredictionSchema = z.object({
  /** One sentence. */
  preference: z.string(),
  /** Numbers of the prior sessions that the answer rests on, from 1; null where the system does not say. */
  evidence_sessions: z.array(z.number().int()).nullable().default(null),
})
export type InferencePrediction = z.infer<typeof inferencePredictionSchema>

/** Prediction of `cupid/generation`. */
export const generationPredictionSchema = z.object({ answer: z.string() })
export type GenerationPrediction = z.infer<typeof generationPredictionSchema>

/**
 * An input as a prompt sees it, after a setting chose what to hand over. `number` is the session's place in the whole
 * history, from 1; absent when nothing was left out.
 */
export const presentedSchema = z.object({
  request: z.string(),
  sessions: z.array(
    z.union([
      sessionSchema.extend({ number: z.number().int().positive().exactOptional() }),
      z.object({ summary: z.string(), number: z.number().int().positive().exactOptional() }),
    ]),
  ),
  /** The gold preference, where a privileged setting gives it outright. */
  preference: z.string().exactOptional(),
})
export type Presented = z.infer<typeof presentedSchema>
