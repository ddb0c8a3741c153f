import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { madeReport } from './fixtures/made-run.ts'
import { realisticReport } from './fixtures/realistic.ts'
import { flatCells, flatColumns, flatRows, reportJson } from './flat-rows.ts'

const figure = z.strictObject({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  method: z.string(),
  n: z.number().int(),
  clusters: z.number().int(),
})
// The design page, "Command line".
const row = z.strictObject({
  track: z.string(),
  system: z.string(),
  kind: z.enum(['ranked', 'privileged', 'input-blind']),
  instrument: z.string().regex(/@/),
  metric: z.string(),
  policy: z.enum(['default', 'worst', 'exclude']),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  method: z.string().nullable(),
  n: z.number().int(),
  clusters: z.number().int(),
  randomOver: z.literal('cases').nullable(),
  covers: z.number().optional(),
  unscored: z.number().int(),
  unscoredBy: z.record(z.string(), z.number().int()),
  failed: z.number().int(),
  failedBy: z.strictObject({ system: z.number().int(), infrastructure: z.number().int() }),
  notJudged: z.number().int(),
  skipped: z.number().int(),
  invalid: z.boolean(),
  exact: z.enum(['zero', 'hundred']).optional(),
  note: z.string().optional(),
  bounds: z.strictObject({ worst: z.number(), best: z.number() }).optional(),
  common: figure.nullable().optional(),
  headline: figure.optional(),
  headlineMissing: z.string().optional(),
  published: z
    .strictObject({ value: z.number(), source: z.string(), note: z.string().optional() })
    .optional(),
  slice: z.strictObject({ tag: z.string(), value: z.string() }).optional(),
})
const document = z.object({ run: z.object({ id: z.string() }), results: z.array(row) })

describe('reportJson', () => {
  it('has the form of the design page', async () => {
    const report = await realisticReport()
    const { results } = document.parse(JSON.parse(JSON.stringify(reportJson(report))))
    expect(results).toHaveLength(7 * 3)
    for (const key of ['headline', 'common', 'published', 'bounds', 'slice', 'exact'] as const)
      expect(results.filter((item) => item[key] !== undefined).length, key).toBeGreaterThan(0)
  })

  it('writes null, never 0, for what could not be measured', async () => {
    const report = await madeReport({ systems: [{ id: 'a' }], values: { a: ['unscored'] } })
    const [result] = document.parse(reportJson(report)).results
    expect(result).toMatchObject({ value: null, low: null, high: null, method: null, n: 0 })
    const [flat] = flatRows(report)
    expect(flat).toMatchObject({ value: null, low: null, headline: null, common: null, n: 0 })
  })
})

describe('flatRows', () => {
  it('has one cell per column, with data, licence and attribution in each row', async () => {
    for (const flat of flatRows(await realisticReport())) {
      expect(Object.keys(flat)).toEqual(flatColumns.map(({ name }) => name))
      expect(flatCells(flat)).toHaveLength(flatColumns.length)
      expect(flat).toMatchObject({ dataset: 'Made data', licence: 'CC0-1.0', attribution: 'By nobody.' })
    }
  })
})
