import { z } from 'zod'
import { runEventSchema } from '../core/events.ts'
import { jsonObjectSchema, knownJson } from '../core/json.ts'
import { faultReasons, faultSides, outcomeSchema } from '../core/outcome.ts'
import { runRecordSchema } from '../core/run.ts'
import { instrumentRecordSchema } from '../core/instrument-record.ts'

/** What `format` of a manifest says, and the newest form that this version reads and the one it writes. */
export const BUNDLE_FORMAT = 'rapport-bundle'
export const BUNDLE_VERSION = 1

/** Longest line of a bundle, in bytes: a case stands there with its history and its whole public row. */
export const BUNDLE_LINE = 64 * 1024 * 1024

/** The files of a bundle beside its manifest, in the order in which they are written and read. */
export const bundleFiles = [
  'cases.jsonl',
  'results.jsonl',
  'references.jsonl',
  'outcomes.jsonl',
  'prompts.jsonl',
  'events.jsonl',
  'calls.jsonl',
  'figures.json',
] as const
export type BundleFile = (typeof bundleFiles)[number]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

export const fileRecordSchema = z.strictObject({
  path: z.string(),
  bytes: count,
  sha256,
  /** Lines of a JSONL file; 1 for a document. */
  rows: count,
})
export type FileRecord = z.infer<typeof fileRecordSchema>

export const manifestSchema = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  formatVersion: z.literal(BUNDLE_VERSION),
  /** Version of Rapport that wrote the bundle. */
  rapport: z.string(),
  /** True: texts, ids and clusters are salted hashes. */
  redacted: z.boolean(),
  run: runRecordSchema,
  /** Every instrument with figures in the bundle; `key` is what outcomes call it. */
  instruments: z.array(
    z.strictObject({ track: z.string(), key: z.string(), record: instrumentRecordSchema }),
  ),
  /** In words: what of the store is not in the bundle. */
  leftOut: z.array(z.string()),
  files: z.array(fileRecordSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

const tags = z.record(z.string(), z.array(z.string()))

export const caseRowSchema = z.strictObject({
  track: z.string(),
  ordinal: count,
  id: z.string(),
  hash: sha256,
  cluster: z.string(),
  weight: z.number().positive(),
  tags,
  skip: z.string().nullable(),
  input: knownJson,
  background: knownJson.exactOptional(),
  gold: knownJson,
  row: jsonObjectSchema,
  recordings: z.record(z.string(), z.strictObject({ raw: z.string().nullable() })),
})

export const resultRowSchema = z.strictObject({
  fingerprint: sha256,
  stage: z.string(),
  outputHash: sha256,
  output: knownJson,
  duration: z.number(),
  finishedAt: z.number(),
})

const place = { track: z.string(), system: z.string(), case: z.string(), repeat: count, attempt: count }

const failureSchema = z.strictObject({
  reason: z.enum(faultReasons),
  by: z.enum(faultSides),
  message: z.string(),
})

export const referenceRowSchema = z.strictObject({
  ...place,
  stage: z.string(),
  instrument: z.string(),
  fingerprint: sha256,
  failure: failureSchema.nullable(),
  reused: z.boolean(),
})

const fraction = z.strictObject({ numerator: z.number(), denominator: z.number() })

export const outcomeRowSchema = z.strictObject({
  ...place,
  instrument: z.string(),
  metric: z.string(),
  outcome: outcomeSchema,
  bounds: z.strictObject({ worst: fraction, best: fraction }),
})

/** A prompt that a model was sent. Rows of one `prompt` are one text: only the first one carries it. */
export const promptRowSchema = z.strictObject({
  ...place,
  stage: z.string(),
  instrument: z.string(),
  model: z.string(),
  /** `hashJson` of messages, parameters and the form of the reply. */
  prompt: sha256,
  messages: knownJson.exactOptional(),
  parameters: knownJson.exactOptional(),
  reply: knownJson.exactOptional(),
})
export type PromptRow = z.infer<typeof promptRowSchema>

export const eventRowSchema = z.strictObject({ seq: count, at: z.number(), event: runEventSchema })

const tokens = count.nullable()

export const callRowSchema = z.strictObject({
  at: z.number(),
  model: z.string(),
  purpose: z.string(),
  outcome: z.enum(['answered', 'failed']),
  detail: z.string().nullable(),
  usage: z.strictObject({ input: tokens, output: tokens, cachedInput: tokens, reasoning: tokens }),
  latency: z.number(),
  cost: z.number().nullable(),
  worstCost: z.number().nullable(),
  request: z.string(),
  about: z
    .strictObject({ track: z.string(), system: z.string(), case: z.string(), repeat: count })
    .exactOptional(),
})
