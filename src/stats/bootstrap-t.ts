import { linearise, ratiosOf } from './linearised.ts'
import type { RatioFunction } from './linearised.ts'
import { createRandom } from './random.ts'
import { canonicalOrder } from './ratio-table.ts'
import type { RatioTable } from './ratio-table.ts'

/** Replicates at up to 10,000 clusters; with more, fewer, so that the cost stays bounded. */
const REPLICATES = 1_999
const LEAST_REPLICATES = 399
const ROW_BUDGET = 20_000_000

/** How often clusters are resampled. */
function replicatesFor(clusters: number): number {
  return Math.max(LEAST_REPLICATES, Math.min(REPLICATES, Math.floor(ROW_BUDGET / clusters)))
}

/** The element at the (n + 1)·p-th place of sorted numbers. */
function orderStatistic(sorted: Float64Array, p: number): number {
  const place = Math.round((sorted.length + 1) * p) - 1
  return sorted[Math.max(0, Math.min(sorted.length - 1, place))] ?? Number.NaN
}

/** How far equal statistics can lie apart when computed from other rows: far above rounding, far below any real change. */
function roundingOf(table: RatioTable, statistic: RatioFunction): number {
  const ratios = ratiosOf(table)
  const gradient = statistic.gradient(ratios)
  const terms = ratios.map((ratio, k) => (Number.isNaN(ratio) ? 0 : Math.abs(ratio * (gradient[k] ?? 0))))
  return 1e-12 * terms.reduce((sum, term) => sum + term, 0)
}

/**
 * Quantiles of the studentised statistic (θ* − θ) / se* over resampled clusters (Efron & Tibshirani 1993, §12.5).
 * A replicate without spread counts as infinitely far out on its side.
 * @returns the (1 − level)/2 and (1 + level)/2 quantiles; either may be infinite, and both are NaN when no replicate has a statistic.
 */
export function studentisedQuantiles(
  clusters: RatioTable,
  statistic: RatioFunction,
  level: number,
  seed: number | string,
): readonly [number, number] {
  const table = canonicalOrder(clusters)
  const centre = linearise(table, statistic).value
  const rounding = roundingOf(table, statistic)
  const random = createRandom(seed)
  const draws = new Int32Array(table.size)
  const ts = new Float64Array(replicatesFor(table.size))
  let kept = 0
  for (let replicate = 0; replicate < ts.length; replicate += 1) {
    for (let i = 0; i < draws.length; i += 1) draws[i] = random.integer(0, table.size - 1)
    const { value, variance } = linearise(table, statistic, draws)
    // A replicate in which the statistic or its error does not exist says nothing.
    if (!Number.isFinite(value) || !Number.isFinite(variance)) continue
    // A replicate of one cluster that is like the whole would otherwise be infinitely far out by its last digit.
    const difference = Math.abs(value - centre) <= rounding ? 0 : value - centre
    // Rounding keeps the variance of a replicate of one repeated cluster from being exactly 0.
    if (variance > 1e-20 * difference * difference) ts[kept] = difference / Math.sqrt(variance)
    else ts[kept] = difference === 0 ? 0 : Math.sign(difference) * Number.POSITIVE_INFINITY
    kept += 1
  }
  const sorted = ts.subarray(0, kept).toSorted()
  return [orderStatistic(sorted, (1 - level) / 2), orderStatistic(sorted, (1 + level) / 2)]
}
