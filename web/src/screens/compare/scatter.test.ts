import { describe, expect, it } from 'vitest'
import { outcomeShares, radiusOf, scatterPoints, valuesByHash } from './scatter.ts'

const cases = (...hashes: string[]) => ({
  cases: hashes.map((hash, place) => ({ id: `c${place}`, hash, cluster: 'k', weight: 1, tags: {} })),
})
const outcomes = (values: (number | null)[]) => ({
  run: 'r',
  track: 't',
  instrument: 'i',
  metric: 'm',
  systems: [{ system: 's', status: '', values, reasons: {} }],
})

describe('scatter', () => {
  it('joins cases of two runs by content, whatever their ids and order', () => {
    const a = valuesByHash(cases('x', 'y', 'z', 'y'), outcomes([1, 0.5, null, 0]), 's')
    const b = valuesByHash(cases('y', 'z', 'x', 'w'), outcomes([0.5, 1, 0, 1]), 's')
    expect(scatterPoints(a, b)).toEqual([
      { x: 1, y: 0, cases: ['c0'] },
      { x: 0.5, y: 0.5, cases: ['c1'] },
    ])
    expect(scatterPoints(a, valuesByHash(cases('x'), outcomes([1]), 'nobody'))).toEqual([])
  })

  it('puts cases of one place together, the largest first', () => {
    const a = valuesByHash(cases('x', 'y', 'z'), outcomes([0, 1, 1]), 's')
    expect(scatterPoints(a, a).map(({ cases: own }) => own)).toEqual([['c1', 'c2'], ['c0']])
    expect(radiusOf(1)).toBe(3)
    expect(radiusOf(1_000_000)).toBe(18)
  })

  it('shares add up, or are nothing of nothing', () => {
    expect(outcomeShares(1, 2, 1)).toEqual([0.25, 0.5, 0.25])
    expect(outcomeShares(0, 0, 0)).toEqual([0, 0, 0])
  })
})
