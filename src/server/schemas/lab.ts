import { z } from '@hono/zod-openapi'
import { auditReportSchema } from '../../core/audit.ts'
import { datasetSchema, figureSchema, plotSchema, systemKindSchema } from './common.ts'
import { boardFigureSchema } from './board.ts'

/** Two contenders on the cases that all have. */
const pairSchema = z.object({
  a: z.string(),
  b: z.string(),
  /** a − b. */
  difference: figureSchema,
  p: z.number(),
  adjusted: z.number(),
  differs: z.boolean(),
  wins: z.number().int(),
  ties: z.number().int(),
  losses: z.number().int(),
  bounds: z.object({ low: z.number(), high: z.number() }).nullable(),
})

/** A case on which two contenders differ, the largest changes first. */
export const flipSchema = z.object({
  case: z.string(),
  hash: z.string(),
  cluster: z.string(),
  a: z.number(),
  b: z.number(),
})

export const comparedPairSchema = pairSchema.extend({
  /** All of them. */
  flips: z.array(flipSchema),
})
export type ComparedPairView = z.infer<typeof comparedPairSchema>

export const comparedFigureSchema = boardFigureSchema.extend({
  n: z.number().int(),
  clusters: z.number().int(),
  contenders: z.array(
    z.object({
      label: z.string(),
      run: z.string(),
      system: z.string(),
      kind: systemKindSchema,
      figure: figureSchema,
      letters: z.string().nullable(),
      rank: z.object({ low: z.number(), high: z.number() }).nullable(),
    }),
  ),
  pairs: z.array(comparedPairSchema),
  slices: z.array(
    pairSchema.omit({ bounds: true }).extend({ slice: z.object({ tag: z.string(), value: z.string() }) }),
  ),
  leftOut: z.array(z.object({ label: z.string(), why: z.string() })),
  findings: z.array(z.string()),
  plots: z.array(plotSchema),
})
export type ComparedFigureView = z.infer<typeof comparedFigureSchema>

export const comparisonSchema = z
  .object({
    runs: z.array(
      z.object({ id: z.string(), label: z.string(), createdAt: z.number(), dataset: datasetSchema }),
    ),
    alpha: z.number(),
    policy: z.string(),
    groups: z.array(
      z.object({
        track: z.string(),
        title: z.string(),
        settings: z.string(),
        runs: z.array(z.string()),
        common: z.number().int(),
        figures: z.array(comparedFigureSchema),
      }),
    ),
    warnings: z.array(z.string()),
  })
  .openapi('Comparison')
export type ComparisonView = z.infer<typeof comparisonSchema>

/** Audits that were written here, newest first. */
export const auditListSchema = z
  .object({
    audits: z.array(
      z.object({
        /** For the address. */
        key: z.string(),
        at: z.number(),
        report: auditReportSchema,
        /** Of each finding by its place in the report: where its ids can be opened; null: in no run here. */
        runs: z.array(z.string().nullable()),
      }),
    ),
  })
  .openapi('AuditList')
export type AuditList = z.infer<typeof auditListSchema>

export const settingsSchema = z
  .object({
    version: z.string(),
    node: z.string(),
    datasets: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        benchmark: z.string(),
        licence: z.string(),
        attribution: z.string(),
        source: z.string(),
        present: z.boolean(),
        revision: z.string().nullable(),
      }),
    ),
    providers: z.array(
      z.object({
        provider: z.string(),
        /** Name of the environment variable of its key; null: none is needed. */
        variable: z.string().nullable(),
        /** Whether it is set. The key itself never leaves the environment. */
        present: z.boolean(),
      }),
    ),
    prices: z.object({
      list: z.string(),
      date: z.string().nullable(),
      /** US dollars for a million tokens. */
      models: z.array(z.object({ model: z.string(), input: z.number(), output: z.number() })),
    }),
    benchmarks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        citation: z.string(),
        tracks: z.array(z.object({ id: z.string(), title: z.string() })),
      }),
    ),
  })
  .openapi('Settings')
export type SettingsView = z.infer<typeof settingsSchema>
