import { z } from '@hono/zod-openapi'
import { runStates } from '../../core/run.ts'
import { datasetSchema, systemKindSchema } from './common.ts'

/** What this workbench is and may do. */
export const workbenchSchema = z
  .object({
    version: z.string(),
    /** True for a published bundle: nothing can be started, stopped or written. */
    readOnly: z.boolean(),
    /** Whether dialogue texts are here; a published bundle can leave them out. */
    texts: z.boolean(),
    /** How many runs and annotation projects there are. */
    runs: z.number().int(),
    projects: z.number().int(),
  })
  .openapi('Workbench')
export type WorkbenchView = z.infer<typeof workbenchSchema>

/** Who works on a run at this moment. */
export const workerSchema = z
  .object({
    pid: z.number().int(),
    host: z.string(),
    since: z.number(),
    command: z.string(),
    here: z.boolean(),
  })
  .openapi('Worker')

/** A line of the list of runs. */
export const runSummarySchema = z
  .object({
    id: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
    /** As written down; a run whose process was killed still says `running`: see `worker`. */
    state: z.enum(runStates),
    /** null: nobody works on it. Of finished runs always null. */
    worker: workerSchema.nullable(),
    dataset: z.object({ word: z.string(), title: z.string(), benchmark: z.string(), invented: z.boolean() }),
    split: z.string().nullable(),
    view: z.string(),
    protocol: z.string(),
    /** `the first 20 of each track`; null: all cases. */
    selection: z.string().nullable(),
    tracks: z.array(z.string()),
    systems: z.array(z.string()),
    judges: z.array(z.string()),
    /** Units (case x system x repeat) done and planned; null where it is not known. */
    done: z.number().int().nullable(),
    total: z.number().int().nullable(),
    failures: z.number().int(),
    /** US dollars; null: unknown or no call was made. */
    cost: z.number().nullable(),
  })
  .openapi('RunSummary')
export type RunSummary = z.infer<typeof runSummarySchema>

export const runListSchema = z.object({ runs: z.array(runSummarySchema) }).openapi('RunList')

const systemProgressSchema = z.object({
  system: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  failures: z.number().int(),
})

export const trackProgressSchema = z.object({
  track: z.string(),
  state: z.enum(['waiting', 'running', 'done']),
  cases: z.number().int().nullable(),
  done: z.number().int(),
  reused: z.number().int(),
  total: z.number().int().nullable(),
  /** Failures so far by reason. */
  failures: z.record(z.string(), z.number().int()),
  systems: z.array(systemProgressSchema),
  /** Newly finished units a minute over the last minutes; null before anything can be said. */
  rate: z.number().nullable(),
  /** Milliseconds until it is done at this rate; null: not known, or done. */
  eta: z.number().nullable(),
  /** Stage results so far, by stage: how many are there and how many failed. */
  stages: z.array(z.object({ stage: z.string(), done: z.number().int(), failed: z.number().int() })),
})
export type TrackProgress = z.infer<typeof trackProgressSchema>

/** How a run is getting on; sent again whenever it changes. */
export const progressSchema = z
  .object({
    run: z.string(),
    state: z.enum(runStates),
    worker: workerSchema.nullable(),
    /** True when it says `running` and nobody works on it: it can be resumed. */
    orphaned: z.boolean(),
    /** Milliseconds since 1970 of the last event. */
    at: z.number().nullable(),
    tracks: z.array(trackProgressSchema),
    cost: z.number().nullable(),
    maxCost: z.number().nullable(),
    requestsPerMinute: z.number().nullable(),
    tokensPerMinute: z.number().nullable(),
    calls: z.array(
      z.object({
        model: z.string(),
        purpose: z.string(),
        calls: z.number().int(),
        failed: z.number().int(),
        inputTokens: z.number(),
        outputTokens: z.number(),
        cost: z.number().nullable(),
      }),
    ),
    warnings: z.array(z.string()),
    /** The latest failures, newest first, at most 20. */
    lastFailures: z.array(
      z.object({
        at: z.number(),
        track: z.string(),
        system: z.string(),
        case: z.string(),
        stage: z.string(),
        reason: z.string(),
        by: z.enum(['system', 'infrastructure']),
        message: z.string(),
      }),
    ),
  })
  .openapi('Progress')
export type Progress = z.infer<typeof progressSchema>

/** Everything about a run but its figures. */
export const runDetailSchema = z
  .object({
    summary: runSummarySchema,
    dataset: datasetSchema,
    /** Name and value, in order. */
    provenance: z.array(z.tuple([z.string(), z.string()])),
    tracks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        version: z.string(),
        cases: z.number().int(),
        systems: z.array(z.object({ id: z.string(), kind: systemKindSchema, spec: z.string() })),
        instruments: z.array(z.object({ key: z.string(), label: z.string(), judged: z.boolean() })),
      }),
    ),
    repeats: z.number().int(),
    warnings: z.array(z.string()),
  })
  .openapi('RunDetail')
export type RunDetail = z.infer<typeof runDetailSchema>

/** Starts `rapport run`. Programs and modules of one's own can be named on the command line only. */
export const startRunSchema = z
  .object({
    tracks: z.array(z.string().min(1)).min(1).max(50),
    systems: z.array(z.string().min(1)).min(1).max(50),
    data: z.string().min(1),
    split: z.string().optional(),
    judge: z.array(z.string().min(1)).max(9).optional(),
    limit: z.number().int().positive().optional(),
    maxCost: z.number().positive().optional(),
    allowEgress: z.boolean().optional(),
  })
  .strict()
  .openapi('StartRun')
export type StartRun = z.infer<typeof startRunSchema>

/** A command of the workbench's own, such as a resumed run. */
export const jobSchema = z
  .object({
    id: z.string(),
    command: z.enum(['run', 'resume', 'retry']),
    run: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    startedAt: z.number(),
    endedAt: z.number().nullable(),
    exitCode: z.number().int().nullable(),
    /** The end of what it said on standard error, without control characters. */
    said: z.string(),
  })
  .openapi('Job')
export type Job = z.infer<typeof jobSchema>

export const jobListSchema = z.object({ jobs: z.array(jobSchema) }).openapi('JobList')

export const retrySchema = z
  .object({ what: z.enum(['failed', 'unscored', 'all']), allowEgress: z.boolean().optional() })
  .strict()
  .openapi('Retry')
export const resumeSchema = z
  .object({ maxCost: z.number().positive().optional(), allowEgress: z.boolean().optional() })
  .strict()
  .openapi('Resume')
export type Retry = z.infer<typeof retrySchema>
export type Resume = z.infer<typeof resumeSchema>
