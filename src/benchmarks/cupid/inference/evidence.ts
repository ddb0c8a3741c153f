import { parseOnce } from '../../../core/parse-once.ts'
import type { MetricDefinition } from '../../../core/metric.ts'
import { fraction, lowerRatioMetric, ratioMetric } from '../../../core/metric-kit.ts'
import type { Bounds, Fraction } from '../../../core/outcome.ts'
import type { Scorer } from '../../../core/scorer.ts'
import { cupidGoldSchema, inferencePredictionSchema, type CupidGold } from '../shapes.ts'
import { relevantSessions } from './relevant-sessions.ts'

const goldOf = parseOnce(cupidGoldSchema)

const metrics: readonly MetricDefinition[] = [
  ratioMetric('evidence_precision', 'Share of the sessions named that show the preference that applies.'),
  ratioMetric(
    'evidence_recall',
    'Share of the sessions that show the preference that applies which are named.',
  ),
  lowerRatioMetric(
    'leaned_on_contrast',
    'Contrastive cases: share of the sessions named that show the contrasting preference.',
  ),
  lowerRatioMetric(
    'leaned_on_superseded',
    'Changing cases: share of the sessions named that show the old preference.',
  ),
]

function countIn(named: readonly number[], wanted: readonly number[]): number {
  return named.filter((number) => wanted.includes(number)).length
}

/**
 * Context discernment: which prior sessions a system says that it leaned on, against the hidden annotations. Does not
 * apply to a system that names none. A number that is no session counts as a wrong one.
 */
export const evidence: Scorer = {
  name: 'evidence',
  version: '1',
  options: {},
  metrics,
  bounds({ gold }) {
    const found = goldOf(gold)
    const relevant = relevantSessions(found).length
    const lower = (applies: boolean): Bounds => ({
      // A system that gave no answer leaned on nothing.
      worst: fraction(0, 0),
      best: fraction(0, applies ? 1 : 0),
    })
    return {
      evidence_precision: { worst: fraction(0, 0), best: fraction(1, 1) },
      evidence_recall: {
        worst: fraction(0, relevant),
        best: fraction(relevant, relevant),
      },
      leaned_on_contrast: lower(found.contrasting !== null),
      leaned_on_superseded: lower(found.superseded !== null),
    }
  },
  score(prediction, { gold }) {
    const found = goldOf(gold)
    const { evidence_sessions } = inferencePredictionSchema.parse(prediction)
    const relevant = relevantSessions(found)
    if (evidence_sessions === null) {
      return { metrics: Object.fromEntries(metrics.map(({ name }) => [name, fraction(0, 0)])) }
    }
    const named = [...new Set(evidence_sessions)]
    const among = (rival: CupidGold['contrasting']): Fraction =>
      rival === null ? fraction(0, 0) : fraction(countIn(named, rival.sessions), named.length)
    return {
      metrics: {
        evidence_precision: fraction(countIn(named, relevant), named.length),
        evidence_recall: fraction(countIn(named, relevant), relevant.length),
        leaned_on_contrast: among(found.contrasting),
        leaned_on_superseded: among(found.superseded),
      },
      detail: { named, relevant },
    }
  },
}
