import { z } from '@hono/zod-openapi'
import { jsonSchema, type Json } from '../../core/json.ts'
import { datasetDescriptorSchema } from '../../core/run.ts'

/** What a request is answered with when it can't be served. */
export const problemSchema = z
  .object({
    /** What is wrong, in a sentence. */
    error: z.string(),
    /** What to do about it; null where nothing can be said. */
    fix: z.string().nullable(),
    /** Field, id or file that it is about; null where there is none. */
    place: z.string().nullable(),
  })
  .openapi('Problem')
export type Problem = z.infer<typeof problemSchema>

export const systemKinds = ['ranked', 'privileged', 'input-blind'] as const
export const systemKindSchema = z.enum(systemKinds)

/** A statistic with what it rests on. */
export const figureSchema = z
  .object({
    value: z.number(),
    low: z.number(),
    high: z.number(),
    level: z.number(),
    n: z.number().int(),
    clusters: z.number().int(),
    method: z.string(),
  })
  .openapi('Figure')
export type FigureView = z.infer<typeof figureSchema>

/** Whose data it is; shown wherever its figures or texts are. */
// Built here again: `.openapi` is a method of schemas that are made after the extension is loaded.
export const datasetSchema = z.object(datasetDescriptorSchema.shape).openapi('Dataset')

/** Any JSON; written down as such, because a document of an API can't follow a schema that holds itself. */
export const anyJsonSchema = z
  .custom<Json>((value) => jsonSchema.safeParse(value).success)
  .openapi('Json', { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] })

/** A drawing of the report, ready to stand in a page, with its numbers as a table. */
export const plotSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    /** An `<svg>` element written by `reports/svg`, every text in it escaped. */
    svg: z.string(),
    /** The same numbers for people who can't see the drawing. */
    table: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  })
  .openapi('Plot')
export type PlotView = z.infer<typeof plotSchema>
