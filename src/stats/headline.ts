import type { Estimate } from './estimate.ts'
import { UNIT_RANGE } from './estimate.ts'
import { checkLevel, clusteredInterval } from './interval.ts'
import { componentsOf, figuresOf, overFigures } from './figure-function.ts'
import type { RatioFunction } from './linearised.ts'
import { checkRange } from './observation.ts'
import type { Aggregate, Range } from './observation.ts'
import type { Direction } from './paired.ts'
import { clusteredTable } from './ratio-table.ts'
import { commonCases, commonRows } from './series.ts'
import type { CaseObservation } from './series.ts'

export interface HeadlineOptions {
  aggregate: Aggregate
  /** Default 0.95. */
  level?: number | undefined
  /** Possible per-case fractions, default [0, 1]. */
  range?: Range | undefined
  /** Default `higher`. */
  direction?: Direction | undefined
  /** Largest share of the way from the worst value to the ceiling that the floor may reach, default 0.05. */
  floorShare?: number | undefined
  /** Seed of the bootstrap, default 1. */
  seed?: number | string | undefined
}

/** The figures of system, floor and ceiling on the common cases. */
interface Figures {
  system: number
  floor: number
  ceiling: number
}

/** The headline, or why the metric must not have one. Figures are absent only when there is no common case. */
export type Headline =
  | ({ kind: 'headline'; estimate: Estimate } & Figures)
  | { kind: 'undefined'; reason: 'no-common-cases'; message: string }
  | ({ kind: 'undefined'; reason: 'ceiling-not-above-floor' | 'floor-too-high'; message: string } & Figures)

const normalised: RatioFunction = {
  value: ([s = Number.NaN, f = Number.NaN, c = Number.NaN]) => (s - f) / (c - f),
  gradient: ([s = Number.NaN, f = Number.NaN, c = Number.NaN]) => [
    1 / (c - f),
    (s - c) / (c - f) ** 2,
    -(s - f) / (c - f) ** 2,
  ],
}

/** Why these figures allow no headline. */
function objection(
  { floor, ceiling }: Figures,
  range: Range,
  direction: Direction,
  floorShare: number,
): { reason: 'ceiling-not-above-floor' | 'floor-too-high'; message: string } | undefined {
  const sign = direction === 'higher' ? 1 : -1
  if (!(sign * (ceiling - floor) > 1e-12 * (range[1] - range[0]))) {
    return {
      reason: 'ceiling-not-above-floor',
      message: 'the ceiling is not better than the input-blind floor',
    }
  }
  const worst = direction === 'higher' ? range[0] : range[1]
  const share = (floor - worst) / (ceiling - worst)
  if (share <= floorShare) return undefined
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const message = `an input-blind system gets ${percent(share)} of the ceiling, more than ${percent(floorShare)}`
  return { reason: 'floor-too-high', message }
}

/**
 * (system − floor) / (ceiling − floor) on the cases valid for all three: 0 = no better than the best input-blind
 * system, 1 = as good as the oracle; not cut at either end. The interval treats floor and ceiling as estimated on
 * the same cases (delta method over clusters).
 * @throws RangeError as `paired`, or when floorShare is not in [0, 1].
 */
export function headline(
  system: readonly CaseObservation[],
  floor: readonly CaseObservation[],
  ceiling: readonly CaseObservation[],
  options: HeadlineOptions,
): Headline {
  const {
    aggregate,
    level = 0.95,
    range = UNIT_RANGE,
    direction = 'higher',
    floorShare = 0.05,
    seed = 1,
  } = options
  checkLevel(level)
  checkRange(range, aggregate)
  if (!(floorShare >= 0 && floorShare <= 1))
    throw new RangeError(`floorShare must be in [0, 1], got ${floorShare}`)
  const cases = commonCases([system, floor, ceiling], aggregate, range)
  const rows = commonRows(cases, aggregate)
  const table = clusteredTable(rows, rows.length, 3 * componentsOf(aggregate))
  const [s = Number.NaN, f = Number.NaN, c = Number.NaN] = figuresOf(table.clusters, aggregate)
  const figures: Figures = { system: s, floor: f, ceiling: c }
  if ([s, f, c].some((figure) => Number.isNaN(figure))) {
    return {
      kind: 'undefined',
      reason: 'no-common-cases',
      message: 'no case is valid for system, floor and ceiling',
    }
  }
  const reason = objection(figures, range, direction, floorShare)
  if (reason) return { kind: 'undefined', ...reason, ...figures }
  const ends = range.map((end) => (end - f) / (c - f)).toSorted((x, y) => x - y)
  const interval = clusteredInterval(table, overFigures(normalised, aggregate), {
    level,
    range: [ends[0] ?? 0, ends[1] ?? 1],
    // The ends rest on estimated figures, so they are no certain limits of the headline.
    clip: false,
    shape: 'difference',
    seed,
  })
  return {
    kind: 'headline',
    estimate: { ...interval, level, n: cases.length, randomOver: 'cases' },
    ...figures,
  }
}
