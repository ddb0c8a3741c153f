import { parseOnce } from '../../../core/parse-once.ts'
import type { MetricScore, Scorer } from '../../../core/scorer.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { retrievalGoldSchema, retrievalPredictionSchema } from '../shapes.ts'
import { sameId } from './public-exact.ts'

const goldOf = parseOnce(retrievalGoldSchema)

/** Cut-offs of recall. */
const cutoffs = [1, 5, 10] as const

/** With one relevant candidate the ideal gain is 1, so nDCG@k is the gain itself: 1 / log2(rank + 1) up to rank k. */
export function ndcgAt(cutoff: number, rank: number | null): number {
  return rank === null || rank > cutoff ? 0 : 1 / Math.log2(rank + 1)
}

/** 1 / rank, 0 for a gold memory that was not retrieved. */
export function reciprocalRank(rank: number | null): number {
  return rank === null ? 0 : 1 / rank
}

/**
 * Our scorer for retrieval (spec 2.5.4): accuracy of the selection, and for systems that return a ranking
 * recall@1, @5, @10, nDCG@10 and MRR of the one gold memory. Where there is no ranking these do not apply: one
 * selected id says nothing of the ranks behind it.
 */
export function retrievalRank(): Scorer {
  const rankingMetrics = [
    ...cutoffs.map((cutoff) => ({
      ...meanMetric(`recall@${cutoff}`, `The gold memory is among the first ${cutoff}`),
      binary: true,
    })),
    meanMetric('ndcg@10', 'Discounted gain of the gold memory among the first 10: 1 / log2(rank + 1)'),
    meanMetric('mrr', 'Reciprocal rank of the gold memory in the whole ranking'),
  ]
  const bounds = Object.fromEntries([
    ['accuracy', { worst: fraction(0), best: fraction(1) }],
    // A failure shows no ranking, so it counts in accuracy only; else systems that never rank would get a figure.
    ...rankingMetrics.map(({ name }) => [name, { worst: fraction(0, 0), best: fraction(0, 0) }]),
  ])
  return {
    name: 'retrieval-rank',
    version: '1',
    options: {},
    metrics: [
      { ...meanMetric('accuracy', 'The selected candidate is the gold memory'), binary: true },
      ...rankingMetrics,
    ],
    score(prediction, { gold }) {
      const { selected_memory_id: selected, ranking } = retrievalPredictionSchema.parse(prediction)
      const wanted = goldOf(gold).selected_memory_id
      const accuracy = fraction(sameId(selected, wanted) ? 1 : 0)
      if (ranking === undefined) {
        const none: MetricScore = { unscored: 'not-applicable' }
        return {
          metrics: { accuracy, ...Object.fromEntries(rankingMetrics.map(({ name }) => [name, none])) },
        }
      }
      const place = ranking.findIndex((id) => sameId(id, wanted))
      const rank = place === -1 ? null : place + 1
      const recalls = cutoffs.map((cutoff) => [
        `recall@${cutoff}`,
        fraction(rank !== null && rank <= cutoff ? 1 : 0),
      ])
      return {
        metrics: {
          accuracy,
          ...Object.fromEntries(recalls),
          'ndcg@10': fraction(ndcgAt(10, rank)),
          mrr: fraction(reciprocalRank(rank)),
        },
        detail: { rank, ranked: ranking.length },
      }
    },
    bounds: () => bounds,
  }
}
