import { z } from 'zod'
import { InputError } from '../core/errors.ts'
import type { MetricDefinition } from '../core/metric.ts'
import type { PublishedResult } from '../core/published.ts'
import type { Track } from '../core/track.ts'
import { parseCsv, type CsvRow } from '../io/csv-reader.ts'

const required = [
  'track',
  'system',
  'instrument',
  'metric',
  'value',
  'unit',
  'source',
  'table',
  'checker',
  'date',
] as const
const optional = ['slice_tag', 'slice_value'] as const

/** How the figure is written: 0 to 1, 0 to 100, or in the metric's own unit, such as 1 to 10. */
const units = ['fraction', 'percent', 'points'] as const

const filled = z.string().min(1, 'must not be empty').max(500, 'is longer than 500 characters')

const rowShape = z.object({
  track: filled,
  system: filled,
  instrument: filled,
  metric: filled,
  value: z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/, 'must be one number such as 0.558 or 55.8; a bound is no figure'),
  unit: z.enum(units, `must be ${units.join(', ')}`),
  source: filled,
  table: filled,
  checker: filled,
  date: z.iso.date('must be a day such as 2025-11-30'),
  slice_tag: z.string(),
  slice_value: z.string(),
})

type Row = z.infer<typeof rowShape>

/** What makes two figures the same. */
export function figureKey({ track, system, instrument, metric, slice }: PublishedResult): string {
  return JSON.stringify([track, system, instrument, metric, slice?.tag ?? null, slice?.value ?? null])
}

/**
 * Reads figures of the literature that somebody copied from a print: CSV with the columns
 * `track,system,instrument,metric,value,unit,source,table,checker,date` and, for figures of a slice, `slice_tag` and
 * `slice_value`. Values come back in their metric's unit.
 * @throws InputError with line, column and field: `shape`, `unknown-track`, `unknown-instrument`, `unknown-metric`,
 * `unit`, `range`, `duplicate`, `built-in`, and those of `parseCsv`
 */
export function readPublishedCsv(text: string, file: string, tracks: readonly Track[]): PublishedResult[] {
  const seen = new Set<string>()
  const builtIn = new Set(tracks.flatMap(({ publishedResults }) => publishedResults.map(figureKey)))
  return parseCsv(text, file, [...required, ...optional], required).map((line) => {
    const result = resultOf(line, tracks)
    const key = figureKey(result)
    const refuse = (rule: string, message: string): never => {
      throw new InputError(rule, message, line.placeOf('system'))
    }
    if (seen.has(key)) refuse('duplicate', 'the same figure stands in an earlier line')
    if (builtIn.has(key)) refuse('built-in', 'Rapport has a published figure for this already')
    seen.add(key)
    return result
  })
}

function resultOf(line: CsvRow, tracks: readonly Track[]): PublishedResult {
  const parsed = rowShape.safeParse(line.cells)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const column = String(issue?.path[0] ?? 'track')
    throw new InputError('shape', `${column} ${issue?.message ?? 'is wrong'}`, line.placeOf(column))
  }
  const row = parsed.data
  const metric = metricOf(row, line, tracks)
  const isSliced = row.slice_tag !== ''
  if (isSliced !== (row.slice_value !== '')) {
    throw new InputError(
      'shape',
      'slice_tag and slice_value go together',
      line.placeOf(isSliced ? 'slice_value' : 'slice_tag'),
    )
  }
  return {
    track: row.track,
    system: row.system,
    instrument: row.instrument,
    metric: row.metric,
    value: valueOf(row, metric, line),
    source: row.source,
    imported: { table: row.table, checker: row.checker, date: row.date },
    ...(isSliced ? { slice: { tag: row.slice_tag, value: row.slice_value } } : {}),
  }
}

function metricOf(row: Row, line: CsvRow, tracks: readonly Track[]): MetricDefinition {
  const refuse = (column: keyof Row, known: readonly string[]): never => {
    throw new InputError(
      `unknown-${column}`,
      `there is no ${column} ${JSON.stringify(row[column])}`,
      line.placeOf(column),
      `known are: ${known.join(', ')}`,
    )
  }
  const track = tracks.find(({ id }) => id === row.track)
  if (track === undefined) {
    return refuse(
      'track',
      tracks.map(({ id }) => id),
    )
  }
  const instruments = instrumentsOf(track)
  // A whole key, `name@version?…`, ties the figure to one setup of an instrument.
  const metrics = instruments.get(row.instrument.split('@')[0] ?? '')
  if (metrics === undefined) return refuse('instrument', [...instruments.keys()])
  const metric = metrics.find(({ name }) => name === row.metric)
  return (
    metric ??
    refuse(
      'metric',
      metrics.map(({ name }) => name),
    )
  )
}

/** Metrics of everything that can score a track, by the instrument's name. */
function instrumentsOf(track: Track): Map<string, readonly MetricDefinition[]> {
  const scorers = track.scorerNames.map((name) => track.scorer(name, { matcher: 'greedy' }))
  return new Map(
    [...scorers, ...track.rubrics, ...(track.chains ?? [])].map(({ name, metrics }) => [name, metrics]),
  )
}

/** The value in the metric's unit. Fractions and percents only fit metrics that start at 0 and end at 1 or 100. */
function valueOf(row: Row, { range }: MetricDefinition, line: CsvRow): number {
  const [low, high] = range
  const number = Number(row.value)
  if (row.unit !== 'points' && !(low === 0 && (high === 1 || high === 100))) {
    throw new InputError(
      'unit',
      `${row.metric} runs from ${low} to ${high}, so its unit is points`,
      line.placeOf('unit'),
    )
  }
  const factor = row.unit === 'fraction' ? high : row.unit === 'percent' ? high / 100 : 1
  // 55.8 % is 0.558, not 0.5579999…
  const value = Number((number * factor).toPrecision(12))
  if (value < low || value > high) {
    throw new InputError(
      'range',
      `${row.value} ${row.unit} is outside ${low} to ${high}`,
      line.placeOf('value'),
    )
  }
  return value
}
