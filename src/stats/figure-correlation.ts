import { pearson, spearman } from './correlation.ts'
import { UNIT_RANGE } from './estimate.ts'
import { componentsOf, figuresOf } from './figure-function.ts'
import { checkLevel } from './interval.ts'
import type { Aggregate, Range } from './observation.ts'
import { createRandom } from './random.ts'
import { canonicalOrder, clusteredTable } from './ratio-table.ts'
import type { RatioTable, Row } from './ratio-table.ts'
import { commonCases, commonRows } from './series.ts'
import type { CaseObservation, CommonCase } from './series.ts'

/** Below this many systems a correlation is +1 or −1, or nearly so, by itself. */
export const LEAST_SYSTEMS = 3
const REPLICATES = 2_000

/** One figure of all systems: their series in one order. */
export interface FigureSeries {
  series: readonly (readonly CaseObservation[])[]
  aggregate: Aggregate
  /** Possible per-case fractions, default [0, 1]. */
  range?: Range | undefined
}

/** A correlation with its interval; the systems are taken as given, the clusters of cases as random. */
export interface Correlation {
  value: number
  low: number
  high: number
}

export interface FigureCorrelation {
  /** null where it does not exist: all systems at one value. */
  pearson: Correlation | null
  spearman: Correlation | null
  /** Systems. */
  n: number
  /** Clusters of the cases of either figure. */
  clusters: number
  method: 'cluster-percentile'
  /** Each system's two figures on the cases valid for all systems. */
  points: readonly (readonly [x: number, y: number])[]
}

/**
 * Whether systems that do well on one figure do well on another. Each figure is computed on the cases valid for all
 * systems; the interval comes from resampling clusters (a cluster brings its cases of both figures): percentiles of
 * 2,000 replicates (Efron & Tibshirani 1993, §13.3), of which those without a correlation are left out. Where these agree
 * (ranks often do) a bound on what unseen clusters could be stands in.
 * @returns undefined below three systems, or when a figure has no common case
 * @throws RangeError when the figures have different numbers of systems, or as `paired`
 */
export function figureCorrelation(
  x: FigureSeries,
  y: FigureSeries,
  options: { level?: number; seed?: number | string } = {},
): FigureCorrelation | undefined {
  const { level = 0.95, seed = 1 } = options
  checkLevel(level)
  const n = x.series.length
  if (y.series.length !== n)
    throw new RangeError(`${n} systems have one figure, ${y.series.length} the other`)
  if (n < LEAST_SYSTEMS) return undefined
  const [xs, ys] = [casesOf(x), casesOf(y)]
  const [wide, high] = [n * componentsOf(x.aggregate), n * componentsOf(y.aggregate)]
  const rows = [
    ...commonRows(xs, x.aggregate).map((row) => padded(row, 0, high)),
    ...commonRows(ys, y.aggregate).map((row) => padded(row, wide, 0)),
  ]
  const table = canonicalOrder(clusteredTable(rows, rows.length, wide + high).clusters)
  const pointsOf = (draws?: Int32Array): [number[], number[]] => [
    figuresOf(part(table, 0, wide), x.aggregate, draws),
    figuresOf(part(table, wide, wide + high), y.aggregate, draws),
  ]
  const [across, up] = pointsOf()
  if ([...across, ...up].some((figure) => Number.isNaN(figure))) return undefined
  const kept: { pearson: number[]; spearman: number[] } = { pearson: [], spearman: [] }
  const random = createRandom(seed)
  const draws = new Int32Array(table.size)
  for (let replicate = 0; replicate < REPLICATES; replicate += 1) {
    for (let i = 0; i < draws.length; i += 1) draws[i] = random.integer(0, draws.length - 1)
    const [a, b] = pointsOf(draws)
    if ([...a, ...b].some((figure) => Number.isNaN(figure))) continue
    const [r, rho] = [pearson(a, b), spearman(a, b)]
    if (r !== null) kept.pearson.push(r)
    if (rho !== null) kept.spearman.push(rho)
  }
  return {
    pearson: withInterval(pearson(across, up), kept.pearson, table.size, level),
    spearman: withInterval(spearman(across, up), kept.spearman, table.size, level),
    n,
    clusters: table.size,
    method: 'cluster-percentile',
    points: across.map((value, i) => [value, up[i] ?? Number.NaN]),
  }
}

function casesOf({ series, aggregate, range = UNIT_RANGE }: FigureSeries): CommonCase[] {
  return commonCases(series, aggregate, range)
}

function padded(row: Row, before: number, after: number): Row {
  const empty = (count: number) => Array.from({ length: count }, () => ({ numerator: 0, denominator: 0 }))
  return { ...row, fractions: [...empty(before), ...row.fractions, ...empty(after)] }
}

function part({ size, components }: RatioTable, from: number, to: number): RatioTable {
  return { size, components: components.slice(from, to) }
}

/** The value's percentile interval; never of no width, and all that is possible where nothing shows how clusters vary. */
function withInterval(
  value: number | null,
  replicates: readonly number[],
  clusters: number,
  level: number,
): Correlation | null {
  if (value === null) return null
  if (clusters === 1 || replicates.length === 0) return { value, low: -1, high: 1 }
  const sorted = Float64Array.from(replicates).toSorted()
  const at = (p: number) => sorted[Math.round(p * (sorted.length - 1))] ?? value
  const tail = (1 - level) / 2
  const [low, high] = [Math.min(value, at(tail)), Math.max(value, at(1 - tail))]
  if (high - low > 1e-9) return { value, low, high }
  // Replicates agree: as in `estimate`, so many clusters can hide at most this share of others.
  const mass = 1 - tail ** (1 / clusters)
  return { value, low: value - mass * (value + 1), high: value + mass * (1 - value) }
}
