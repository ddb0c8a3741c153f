import { z } from 'zod'

/** A judged answer that was drawn for people to label. */
export const drawnItemSchema = z.object({
  /** What the labelling file shows; tells neither system nor case. */
  id: z.string(),
  system: z.string(),
  case: z.string(),
  repeat: z.number().int().nonnegative(),
  /** Name of its stratum. */
  stratum: z.string(),
  /** Hash of the prediction that was shown: labels of another answer don't count. */
  answer: z.string(),
  language: z.string().nullable(),
})
export type DrawnItem = z.infer<typeof drawnItemSchema>

/** A part of the judged answers from which so many were drawn without replacement: each had drawn / size chance. */
export const stratumSchema = z.object({
  name: z.string(),
  system: z.string(),
  /** Value of the tag that strata are told apart by; null without such a tag. */
  value: z.string().nullable(),
  size: z.number().int().positive(),
  drawn: z.number().int().nonnegative(),
})
export type Stratum = z.infer<typeof stratumSchema>

/** A random sample of a run's judged answers under one rubric, stratified by system. */
export const calibrationSampleSchema = z.object({
  id: z.string(),
  track: z.string(),
  /** `judge-persona@1`. */
  rubric: z.string(),
  seed: z.number().int(),
  stratify: z.string().nullable(),
  /** Metrics of the rubric that people are asked for. */
  fields: z.array(z.string()),
  strata: z.array(stratumSchema),
  items: z.array(drawnItemSchema),
})
export type CalibrationSample = z.infer<typeof calibrationSampleSchema>

/** What one person says of one field of one drawn answer. */
export const humanLabelSchema = z.object({
  item: z.string(),
  /** A pseudonym. */
  annotator: z.string(),
  /** Metric of the rubric. */
  field: z.string(),
  /** In the metric's range; null: the person could not tell. */
  value: z.number().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  language: z.string().nullable(),
})
export type HumanLabel = z.infer<typeof humanLabelSchema>

/** What a judge said when it was asked again about an answer: by metric, null where it gave no number. */
export const retestSchema = z.object({
  track: z.string(),
  /** Key of the judged instrument. */
  instrument: z.string(),
  system: z.string(),
  case: z.string(),
  repeat: z.number().int().nonnegative(),
  /** Hash of the prediction that was judged. */
  answer: z.string(),
  /** One entry for each time that it was asked. */
  asked: z.array(z.record(z.string(), z.number().nullable())),
})
export type Retest = z.infer<typeof retestSchema>
