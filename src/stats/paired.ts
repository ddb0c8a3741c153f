import { checkLevel, clusteredInterval } from './interval.ts'
import type { Estimate } from './estimate.ts'
import { UNIT_RANGE } from './estimate.ts'
import { componentsOf, figureFunction, figuresOf, overFigures } from './figure-function.ts'
import { ratioDifference } from './linearised.ts'
import { checkRange } from './observation.ts'
import type { Aggregate, Range } from './observation.ts'
import { clusteredTable } from './ratio-table.ts'
import { commonCases, commonRows } from './series.ts'
import type { CaseObservation, CommonCase } from './series.ts'
import { clusterSwapTest } from './sign-flip.ts'
import type { PermutationTest } from './sign-flip.ts'

/** Which way a metric is better. */
export type Direction = 'higher' | 'lower'

export interface PairedOptions {
  aggregate: Aggregate
  /** Default 0.95. */
  level?: number | undefined
  /** Possible per-case fractions, default [0, 1]; the difference is bounded by its width. */
  range?: Range | undefined
  /** Decides wins and losses only, default `higher`. */
  direction?: Direction | undefined
  /** Seed of bootstrap and permutation, default 1. */
  seed?: number | string | undefined
}

/** System a against system b on the cases valid for both. */
export interface PairedComparison {
  /** a − b, with its interval (n and clusters count the common cases). */
  difference: Estimate
  /** The figure of each system on the common cases. */
  a: number
  b: number
  /** Cases on which a is better, equal, worse (unweighted; only cases that apply to both). */
  wins: number
  ties: number
  losses: number
  permutation: PermutationTest
}

function tally(
  cases: readonly CommonCase[],
  direction: Direction,
): { wins: number; ties: number; losses: number } {
  const count = { wins: 0, ties: 0, losses: 0 }
  for (const { scores } of cases) {
    const [a, b] = scores
    if (!a || !b || a.denominator === 0 || b.denominator === 0) continue
    const x = a.numerator / a.denominator
    const y = b.numerator / b.denominator
    // Equal scores computed in another order differ by rounding; that is a tie.
    if (Math.abs(x - y) <= 1e-12 * Math.max(Math.abs(x), Math.abs(y))) count.ties += 1
    else if (x > y === (direction === 'higher')) count.wins += 1
    else count.losses += 1
  }
  return count
}

function mirrored({ difference, a, b, wins, ties, losses, permutation }: PairedComparison): PairedComparison {
  const { value, low, high } = difference
  const negated: Estimate = { ...difference, value: -value, low: -high, high: -low }
  return { difference: negated, a: b, b: a, wins: losses, ties, losses: wins, permutation }
}

/**
 * Compares two systems case by case.
 * @returns undefined when no case is common, or, with `ratio` or `harmonic`, one of the two has no applicable common case.
 * @throws RangeError for invalid numbers, a case twice in a series, or series that disagree on cluster or weight.
 */
export function paired(
  a: readonly CaseObservation[],
  b: readonly CaseObservation[],
  options: PairedOptions,
): PairedComparison | undefined {
  const { aggregate, level = 0.95, range = UNIT_RANGE, direction = 'higher', seed = 1 } = options
  checkLevel(level)
  checkRange(range, aggregate)
  const cases = commonCases([a, b], aggregate, range)
  const rows = commonRows(cases, aggregate)
  const table = clusteredTable(rows, rows.length, 2 * componentsOf(aggregate))
  const [figureA = Number.NaN, figureB = Number.NaN] = figuresOf(table.clusters, aggregate)
  if (Number.isNaN(figureA) || Number.isNaN(figureB)) return undefined
  // Resampling is seeded: computing one orientation only makes b − a the exact mirror image of a − b.
  if (figureA < figureB) {
    const mirror = paired(b, a, options)
    return mirror && mirrored(mirror)
  }
  const counts = tally(cases, direction)
  const width = range[1] - range[0]
  const interval = clusteredInterval(table, overFigures(ratioDifference, aggregate), {
    level,
    range: [-width, width],
    clip: true,
    shape: 2 * counts.ties >= cases.length ? 'sparse-difference' : 'difference',
    seed,
  })
  return {
    difference: { ...interval, level, n: cases.length, randomOver: 'cases' },
    a: figureA,
    b: figureB,
    ...counts,
    permutation: clusterSwapTest(table.clusters, figureFunction(aggregate), seed),
  }
}
