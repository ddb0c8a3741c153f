import { Fault } from '../../core/fault.ts'
import type { Case } from '../../core/case.ts'
import type { Json } from '../../core/json.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import type { Fraction } from '../../core/outcome.ts'
import type { MetricScore, Scorer } from '../../core/scorer.ts'
import type { Track } from '../../core/track.ts'
import type { CaseObservation } from '../../stats/series.ts'

/** What a scorer says of a case, by metric. */
export type CaseScores = Readonly<Record<string, MetricScore>>

/**
 * Scores a prediction as a run would: read by the track first; what it can't read is worst.
 * @throws Fault when it is not the prediction's fault
 */
export function scorePrediction(
  track: Pick<Track, 'parse'>,
  scorer: Scorer,
  subject: Case,
  prediction: Json,
): CaseScores {
  try {
    const parsed = track.parse({ form: 'contract', value: prediction }, subject.input)
    return scorer.score(parsed.prediction, subject).metrics
  } catch (error) {
    if (!(error instanceof Fault) || error.by !== 'system') throw error
    const bounds = scorer.bounds(subject)
    return Object.fromEntries(
      scorer.metrics.flatMap(({ name }) => {
        const bound = bounds[name]
        return bound === undefined ? [] : [[name, bound.worst]]
      }),
    )
  }
}

/** The observations of a metric; cases that could not be scored are not among them. */
export function observationsOf(
  metric: MetricDefinition,
  cases: readonly Case[],
  scores: readonly CaseScores[],
): CaseObservation[] {
  return cases.flatMap(({ id, cluster, weight }, at) => {
    const own = scores[at]
    const score = fractionOf(own?.[metric.name])
    if (score === null) return []
    const place = { case: id, cluster, weight }
    if (metric.aggregate !== 'harmonic') return [{ ...place, ...score }]
    const [first, second] = metric.of.map((name) => fractionOf(own?.[name]))
    return first && second ? [{ ...place, ...score, parts: [first, second] as const }] : []
  })
}

function fractionOf(score: MetricScore | undefined): Fraction | null {
  return score === undefined || 'unscored' in score ? null : score
}
