import type { MetricDefinition } from '../core/metric.ts'
import { figureOf } from './figure.ts'
import type { Figure, ResultRow } from './report.ts'
import { seriesOf, type TrackContext } from './track-context.ts'
import type { Counted } from './track-book.ts'

/**
 * Adds `common`, the figure on the cases valid for all ranked systems, to the rows of a metric, where these systems
 * have different valid cases: only such figures may be ranked. Invalid rows and rows without a figure neither get
 * one nor take cases from the others.
 * @param rows all rows of one instrument and metric, without slices
 */
export function withCommonFigures(
  context: TrackContext,
  metric: MetricDefinition,
  rows: readonly ResultRow[],
): readonly ResultRow[] {
  const compared = rows.filter((row) => row.kind === 'ranked' && row.figure !== null && !row.invalid)
  if (compared.length < 2) return rows
  const series = new Map<ResultRow, readonly Counted[]>(
    compared.map((row) => [row, seriesOf(context, row.system, row, metric).counted]),
  )
  if (haveSameCases([...series.values()])) return rows
  const common = commonIds([...series.values()])
  return rows.map((row) => {
    const counted = series.get(row)
    if (counted === undefined) return row
    return { ...row, common: figureOn(common, counted, metric) }
  })
}

/** The usual case, without sets of ids: series come in one order. */
function haveSameCases([first = [], ...others]: readonly (readonly Counted[])[]): boolean {
  return others.every(
    (other) =>
      other.length === first.length && other.every((item, place) => item.case === first[place]?.case),
  )
}

function commonIds(series: readonly (readonly Counted[])[]): ReadonlySet<string> {
  const [first = [], ...others] = series.map((counted) => new Set(counted.map((item) => item.case)))
  return new Set([...first].filter((id) => others.every((other) => other.has(id))))
}

function figureOn(
  ids: ReadonlySet<string>,
  counted: readonly Counted[],
  metric: MetricDefinition,
): Figure | null {
  return figureOf(
    counted.filter((item) => ids.has(item.case)),
    metric,
  ).figure
}
