import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricScore, Scorer } from '../../../core/scorer.ts'
import { ndcgAt, reciprocalRank, retrievalRank } from './retrieval-rank.ts'
import { publicExactRetrieval } from './public-exact.ts'

const memory = { memory_id: 'm3', value: 'Has a parrot', label: 'Possessions/Pet' }
const gold = { selected_memory_id: 'm3', selected_memory: memory }
const candidates = ['m1', 'm2', 'm1', 'm3', 'm2', 'm4'].map((memory_id) => ({
  memory_id,
  value: `value of ${memory_id}`,
  label: 'UNMAPPED',
}))
const input = { query: 'Which pet?', candidate_memories: candidates }

function figures(
  scorer: Scorer,
  selected: string,
  ranking?: readonly string[],
): Record<string, number | string> {
  const prediction = {
    answer: '',
    reason: '',
    selected_memory_id: selected,
    ...(ranking === undefined ? {} : { ranking }),
  }
  const { metrics } = scorer.score(prediction, { input, gold })
  const shown = (score: MetricScore) =>
    'unscored' in score ? score.unscored : score.numerator / score.denominator
  return Object.fromEntries(Object.entries(metrics).map(([name, score]) => [name, shown(score)]))
}

const none = {
  'recall@1': 'not-applicable',
  'recall@5': 'not-applicable',
  'recall@10': 'not-applicable',
  'ndcg@10': 'not-applicable',
  mrr: 'not-applicable',
}

describe('public-exact of retrieval', () => {
  // AlpsBench spec 2.1: gold id m3, prediction " M3 " is right.
  it.each([
    ['m3', 1],
    [' M3 ', 1],
    ['m1', 0],
    ['3', 0],
    ['', 0],
    ['m33', 0],
  ])('selected %j scores %d', (selected, accuracy) => {
    expect(figures(publicExactRetrieval(), selected)).toEqual({ accuracy })
  })

  it('gives nothing for an empty gold id', () => {
    const score = publicExactRetrieval().score(
      { answer: '', reason: '', selected_memory_id: '' },
      { input, gold: { ...gold, selected_memory_id: '' } },
    )
    expect(score.metrics['accuracy']).toEqual({ numerator: 0, denominator: 1 })
  })
})

describe('retrieval-rank', () => {
  const rankingOf = (rank: number, length: number) =>
    Array.from({ length }, (_, index) => (index + 1 === rank ? 'm3' : `x${index}`))

  // Systems by metric, worked out by hand: 1 / log2(rank + 1), 1 / rank.
  it.each([
    ['selects the gold, no ranking', 'm3', undefined, { accuracy: 1, ...none }],
    ['selects another, no ranking', 'm1', undefined, { accuracy: 0, ...none }],
    [
      'gold first',
      'm3',
      rankingOf(1, 12),
      { accuracy: 1, 'recall@1': 1, 'recall@5': 1, 'recall@10': 1, 'ndcg@10': 1, mrr: 1 },
    ],
    [
      'gold third',
      'x0',
      rankingOf(3, 12),
      { accuracy: 0, 'recall@1': 0, 'recall@5': 1, 'recall@10': 1, 'ndcg@10': 0.5, mrr: 1 / 3 },
    ],
    [
      'gold tenth',
      'x0',
      rankingOf(10, 12),
      { accuracy: 0, 'recall@1': 0, 'recall@5': 0, 'recall@10': 1, 'ndcg@10': 1 / Math.log2(11), mrr: 0.1 },
    ],
    [
      'gold eleventh',
      'x0',
      rankingOf(11, 12),
      { accuracy: 0, 'recall@1': 0, 'recall@5': 0, 'recall@10': 0, 'ndcg@10': 0, mrr: 1 / 11 },
    ],
    [
      'gold not retrieved',
      'x0',
      ['x0', 'x1'],
      { accuracy: 0, 'recall@1': 0, 'recall@5': 0, 'recall@10': 0, 'ndcg@10': 0, mrr: 0 },
    ],
    [
      'empty ranking',
      '',
      [],
      { accuracy: 0, 'recall@1': 0, 'recall@5': 0, 'recall@10': 0, 'ndcg@10': 0, mrr: 0 },
    ],
  ])('%s', (_, selected, ranking, expected) => {
    expect(figures(retrievalRank(), selected, ranking)).toEqual(expected)
  })

  it('puts every permutation into order: better ranks never score less, all in [0, 1]', () => {
    const ids = Array.from({ length: 15 }, (_, index) => `m${index}`)
    fc.assert(
      fc.property(fc.shuffledSubarray(ids, { minLength: 15 }), (ranking) => {
        const shown = figures(retrievalRank(), ranking[0] ?? '', ranking)
        const rank = ranking.indexOf('m3') + 1
        expect(shown['mrr']).toBeCloseTo(1 / rank, 12)
        for (const value of Object.values(shown)) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(shown['accuracy']).toBe(shown['recall@1'])
        // Swapping the gold one place up never lowers a metric.
        if (rank > 1) {
          const better = [...ranking]
          better.splice(rank - 1, 1)
          better.splice(rank - 2, 0, 'm3')
          const raised = figures(retrievalRank(), better[0] ?? '', better)
          for (const [name, value] of Object.entries(raised)) {
            expect(Number(value)).toBeGreaterThanOrEqual(Number(shown[name] ?? 2))
          }
          expect(raised['mrr']).toBeGreaterThan(Number(shown['mrr']))
        }
      }),
    )
  })

  it('nDCG falls with the rank and is cut off; the reciprocal rank is not', () => {
    expect([1, 2, 3, 7].map((rank) => ndcgAt(10, rank))).toEqual([1, 1 / Math.log2(3), 0.5, 1 / 3])
    expect([ndcgAt(10, 11), ndcgAt(10, null), reciprocalRank(null)]).toEqual([0, 0, 0])
    expect(reciprocalRank(100)).toBe(0.01)
  })

  it('counts a failure in accuracy and in nothing that needs a ranking', () => {
    const scorer = retrievalRank()
    const bounds = scorer.bounds({ input, gold })
    expect(Object.keys(bounds)).toEqual(scorer.metrics.map(({ name }) => name))
    expect(bounds['accuracy']).toEqual({
      worst: { numerator: 0, denominator: 1 },
      best: { numerator: 1, denominator: 1 },
    })
    expect(bounds['mrr']?.worst.denominator).toBe(0)
  })
})
