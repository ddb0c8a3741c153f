import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorTypes, penaltyScore, reviewCounts, severityFactor } from './penalty-score.ts'

const none = { pair_reviews: [], missing_reviews: [], extra_reviews: [] }

describe('penaltyScore (AlpsBench spec 2.3.1)', () => {
  it('gives the vector of the spec', () => {
    const verdict = {
      pair_reviews: [
        { error_type: 'EQUIVALENT', severity: 0 },
        { error_type: 'overgeneral', severity: '2' },
      ],
      missing_reviews: [{ id: 'm2', should_have_extracted: true, severity: 2 }],
      extra_reviews: [{ id: 'p3', hallucinated: false, severity: 1 }],
    }
    expect(penaltyScore(verdict)).toBe(80.5)
  })

  it.each(Object.entries(errorTypes))('charges a pair with %s %d points at severity 1', (type, points) => {
    const pair = (severity: number) => ({
      ...none,
      pair_reviews: [{ error_type: type, severity, ok: true }],
    })
    expect(penaltyScore(pair(1))).toBe(100 - points)
    expect(penaltyScore(pair(0))).toBe(100 - points / 2)
    expect(penaltyScore(pair(3))).toBe(100 - points * 2)
  })

  it.each([undefined, null, 'SOMETHING', 7, ''])('takes the error type %j for OTHER', (type) => {
    const review = { severity: 1, ...(type === undefined ? {} : { error_type: type }) }
    expect(penaltyScore({ ...none, pair_reviews: [review] })).toBe(96)
  })

  it('charges missing and extra items only for exactly true', () => {
    expect(penaltyScore({ ...none, missing_reviews: [{ should_have_extracted: true, severity: 1 }] })).toBe(
      90,
    )
    expect(penaltyScore({ ...none, extra_reviews: [{ hallucinated: true, severity: 1 }] })).toBe(85)
    for (const value of [false, null, 1, 'true', 'yes']) {
      expect(penaltyScore({ ...none, missing_reviews: [{ should_have_extracted: value }] })).toBe(100)
      expect(penaltyScore({ ...none, extra_reviews: [{ hallucinated: value }] })).toBe(100)
    }
  })

  it('stays within 0 and 100 and never rises with a review', () => {
    const review = fc.record({
      error_type: fc.constantFrom(...Object.keys(errorTypes)),
      severity: fc.integer({ min: -5, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(review, { maxLength: 20 }), review, (reviews, another) => {
        const before = penaltyScore({ ...none, pair_reviews: reviews })
        const after = penaltyScore({ ...none, pair_reviews: [...reviews, another] })
        expect(before).toBeLessThanOrEqual(100)
        expect(after).toBeGreaterThanOrEqual(0)
        expect(after).toBeLessThanOrEqual(before)
      }),
    )
  })
})

describe('severityFactor', () => {
  it.each([
    [0, 0.5],
    [1, 1],
    [2, 1.5],
    [3, 2],
    [9, 2],
    [-4, 0.5],
    [2.9, 1.5],
    ['2', 1.5],
    [' 3 ', 2],
    [true, 1],
    [false, 0.5],
    [undefined, 1],
    [null, 1],
    ['high', 1],
    ['2.5', 1],
    ['', 1],
    [[], 1],
  ])('of %j is %d', (severity, factor) => {
    expect(severityFactor(severity)).toBe(factor)
  })
})

describe('reviewCounts', () => {
  it('counts each list', () => {
    expect(reviewCounts({ pair_reviews: [{}, {}], missing_reviews: [{}] })).toEqual({
      pair_reviews: 2,
      missing_reviews: 1,
      extra_reviews: 0,
    })
  })
})
