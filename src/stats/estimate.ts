import { shortfallOf } from './coverage-shortfall.ts'
import { checkLevel, clusteredInterval } from './interval.ts'
import type { ChoosableMethod, IntervalMethod } from './interval.ts'
import { componentsOf, figureFunction } from './figure-function.ts'
import { checkRange, contributions, effectiveWeight } from './observation.ts'
import type { Aggregate, Observation, Range } from './observation.ts'
import { clusteredTable, type Row } from './ratio-table.ts'

/** A figure with how sure it is. Always low ≤ value ≤ high and low < high. */
export interface Estimate {
  value: number
  low: number
  high: number
  /** Coverage aimed at, e.g. 0.95. */
  level: number
  method: IntervalMethod
  /** Cases that count: applicable and of positive weight. */
  n: number
  clusters: number
  /** What the interval treats as random. */
  randomOver: 'cases'
  /** Every case at the low end of the range (0 %), or at its high end (100 %), or a harmonic mean there: look twice. */
  exact?: 'zero' | 'hundred'
  /** What a reader has to know beside the interval. */
  note?: string
  /** Share of simulated data sets in which such an interval holds the truth, where that falls short of 93 %. */
  covers?: number
}

export interface EstimateOptions {
  aggregate: Aggregate
  /** Default 0.95. */
  level?: number | undefined
  /** Possible per-case fractions, default [0, 1]. The interval is cut to it, which costs no coverage. */
  range?: Range | undefined
  /**
   * Use Wilson's interval. Default: when at least half the fractions are at one end of the range (hits and misses
   * always are, and so are rare scores).
   */
  binary?: boolean | undefined
  /** Seed of the bootstrap, default 1. */
  seed?: number | string | undefined
  /** Overrides the choice of the method. */
  method?: ChoosableMethod | undefined
}

/** Range of a fraction when nothing else is said. */
export const UNIT_RANGE: Range = [0, 1]

/** Shares of the observations at the low and at the high end of the range; those that don't count are left out. */
function sharesAtEnds(
  observations: readonly Observation[],
  weights: Float64Array,
  [low, high]: Range,
): { low: number; high: number } {
  const slack = 1e-9 * (high - low)
  const found = { low: 0, high: 0 }
  let size = 0
  for (const [at, { numerator, denominator }] of observations.entries()) {
    // With `harmonic` a case may count by its parts alone.
    if (weights[at] === 0 || denominator === 0) continue
    const value = numerator / denominator
    size += 1
    if (Math.abs(value - low) <= slack) found.low += 1
    if (Math.abs(value - high) <= slack) found.high += 1
  }
  return { low: found.low / size, high: found.high / size }
}

/**
 * Estimates a figure from clustered observations. Observations with denominator 0 or weight 0 are left out;
 * with `harmonic`, those of which both parts have denominator 0.
 * @returns undefined when no observation is left: that is not a number.
 * @throws RangeError for numbers that are not finite, fractions outside the range, or a bad level.
 */
export function estimate(
  observations: readonly Observation[],
  options: EstimateOptions,
): Estimate | undefined {
  const { aggregate, level = 0.95, range = UNIT_RANGE, seed = 1, method } = options
  checkLevel(level)
  checkRange(range, aggregate)
  const weights = Float64Array.from(observations, (observation) =>
    effectiveWeight(observation, aggregate, range),
  )
  const n = weights.reduce((count, weight) => (weight === 0 ? count : count + 1), 0)
  if (n === 0) return undefined
  // One by one: of 100,000 cases the rows alone would be 20 MB.
  function* rows(): Generator<Row> {
    for (const [at, observation] of observations.entries()) {
      const weight = weights[at] ?? 0
      if (weight === 0) continue
      yield {
        cluster: observation.cluster,
        weight,
        fractions: contributions(observation, aggregate, weight),
      }
    }
  }
  const share = sharesAtEnds(observations, weights, range)
  const rate = options.binary ?? (share.low >= 0.5 || share.high >= 0.5)
  const interval = clusteredInterval(
    clusteredTable(rows(), n, componentsOf(aggregate)),
    figureFunction(aggregate),
    {
      level,
      range,
      clip: true,
      shape: rate ? 'rate' : 'score',
      seed,
      method,
    },
  )
  // Cases can be at 0 each and their harmonic mean above it, and the other way round.
  const atEnd =
    aggregate === 'harmonic' ? sharesAtEnds([figureAsCase(interval)], Float64Array.of(1), range) : share
  const exact = atEnd.low === 1 ? 'zero' : atEnd.high === 1 ? 'hundred' : undefined
  const isExact = interval.method === 'whole-range' || interval.method === 'mass-bound'
  const covers = isExact ? undefined : shortfallOf(aggregate, interval.clusters)
  return {
    ...interval,
    level,
    n,
    randomOver: 'cases',
    ...(exact && { exact }),
    ...(covers !== undefined && { covers }),
  }
}

function figureAsCase({ value }: { value: number }): Observation {
  return { numerator: value, denominator: 1, cluster: '' }
}
