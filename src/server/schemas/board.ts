import { z } from '@hono/zod-openapi'
import { datasetSchema, figureSchema, plotSchema, systemKindSchema } from './common.ts'

/** How outcomes of a figure fall into the closed union of outcomes; they add up to `asked`. */
export const outcomeCountsSchema = z.object({
  asked: z.number().int(),
  scored: z.number().int(),
  unscored: z.number().int(),
  failedSystem: z.number().int(),
  failedInfrastructure: z.number().int(),
  /** Not in `asked`. */
  skipped: z.number().int(),
  unscoredBy: z.record(z.string(), z.number().int()),
})
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>

/** A figure of the literature: a point without an interval. */
export const publishedSchema = z.object({
  system: z.string(),
  instrument: z.string(),
  metric: z.string(),
  value: z.number(),
  source: z.string(),
  note: z.string().nullable(),
})
export type PublishedView = z.infer<typeof publishedSchema>

/** One figure of one system, perhaps of a slice. */
export const boardCellSchema = z.object({
  system: z.string(),
  kind: systemKindSchema,
  /** Asks under a prompt of its own: not ranked with those that share one. */
  ownPrompt: z.boolean(),
  instrument: z.string(),
  metric: z.string(),
  slice: z.object({ tag: z.string(), value: z.string() }).nullable(),
  /** null: no case could be measured. */
  figure: figureSchema.nullable(),
  counts: outcomeCountsSchema,
  invalid: z.boolean(),
  exact: z.enum(['zero', 'hundred']).nullable(),
  note: z.string().nullable(),
  /** Share of simulated data sets in which such an interval holds the truth, where under 93 %. */
  covers: z.number().nullable(),
  bounds: z.object({ worst: z.number(), best: z.number() }).nullable(),
  common: figureSchema.nullable(),
  /** Of ranked systems on the headline figure: (system − floor) / (oracle − floor). */
  headline: figureSchema.nullable(),
  headlineMissing: z.string().nullable(),
  published: publishedSchema.nullable(),
})
export type BoardCell = z.infer<typeof boardCellSchema>

const figureNameSchema = z.object({ instrument: z.string(), metric: z.string() })

/** A figure that the board has a column for. */
export const boardFigureSchema = figureNameSchema.extend({
  /** Short name for people; unique in its board. */
  label: z.string(),
  description: z.string(),
  direction: z.enum(['higher', 'lower']),
  range: z.tuple([z.number(), z.number()]),
  decimals: z.number().int(),
  role: z.enum(['headline', 'published', 'judged', 'other']),
  judged: z.boolean(),
})
export type BoardFigure = z.infer<typeof boardFigureSchema>

export const trackBoardSchema = z
  .object({
    track: z.string(),
    title: z.string(),
    cases: z.number().int(),
    sampledFrom: z.number().int().nullable(),
    clusters: z.number().int(),
    headline: z.union([figureNameSchema, z.object({ none: z.string() })]),
    publishedFigure: figureNameSchema.nullable(),
    /** Best input-blind system on the headline's figure, and the oracle, where they ran. */
    floor: z.string().nullable(),
    ceiling: z.string().nullable(),
    figures: z.array(boardFigureSchema),
    cells: z.array(boardCellSchema),
    published: z.array(publishedSchema),
    /** Ranked systems by the figure's key `instrument metric`: letters in common mean "not shown to differ". */
    letters: z.record(z.string(), z.record(z.string(), z.string())),
    /** US dollars and calls by system; empty where no model was asked or it can't be told apart. */
    costs: z.array(z.object({ system: z.string(), calls: z.number().int(), cost: z.number().nullable() })),
    /** Tags that it can be sliced by, with the number of their values. */
    tags: z.array(z.object({ tag: z.string(), values: z.number().int() })),
    findings: z.array(z.string()),
    plots: z.array(plotSchema),
  })
  .openapi('TrackBoard')
export type TrackBoard = z.infer<typeof trackBoardSchema>

export const boardSchema = z
  .object({
    run: z.string(),
    state: z.string(),
    policy: z.enum(['default', 'worst', 'exclude']),
    slice: z.string().nullable(),
    dataset: datasetSchema,
    citation: z.string(),
    warnings: z.array(z.string()),
    /** Of whole benchmarks: how figures fall with more distractors and the like. */
    plots: z.array(plotSchema),
    tracks: z.array(trackBoardSchema),
  })
  .openapi('Board')
export type Board = z.infer<typeof boardSchema>
