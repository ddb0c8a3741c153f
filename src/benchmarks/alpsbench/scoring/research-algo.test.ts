import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { instrumentKey } from '../../../core/scorer.ts'
import { researchAlgo } from './research-algo.ts'

const item = (
  memory_id: string,
  type: string,
  label: string,
  value: string,
  confidence: number,
): JsonObject => ({ memory_id, type, label, value, confidence })

const gold = [
  item('m1', 'direct', 'Preferences/Food', 'Avoids dairy because of lactose intolerance', 0.95),
  item('m2', 'indirect', 'Thoughts/Curiosity', 'Keeps asking about tidal power plants', 0.65),
  item('m3', 'direct', 'Possessions/Pet', 'Has a parrot called Biscuit', 0.95),
]
const predicted = [
  item('p1', 'direct', 'Preferences/Food', 'Lactose intolerant, avoids dairy products', 0.8),
  item('p2', 'direct', 'Thoughts/Curiosity', 'Curious about renewable energy', 0.95),
  item('p3', 'direct', 'Personal_Background/Location', 'Lives near the coast of Brittany', 0.5),
]
const subjectOf = (items: readonly JsonObject[]) => ({ input: null, gold: { memory_items: items } })
const greedy = researchAlgo('memory_items', { matcher: 'greedy' })
const hungarian = researchAlgo('memory_items', { matcher: 'hungarian' })

describe('research-algo', () => {
  it('gives the full vector of spec 2.2.8', () => {
    const { metrics, detail, items } = greedy.score({ memory_items: predicted }, subjectOf(gold))
    expect(metrics).toEqual({
      score: { numerator: 66.739, denominator: 1 },
      precision: { numerator: 0.6667, denominator: 1 },
      recall: { numerator: 0.6667, denominator: 1 },
      f1: { numerator: 0.6667, denominator: 1 },
      quality: { numerator: 0.66785, denominator: 1 },
      direct_recall: { numerator: 1, denominator: 2 },
      indirect_recall: { numerator: 1, denominator: 1 },
      missing_rate: { numerator: 1, denominator: 3 },
    })
    expect(detail).toMatchObject({
      pairs: [
        { gold_id: 'm1', predicted_id: 'p1', score: 0.7594, label: 1, value: 0.3985, type: 1, confidence: 1 },
        {
          gold_id: 'm2',
          predicted_id: 'p2',
          score: 0.5763,
          label: 1,
          value: 0.2219,
          type: 0,
          confidence: 0.875,
        },
      ],
      missing: ['m3'],
      extra: ['p3'],
    })
    expect(
      items?.filter((row) => row.numerator === 0).map((row) => [row.tags['side'], row.tags['label']]),
    ).toEqual([
      ['gold', 'Possessions/Pet'],
      ['predicted', 'Personal_Background/Location'],
    ])
  })

  it('differs between the matchers as spec 2.2.7 shows', () => {
    const g = [
      item('g1', 'indirect', 'Preferences/Sports', 'paints small birds', 0.95),
      item('g2', 'indirect', 'States_Experiences/Past_Experience', 'reads sea novels', 0.8),
    ]
    const p = [
      item('p1', 'direct', 'Preferences/Sports', 'reads novels', 0.8),
      item('p2', 'indirect', 'Preferences/Entertainment', 'swims in lakes', 0.5),
    ]
    const score = (scorer: typeof greedy) => scorer.score({ memory_items: p }, subjectOf(g))
    expect(score(greedy).metrics['score']).toEqual({ numerator: 52.562, denominator: 1 })
    expect(score(greedy).detail).toMatchObject({ pairs: [{ gold_id: 'g1', predicted_id: 'p1' }] })
    expect(score(hungarian).metrics['score']).toEqual({ numerator: 63.877, denominator: 1 })
    expect(score(hungarian).detail).toMatchObject({
      pairs: [
        { gold_id: 'g2', predicted_id: 'p1', score: 0.3971 },
        { gold_id: 'g1', predicted_id: 'p2', score: 0.3988 },
      ],
    })
    expect([instrumentKey(greedy), instrumentKey(hungarian)]).toEqual([
      'research-algo@1',
      'research-algo@1?matcher=hungarian',
    ])
  })

  it('gives 0 without gold or without prediction', () => {
    for (const [g, p] of [
      [[], []],
      [gold, []],
      [[], predicted],
    ] as const) {
      const { metrics } = greedy.score({ memory_items: p }, subjectOf(g))
      for (const name of ['score', 'precision', 'recall', 'f1', 'quality']) {
        expect(metrics[name]).toEqual({ numerator: 0, denominator: 1 })
      }
    }
  })

  it('counts a failed case as an empty prediction, and nothing is worse or better than the bounds', () => {
    const bounds = greedy.bounds(subjectOf(gold))
    const empty = greedy.score({ memory_items: [] }, subjectOf(gold)).metrics
    for (const [name, score] of Object.entries(empty)) expect(score).toEqual(bounds[name]?.worst)
    const best = greedy.score({ memory_items: gold }, subjectOf(gold)).metrics
    for (const [name, score] of Object.entries(best)) expect(score).toEqual(bounds[name]?.best)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...gold, ...predicted), { maxLength: 6 }), (items) => {
        const { metrics } = hungarian.score({ memory_items: items }, subjectOf(gold))
        for (const [name, score] of Object.entries(metrics)) {
          const bound = bounds[name]
          if (!('numerator' in score) || bound === undefined) throw new Error(`${name} has no figure`)
          const value = score.numerator / score.denominator
          const ends = [bound.worst, bound.best].map((end) => end.numerator / end.denominator)
          expect(value).toBeGreaterThanOrEqual(Math.min(...ends))
          expect(value).toBeLessThanOrEqual(Math.max(...ends))
        }
      }),
    )
  })

  it('reads items of wrong shape without failing', () => {
    const odd = [{ value: ['a'], label: 3, type: null, confidence: 'high' }, {}, { value: { x: 1 } }]
    expect(() => greedy.score({ memory_items: odd }, subjectOf(gold))).not.toThrow()
  })
})
