import type { Bounds, Outcome } from '../core/outcome.ts'
import type { MetricDefinition } from '../core/metric.ts'
import type { Case } from '../core/case.ts'
import type { Instrument, MetricScore, ScoreResult } from '../core/scorer.ts'
import { instrumentKey } from '../core/scorer.ts'
import type { OutcomeRow } from '../core/store.ts'

/** Key of a unit's outcomes, without instrument and metric. */
export type UnitKey = Pick<OutcomeRow, 'run' | 'track' | 'system' | 'case' | 'repeat' | 'attempt'>

/** Without gold nobody can say more than the range of the metric. */
function rangeBounds(metric: MetricDefinition): Bounds {
  const [low, high] = metric.range
  const worst = metric.direction === 'higher' ? low : high
  const best = metric.direction === 'higher' ? high : low
  return { worst: { numerator: worst, denominator: 1 }, best: { numerator: best, denominator: 1 } }
}

function outcomeOf(score: MetricScore): Outcome {
  if ('unscored' in score) return { status: 'unscored', reason: score.unscored }
  if (!Number.isFinite(score.numerator) || !Number.isFinite(score.denominator) || score.denominator < 0) {
    throw new RangeError(`a scorer returned ${score.numerator}/${score.denominator}`)
  }
  if (score.denominator === 0) return { status: 'unscored', reason: 'not-applicable' }
  return { status: 'scored', numerator: score.numerator, denominator: score.denominator }
}

/** One row per metric of an instrument, each with the given outcome. */
export function uniformRows(
  unit: UnitKey,
  scorer: Instrument,
  subject: Case,
  outcome: Outcome,
): OutcomeRow[] {
  const bounds =
    subject.gold === null ? undefined : scorer.bounds({ input: subject.input, gold: subject.gold })
  return scorer.metrics.map((metric) => ({
    ...unit,
    instrument: instrumentKey(scorer),
    metric: metric.name,
    outcome,
    bounds: bounds?.[metric.name] ?? rangeBounds(metric),
  }))
}

/**
 * One row per metric from what a scorer returned.
 * @throws RangeError for a number that is not finite, Error for a metric that is missing
 */
export function scoredRows(
  unit: UnitKey,
  scorer: Instrument,
  subject: Case,
  result: Pick<ScoreResult, 'metrics'>,
): OutcomeRow[] {
  const bounds = scorer.bounds({ input: subject.input, gold: subject.gold })
  return scorer.metrics.map((metric) => {
    const score = result.metrics[metric.name]
    if (score === undefined) throw new Error(`${scorer.name} returned no ${metric.name}`)
    return {
      ...unit,
      instrument: instrumentKey(scorer),
      metric: metric.name,
      outcome: outcomeOf(score),
      bounds: bounds[metric.name] ?? rangeBounds(metric),
    }
  })
}
