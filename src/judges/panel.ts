import type { MetricDefinition } from '../core/metric.ts'
import type { Fraction } from '../core/outcome.ts'
import type { MetricScore } from '../core/scorer.ts'

/** How the verdicts of several judges become one figure. */
export type PanelRule = 'majority' | 'mean'

/** What one judge's verdict is worth for a metric; null: the verdict can't be read. */
export type Vote = MetricScore | null

/**
 * One figure of a panel. More than half of the judges must have given one, else it is unscored: with their common
 * reason, or `judge-unreadable`.
 * - `mean`: the mean of the judges' values.
 * - `majority`: of a metric of 0 or 1, the value that more than half of the whole panel gives (unscored without
 *   one); of any other metric, the median.
 */
export function panelScore(
  metric: Pick<MetricDefinition, 'binary' | 'aggregate'>,
  votes: readonly Vote[],
  rule: PanelRule,
): MetricScore {
  const given = votes.filter((vote) => isFraction(vote))
  if (given.length * 2 <= votes.length) return { unscored: commonReason(votes) }
  const applicable = given.filter(({ denominator }) => denominator > 0)
  if (applicable.length === 0) return { numerator: 0, denominator: 0 }
  if (rule === 'mean') return meanOf(metric.aggregate, applicable)
  if (metric.binary !== true) return meanOf(metric.aggregate, middle(applicable))
  const winner = applicable.find(
    (vote) => applicable.filter((other) => valueOf(other) === valueOf(vote)).length * 2 > votes.length,
  )
  return winner ?? { unscored: 'judge-unreadable' }
}

/** A vote as a number; null where there is none. */
export function voteValue(vote: Vote): number | null {
  return isFraction(vote) && vote.denominator > 0 ? valueOf(vote) : null
}

function isFraction(vote: Vote): vote is Fraction {
  return vote !== null && !('unscored' in vote)
}

function commonReason(votes: readonly Vote[]) {
  const reasons = votes.map((vote) =>
    vote !== null && 'unscored' in vote ? vote.unscored : 'judge-unreadable',
  )
  const [first = 'judge-unreadable'] = reasons
  return reasons.every((reason) => reason === first) ? first : 'judge-unreadable'
}

function valueOf({ numerator, denominator }: Fraction): number {
  return numerator / denominator
}

/** The one or two in the middle by value. */
function middle(fractions: readonly Fraction[]): readonly Fraction[] {
  const order = fractions.toSorted((a, b) => valueOf(a) - valueOf(b))
  const half = order.length / 2
  return order.slice(Math.ceil(half) - 1, Math.floor(half) + 1)
}

/** Of a metric that is summed over cases, numerators and denominators; of any other, the values. */
function meanOf(aggregate: MetricDefinition['aggregate'], fractions: readonly Fraction[]): Fraction {
  const [only, second] = fractions
  if (only !== undefined && second === undefined) return only
  const mean = (pick: (fraction: Fraction) => number): number =>
    fractions.reduce((sum, fraction) => sum + pick(fraction), 0) / fractions.length
  return aggregate === 'ratio'
    ? { numerator: mean((one) => one.numerator), denominator: mean((one) => one.denominator) }
    : { numerator: mean(valueOf), denominator: 1 }
}
