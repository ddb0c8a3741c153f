import type { MetricDefinition } from '../../../core/metric.ts'
import { fraction, harmonic, ratioMetric } from '../../../core/metric-kit.ts'
import type { Bounds } from '../../../core/outcome.ts'
import type { MetricScore } from '../../../core/scorer.ts'
import type { CupidGold } from '../shapes.ts'

/** Names of the three figures of preference match. */
export type MatchMetric = 'precision' | 'recall' | 'f1'

/** Preference match (spec 2.9): two ratios of sums, and before them the main figure, their harmonic mean. */
export const matchMetrics: readonly MetricDefinition[] = [
  {
    name: 'f1',
    description: 'Harmonic mean of precision and recall, computed from the sums.',
    aggregate: 'harmonic',
    of: ['precision', 'recall'],
    direction: 'higher',
    range: [0, 1],
  },
  ratioMetric(
    'precision',
    'Share of the inferred checklist that the gold preference covers, over all entries.',
  ),
  ratioMetric('recall', 'Share of the gold checklist that the inferred preference covers, over all entries.'),
]

/** Scores of the entries of both checklists, each 0, 0.5 or 1; null where a direction could not be measured. */
export interface Matched {
  /** One for each inferred entry. */
  readonly inferred: readonly number[] | null
  /** One for each gold entry. */
  readonly gold: readonly number[] | null
}

const sum = (scores: readonly number[]): number => scores.reduce((total, score) => total + score, 0)

/** The figures of one case. A direction that was not measured leaves only its own figure, and F1, unscored. */
export function matchScores({ inferred, gold }: Matched): Record<MatchMetric, MetricScore> {
  const unreadable = { unscored: 'judge-unreadable' } as const
  const part = (scores: readonly number[] | null): MetricScore =>
    scores === null ? unreadable : fraction(sum(scores), scores.length)
  return {
    precision: part(inferred),
    recall: part(gold),
    f1: inferred === null || gold === null ? unreadable : fraction(caseF1(inferred, gold)),
  }
}

/** F1 of one case; 0 where either side has nothing to match. */
function caseF1(inferred: readonly number[], gold: readonly number[]): number {
  const ratio = (scores: readonly number[]): number => (scores.length === 0 ? 0 : sum(scores) / scores.length)
  return harmonic(ratio(inferred), ratio(gold))
}

/** A failed case matched nothing: all gold entries 0, and no inferred ones (spec 5.2, overflow). */
export function matchBounds({ checklist }: Pick<CupidGold, 'checklist'>): Record<MatchMetric, Bounds> {
  const entries = checklist.length
  return {
    precision: { worst: fraction(0, 0), best: fraction(1) },
    recall: {
      worst: fraction(0, entries),
      best: fraction(entries, entries),
    },
    f1: { worst: fraction(0), best: fraction(1) },
  }
}
