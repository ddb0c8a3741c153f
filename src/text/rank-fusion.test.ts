import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuseRankings } from './rank-fusion.ts'

describe('fuseRankings', () => {
  it.each([
    {
      rankings: [
        [0, 1],
        [1, 0],
      ],
      k: 60,
      expected: [1 / 61 + 1 / 62, 1 / 61 + 1 / 62, 0],
    },
    { rankings: [[2], [2, 1]], k: 60, expected: [0, 1 / 62, 2 / 61] },
    { rankings: [[0, 1, 2]], k: 0, expected: [1, 1 / 2, 1 / 3] },
    { rankings: [], k: 60, expected: [0, 0, 0] },
  ])('gives $expected', ({ rankings, k, expected }) => {
    expect([...fuseRankings(rankings, 3, k)]).toEqual(expected)
  })

  it('uses 60 unless told otherwise', () => {
    expect([...fuseRankings([[0]], 1)]).toEqual([1 / 61])
  })

  it('keeps the order of a ranking that all agree on', () => {
    const permutation = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 })
    fc.assert(
      fc.property(permutation, fc.integer({ min: 1, max: 4 }), (order, times) => {
        const scores = fuseRankings(
          Array.from({ length: times }, () => order),
          order.length,
        )
        for (const [place, document] of order.slice(1).entries()) {
          expect(scores[order[place] ?? -1]).toBeGreaterThan(scores[document] ?? 0)
        }
      }),
    )
  })
})
