import { z } from 'zod'
import { jsonObjectSchema, jsonSchema } from './json.ts'
import { fairnessFields, memorySheetSchema } from './memory-sheet.ts'

/** Options of a data set that belong to a run. Mirrors CaseOptions and adds the selection. */
export const dataSelectionSchema = z.object({
  /** What was written after `--data`. */
  dataset: z.string(),
  split: z.string().nullable(),
  view: z.string(),
  pools: z.enum(['original', 'drawn']),
  rekey: z.boolean(),
  rowBase: z.enum(['unique', 'published-lines']),
  seed: z.number().int(),
  /** null: all rows. */
  limit: z.number().int().positive().nullable(),
  ids: z.array(z.string()).nullable(),
  /** Tag name and value, all of which a case must carry. */
  where: z.array(z.object({ tag: z.string(), value: z.string() })),
  /**
   * So many of the cases that the rest of the selection leaves, drawn with `seed`; each value of the tag gets its
   * proportional share. null: no sample. Runs of earlier versions have no such entry.
   */
  sample: z
    .object({ n: z.number().int().positive(), stratify: z.string().nullable() })
    .nullable()
    .default(null),
  /** What `view` is, where an audit wrote it: the cases it leaves out. Absent: a view of the data set itself. */
  overlay: z.object({ hash: z.string(), cases: z.number().int() }).exactOptional(),
})
export type DataSelection = z.infer<typeof dataSelectionSchema>

/** One system of a run, enough to make it again. */
export const systemRecordSchema = z.object({
  id: z.string(),
  kind: z.enum(['ranked', 'privileged', 'input-blind']),
  /** What was written after `--system`. */
  spec: z.string(),
  identity: jsonObjectSchema,
  /** Fitted states of a baseline by fold. */
  states: z.array(jsonSchema),
  warnings: z.array(z.string()),
  /** Of a memory system. */
  memory: memorySheetSchema.exactOptional(),
})
export type SystemRecord = z.infer<typeof systemRecordSchema>

/** How models are asked, judges included; null: what the track or the provider takes by itself. */
export const modelSettingsSchema = z.object({
  temperature: z.number().nullable(),
  maxOutputTokens: z.number().int().positive().nullable(),
  reasoningEffort: z.string().nullable(),
  /** Text of the user's own before each track's system message. */
  systemPrompt: z.string().nullable(),
  /** Folder of the authors' own prompts, for protocol `reference`. */
  prompts: z.string().nullable(),
  judge: z
    .object({
      models: z.array(z.string()).min(1),
      rule: z.enum(['majority', 'mean']),
      /** Names of rubrics; empty: the first one of each track. */
      rubrics: z.array(z.string()),
      /** Model that turns preferences into checklists; null: the judge. */
      decomposer: z.string().nullable().default(null),
      /** Most tokens of a verdict; null: what our longest one may need. */
      maxOutputTokens: z.number().int().positive().nullable().default(null),
    })
    .nullable(),
  /** US dollars for the whole run. */
  maxCost: z.number().positive().nullable(),
  allowUnpriced: z.boolean(),
  /** File with prices over the built-in list. */
  prices: z.string().nullable(),
  requestsPerMinute: z.number().int().positive().nullable(),
  tokensPerMinute: z.number().int().positive().nullable(),
  /** Ids of the models that programs may ask through the run's gateway. */
  offered: z.array(z.string()).default([]),
  /**
   * Base URLs of the models that are not at their provider's usual address, by id; never with credentials. null: a
   * run of an earlier version, which did not keep them.
   */
  servers: z.record(z.string(), z.string()).nullable().default(null),
})
export type ModelSettings = z.infer<typeof modelSettingsSchema>

/** Nothing asked for: what runs without models have. */
export const noModelSettings: ModelSettings = {
  temperature: null,
  maxOutputTokens: null,
  reasoningEffort: null,
  systemPrompt: null,
  prompts: null,
  judge: null,
  maxCost: null,
  allowUnpriced: false,
  prices: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
  offered: [],
  servers: {},
}

/** What all memory systems of a run are given alike. */
export const memorySettingsSchema = z.object({
  /** Items that a search is asked for. */
  k: z.number().int().positive(),
  /** Tokens (o200k_base) of what the answer model is shown of a memory. */
  budget: z.number().int().positive(),
  /** Seconds that a memory is given to become ready. */
  wait: z.number().positive(),
  /** Answers where a word names no model of its own; null: none. */
  answerModel: z.string().nullable(),
  /** Writes items; null: the answer model. */
  model: z.string().nullable(),
  /** Id of an embedding model; null: the stand-in without semantics. */
  embedder: z.string().nullable(),
  /** Differences that are accepted, by name. */
  waived: z.array(z.enum(fairnessFields)),
  /** Whether it is measured that an answer rests on a memory, at two more answers a case. */
  usageTest: z.boolean(),
  /** Whether the conformance suite is run on every memory system first. */
  checks: z.boolean(),
})
export type MemorySettings = z.infer<typeof memorySettingsSchema>

/** What runs without memory systems have. */
export const defaultMemorySettings: MemorySettings = {
  k: 20,
  budget: 1024,
  wait: 60,
  answerModel: null,
  model: null,
  embedder: null,
  waived: [],
  usageTest: true,
  checks: true,
}

/** A rubric and the models that judge under it. */
const judgePanelSchema = z.object({
  rubric: z.string(),
  models: z.array(z.string()).min(1),
  rule: z.enum(['majority', 'mean']),
  /** Of a chain: which model plays which part. */
  roles: z.record(z.string(), z.string()).exactOptional(),
  /** Most tokens of a verdict, where it was said. */
  maxOutputTokens: z.number().int().positive().exactOptional(),
})
export type JudgePanelRecord = z.infer<typeof judgePanelSchema>

/** One track of a run with its systems and instruments. */
export const trackRecordSchema = z.object({
  track: z.string(),
  version: z.string(),
  /** How many cases a sample was drawn from; absent without a sample. */
  sampledFrom: z.number().int().nonnegative().exactOptional(),
  systems: z.array(systemRecordSchema),
  /** Scorer names in the order of the report, with the options they ran under. */
  instruments: z.array(z.object({ name: z.string(), version: z.string(), options: jsonObjectSchema })),
  /** Panels that judge the track, each under one rubric; `rejudge` adds more. */
  judged: z.array(judgePanelSchema).default([]),
})
export type TrackRecord = z.infer<typeof trackRecordSchema>

export const datasetDescriptorSchema = z.object({
  id: z.string(),
  benchmark: z.string(),
  title: z.string(),
  source: z.string(),
  revision: z.string().nullable(),
  licence: z.string(),
  attribution: z.string(),
  layout: z.string(),
  notes: z.array(z.string()),
})

/** The immutable specification of a run. `rescore` writes a new version of `tracks[].instruments` and nothing else. */
export const runSpecSchema = z.object({
  formatVersion: z.literal(1),
  data: dataSelectionSchema,
  descriptor: datasetDescriptorSchema,
  protocol: z.enum(['strict', 'reference']),
  matcher: z.enum(['greedy', 'hungarian']),
  failures: z.enum(['default', 'worst', 'exclude']),
  repeats: z.number().int().positive(),
  concurrency: z.number().int().positive(),
  /** Limits of programs: milliseconds for one answer, bytes of output. */
  models: modelSettingsSchema.default(noModelSettings),
  memory: memorySettingsSchema.default(defaultMemorySettings),
  programs: z.object({ timeout: z.number().int().positive(), maxOutput: z.number().int().positive() }),
  /** A word that no other run has when new samples were asked for (`--fresh`); null: earlier answers are reused. */
  fresh: z.string().nullable(),
  tracks: z.array(trackRecordSchema),
})
export type RunSpec = z.infer<typeof runSpecSchema>

/** planning: its cases are still being written; such a run can't be resumed. */
export const runStates = ['planning', 'running', 'done', 'stopped', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** A run as the store keeps it. Provenance is recorded and never part of a fingerprint. */
export const runRecordSchema = z.object({
  id: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  state: z.enum(runStates),
  spec: runSpecSchema,
  provenance: jsonObjectSchema,
})
export type RunRecord = z.infer<typeof runRecordSchema>
