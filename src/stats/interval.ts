import { studentisedQuantiles } from './bootstrap-t.ts'
import { studentTQuantile } from './distributions.ts'
import { caseSpread, linearise, ratiosOf } from './linearised.ts'
import type { RatioFunction } from './linearised.ts'
import type { Range } from './observation.ts'
import { effectiveSizes } from './ratio-table.ts'
import type { ClusteredTable } from './ratio-table.ts'

/**
 * - `cluster-t`: value ± t(clusters − 1) · cluster-robust standard error
 * - `bootstrap-t`: studentised bootstrap over clusters
 * - `wilson`: Wilson's score interval on the effective sample size, with t(clusters − 1) for z
 * - `mass-bound`: all cases agree; exact binomial bound on the share of clusters that could differ
 * - `whole-range`: nothing can be estimated from a single cluster
 */
export type IntervalMethod = 'cluster-t' | 'bootstrap-t' | 'wilson' | 'mass-bound' | 'whole-range'

/** The methods that can be asked for by name; the other two are what is left when the data have no spread. */
export type ChoosableMethod = Exclude<IntervalMethod, 'mass-bound' | 'whole-range'>

/**
 * Below this many clusters an interval for a score is a bootstrap-t. By bench/coverage.ts: on skewed scores at 50
 * clusters cluster-t covers 91-93 %, bootstrap-t 93-94 %; from 100 on they agree.
 */
const BOOTSTRAP_BELOW = 100

/**
 * What the statistic is like: `rate` = most cases at an end of the range (hits, or rare scores), so Wilson's interval,
 * the only one that covers there; `score` = a figure inside its range; `difference` = a contrast, for which
 * Wilson's interval has no meaning; `sparse-difference` = one of which most cases are ties, where
 * resampling covers 90 % only.
 */
type Shape = 'rate' | 'score' | 'difference' | 'sparse-difference'

interface IntervalOptions {
  /** Coverage aimed at, in (0, 1). */
  level: number
  /** Possible values of the statistic. */
  range: Range
  /** Cut the interval to the range. Costs no coverage where the range holds for certain. */
  clip: boolean
  shape: Shape
  seed: number | string
  /** Overrides the choice (for the coverage simulation). */
  method?: ChoosableMethod | undefined
}

interface Interval {
  value: number
  low: number
  high: number
  method: IntervalMethod
  clusters: number
  note?: string
}

/** @throws RangeError when the level is not inside (0, 1). */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1))
    throw new RangeError(`a confidence level must be inside (0, 1), got ${level}`)
}

type Ends = readonly [low: number, high: number]

/** Wilson (1927) for a rate with the given variance: effective size p(1 − p)/v, quantile t for z. */
function wilsonEnds(rate: number, variance: number, t: number): Ends {
  const size = (rate * (1 - rate)) / variance
  const square = t * t
  const centre = (rate + square / (2 * size)) / (1 + square / size)
  const half = (t * Math.sqrt((rate * (1 - rate)) / size + square / (4 * size * size))) / (1 + square / size)
  return [centre - half, centre + half]
}

/**
 * All `size` units agree on `value`. At most 1 − (α/2)^(1/size) of the population can differ (Clopper & Pearson 1934
 * at 0 successes), and what differs lies inside the range.
 */
function massBoundEnds(value: number, size: number, level: number, range: Range): Ends {
  const mass = 1 - ((1 - level) / 2) ** (1 / size)
  return [value - mass * (value - range[0]), value + mass * (range[1] - value)]
}

/**
 * All cases agree. Where the statistic rises with its components' ratios, each of these is bounded by itself: in a few
 * clusters that differ, a harmonic mean gains more than their share.
 */
function constantEnds(
  value: number,
  { clusters }: ClusteredTable,
  statistic: RatioFunction,
  { level, range }: IntervalOptions,
): Ends {
  const sizes = effectiveSizes(clusters)
  if (statistic.isIncreasing !== true) {
    return massBoundEnds(value, Math.min(...sizes.filter((size) => size > 0)), level, range)
  }
  const bounds = ratiosOf(clusters).map((ratio, k): Ends => {
    const size = sizes[k] ?? 0
    return size === 0
      ? range
      : massBoundEnds(Math.min(Math.max(ratio, range[0]), range[1]), size, level, range)
  })
  return [statistic.value(bounds.map(([low]) => low)), statistic.value(bounds.map(([, high]) => high))]
}

/** Interval for a smooth function of ratios of sums over clustered cases. At least one case, value finite. */
export function clusteredInterval(
  table: ClusteredTable,
  statistic: RatioFunction,
  options: IntervalOptions,
): Interval {
  const { level, range } = options
  const clusters = table.clusters.size
  const { value: raw, variance: between, largest } = linearise(table.clusters, statistic)
  // Rounding can carry a mean of equal values past the end of the range.
  const value = options.clip ? Math.min(Math.max(raw, range[0]), range[1]) : raw
  const base = { value, clusters }
  if (clusters === 1 || between === Number.POSITIVE_INFINITY) {
    const note =
      clusters === 1
        ? 'one cluster: nothing shows how clusters vary, so the interval is the whole range'
        : 'one cluster holds everything that counts, so the interval is the whole range'
    return {
      ...base,
      low: Math.min(range[0], value),
      high: Math.max(range[1], value),
      method: 'whole-range',
      note,
    }
  }
  const spread = caseSpread(table.cases, table.weights, statistic)
  if (spread.constant) {
    const [low, high] = constantEnds(value, table, statistic, options)
    const note = 'all cases agree: the interval bounds what unseen clusters could be'
    return { ...base, low: Math.min(low, value), high: Math.max(high, value), method: 'mass-bound', note }
  }
  const variance = Math.max(between, spread.variance)
  const t = studentTQuantile((1 + level) / 2, clusters - 1)
  const error = Math.sqrt(variance)
  const method = options.method ?? chooseMethod(clusters, options.shape)
  const result = (chosen: ChoosableMethod, ends: Ends) => ({
    ...base,
    ...settle(value, ends, options),
    method: chosen,
  })
  // As if one more cluster were like the most different one: the few that differ must not look surer than they are.
  const wider = t * Math.sqrt(variance + largest)
  const sparse: Ends = [value - wider, value + wider]
  if (options.shape === 'sparse-difference') return result('cluster-t', sparse)
  if (method === 'cluster-t') return result(method, [value - t * error, value + t * error])
  if (method === 'bootstrap-t') {
    const [lower, upper] = studentisedQuantiles(table.clusters, statistic, level, options.seed)
    // Clusters that all but agree, or of which few differ, leave resampling without a spread on one side.
    const usable = between > 1e-6 * spread.variance && lower < 0 && upper > 0
    if (usable && Number.isFinite(upper - lower)) {
      return result(method, [value - upper * error, value - lower * error])
    }
    if (options.shape === 'difference') return result('cluster-t', sparse)
  }
  const width = range[1] - range[0]
  const [low, high] = wilsonEnds((value - range[0]) / width, variance / width ** 2, t)
  return result('wilson', [range[0] + low * width, range[0] + high * width])
}

function chooseMethod(clusters: number, shape: Shape): ChoosableMethod {
  if (shape === 'rate') return 'wilson'
  return clusters < BOOTSTRAP_BELOW ? 'bootstrap-t' : 'cluster-t'
}

/** Contains the value, and is cut to the range where that is asked for. */
function settle(
  value: number,
  [low, high]: Ends,
  { range, clip }: IntervalOptions,
): { low: number; high: number } {
  const inside = clip ? [Math.max(low, range[0]), Math.min(high, range[1])] : [low, high]
  return { low: Math.min(value, ...inside), high: Math.max(value, ...inside) }
}
