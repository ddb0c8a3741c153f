import { estimate, type Estimate } from '../../stats/estimate.ts'
import { groupBy } from './group-by.ts'

/** One point of a regression with an intercept for each group. */
export interface GroupedPoint {
  /** Points are compared within their group only. */
  readonly group: string
  /** Unit of resampling; a group lies within one, or several groups share some. */
  readonly cluster: string
  readonly x: number
  readonly y: number
}

/** Below this, x does not vary within a cluster. */
const STILL = 1e-9

/**
 * Slope of y on x within groups (fixed effects): the sum of (x − x̄)(y − ȳ) over that of (x − x̄)², means taken within
 * groups, with a cluster-robust interval of this ratio of sums over clusters (Liang & Zeger 1986).
 * @returns why there is no slope: nothing varies, or too little to tell
 */
export function withinSlope(
  points: readonly GroupedPoint[],
): { readonly slope: Estimate; readonly groups: number } | { readonly none: string } {
  const groups = [...groupBy(points, ({ group }) => group).values()].filter(({ length }) => length > 1)
  const deviations = groups.flatMap((group) => {
    const [meanX, meanY] = [mean(group.map(({ x }) => x)), mean(group.map(({ y }) => y))]
    return group.map(({ cluster, x, y }) => ({ cluster, dx: x - meanX, dy: y - meanY }))
  })
  const sums = [...groupBy(deviations, ({ cluster }) => cluster)].flatMap(([cluster, own]) => {
    const numerator = own.reduce((sum, { dx, dy }) => sum + dx * dy, 0)
    const denominator = own.reduce((sum, { dx }) => sum + dx * dx, 0)
    return denominator < STILL ? [] : [{ cluster, numerator, denominator }]
  })
  if (sums.length < 2) return { none: 'fewer than two clusters have answers of different lengths' }
  if (deviations.every(({ dy }) => Math.abs(dy) < STILL)) {
    return { none: 'verdicts do not vary where lengths do' }
  }
  const most = Math.max(...sums.map(({ numerator, denominator }) => Math.abs(numerator / denominator)))
  // The bounds only keep out what is no slope: no interval of a slope is cut at them.
  const found = estimate(sums, { aggregate: 'ratio', range: [-1e3 * (most + 1), 1e3 * (most + 1)] })
  return found === undefined
    ? { none: 'nothing varies' }
    : { slope: { ...found, n: deviations.length }, groups: groups.length }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
