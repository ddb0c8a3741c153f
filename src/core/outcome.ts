import { z } from 'zod'

/** A metric of one case: numerator over denominator. Denominator 0 means "does not apply here". */
export interface Fraction {
  readonly numerator: number
  readonly denominator: number
}

/** Whose fault a failure is: the system's counts as worst score, the infrastructure's is excluded. */
export const faultSides = ['system', 'infrastructure'] as const
export type FaultSide = (typeof faultSides)[number]

/** Why a stage failed. */
export const faultReasons = [
  'refusal',
  'content-filter',
  'context-overflow',
  'truncated',
  'empty-reply',
  'unusable-output',
  'timeout',
  'crash',
  'output-too-large',
  'missing-recording',
  'missing-row',
  'provider',
  'judge',
  'disk',
  'internal',
] as const
export type FaultReason = (typeof faultReasons)[number]

/** Why a metric has no number although its stage ran. */
export const unscoredReasons = [
  'language',
  'not-applicable',
  'no-reference',
  'no-answer-key',
  'judge-unreadable',
] as const
export type UnscoredReason = (typeof unscoredReasons)[number]

const finite = z.number()

/** What became of one metric of one case. Closed: "could not measure" is never a number. */
export const outcomeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('scored'), numerator: finite, denominator: finite.positive() }),
  z.object({ status: z.literal('unscored'), reason: z.enum(unscoredReasons) }),
  z.object({
    status: z.literal('failed'),
    stage: z.string(),
    reason: z.enum(faultReasons),
    by: z.enum(faultSides),
    message: z.string(),
  }),
  z.object({ status: z.literal('skipped'), reason: z.string() }),
])
export type Outcome = z.infer<typeof outcomeSchema>

/** The least and the most a case could have brought: what a failure counts as, and how far it could reach. */
export interface Bounds {
  readonly worst: Fraction
  readonly best: Fraction
}
