import { z } from 'zod'
import { datasetDescriptorSchema } from './run.ts'

/** A text that is given as true: a gold memory, a preference. */
export interface AuditText {
  readonly id: string
  readonly value: string
  readonly label: string | null
  /** Passages that are said to show it; empty where none are named. */
  readonly evidence: readonly string[]
  /** Known flaws by rule, such as `rejected-gold`. */
  readonly flaws: readonly string[]
}

/** What an audit looks at in a case, whatever the benchmark. Texts are hostile. */
export interface AuditSubject {
  /** The conversation that the gold was taken from, in order; empty where the case does not carry it. */
  readonly conversation: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
  /** What is asked; null where the conversation is the question. */
  readonly query: string | null
  /** What is drawn from the conversation. */
  readonly gold: readonly AuditText[]
  /** What the question is about; null where it is about everything. */
  readonly target: AuditText | null
  /** Whether the target's label is one that the task is about; null where that can't be told. */
  readonly targetFits: boolean | null
  /** What can be chosen from, the target among it; null where nothing is chosen. */
  readonly candidates: readonly { readonly id: string; readonly value: string }[] | null
}

/** Who wrote a part of a data set. */
export interface Authorship {
  readonly part: string
  readonly author: string
}

export const auditSeverities = ['error', 'warning', 'note'] as const
export type AuditSeverity = (typeof auditSeverities)[number]

const findingSchema = z.object({
  /** Stable name, such as `leaked-target`. */
  rule: z.string(),
  severity: z.enum(auditSeverities),
  /** The track it was found on; null: of the whole data set. */
  track: z.string().nullable(),
  /** What was found, in a sentence. */
  message: z.string(),
  count: z.number().int().nonnegative(),
  /** Of how many that could be looked at; null where that is no count. */
  of: z.number().int().nonnegative().nullable(),
  /** Ids of cases, or places, in the order of the data. */
  ids: z.array(z.string()),
  /** Content hashes of the cases, for an overlay; empty where it is not about cases. */
  hashes: z.array(z.string()),
  /** What it does to figures, in a sentence. */
  effect: z.string(),
})
export type AuditFinding = z.infer<typeof findingSchema>

const probeSchema = z.object({
  track: z.string(),
  instrument: z.string(),
  metric: z.string(),
  /** A system that reads nothing. */
  system: z.string(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  method: z.string(),
  n: z.number().int(),
  clusters: z.number().int(),
  /** The oracle's figure on the same cases. */
  oracle: z.number(),
  /** Of the way from the worst value to the oracle. */
  share: z.number(),
  /** Whether this is the figure of the track's headline, or of the literature. */
  role: z.enum(['headline', 'published', 'other']),
})
export type AuditProbe = z.infer<typeof probeSchema>

/** What an audit found. */
export const auditReportSchema = z.object({
  formatVersion: z.literal(1),
  dataset: datasetDescriptorSchema,
  /** Hash over the content of all cases that were looked at, by track. */
  hash: z.string(),
  seed: z.number().int(),
  cases: z.array(z.object({ track: z.string(), cases: z.number().int(), clusters: z.number().int() })),
  /** Counts of shapes and defects that the benchmark itself knows (`rapport data check`). */
  counts: z.record(z.string(), z.number()),
  authorship: z.array(z.object({ part: z.string(), author: z.string() })),
  probes: z.array(probeSchema),
  /** Worst first. */
  findings: z.array(findingSchema),
})
export type AuditReport = z.infer<typeof auditReportSchema>

/** Cases that a data set is better without, by content: what `--view <name>` leaves out. */
export const auditOverlaySchema = z.object({
  formatVersion: z.literal(1),
  name: z.string(),
  /** As it was written after `rapport audit`; of a folder or file its whole path. */
  dataset: z.string(),
  /** Hash over `cases`. */
  hash: z.string(),
  rules: z.array(z.string()),
  cases: z.array(z.object({ track: z.string(), hash: z.string(), rule: z.string() })),
})
export type AuditOverlay = z.infer<typeof auditOverlaySchema>
