import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { studentTCdf, studentTQuantile } from '../../stats/distributions.ts'
import { againstNumber, oneSided, withinMargin } from './one-sided.ts'

/** A t interval of 30 clusters. */
const at =
  (value: number, error: number) =>
  (level: number): { value: number; low: number; high: number } => {
    const half = studentTQuantile((1 + level) / 2, 29) * error
    return { value, low: value - half, high: value + half }
  }

describe('oneSided', () => {
  it('is half of the two-sided p on the side of the difference, and the rest on the other', () => {
    expect(oneSided(0.2, { p: 0.04 })).toEqual({ for: 0.02, against: 0.98 })
    expect(oneSided(-0.2, { p: 0.04 })).toEqual({ for: 0.98, against: 0.02 })
    expect(oneSided(0, { p: 1 })).toEqual({ for: 1, against: 1 })
  })
})

describe('againstNumber', () => {
  it('turns a t interval into the t test', () => {
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (distance) => {
        const p = againstNumber(at(distance, 1), 0)
        // Both ends of the levels that are looked at are left out.
        if (Math.abs(distance) < 0.01) return
        expect(p?.for).toBeCloseTo(1 - studentTCdf(distance, 29), 4)
        expect((p?.for ?? 0) + (p?.against ?? 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('is never surer than the widest interval that is looked at, and even at the number itself', () => {
    expect(againstNumber(at(50, 1), 0)?.for).toBeCloseTo(0.0001, 6)
    expect(againstNumber(at(0, 1), 0)).toEqual({ for: 0.5, against: 0.5 })
    expect(againstNumber(() => undefined, 0)).toBeUndefined()
  })
})

describe('withinMargin', () => {
  it('is the larger of two one-sided tests, and twice the smaller against', () => {
    const p = withinMargin(at(0.1, 0.2), 0, 0.5)
    // 0.1 is 0.4 below the upper end and 0.6 above the lower one.
    expect(p?.for).toBeCloseTo(1 - studentTCdf(0.4 / 0.2, 29), 4)
    expect(withinMargin(at(1, 0.2), 0, 0.5)?.against).toBeCloseTo(2 * (1 - studentTCdf(0.5 / 0.2, 29)), 4)
    expect(withinMargin(at(-1, 0.2), 0, 0.5)?.against).toBeCloseTo(2 * (1 - studentTCdf(0.5 / 0.2, 29)), 4)
  })
})
