import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { regularisedIncompleteBeta } from './incomplete-beta.ts'

// The first six by mpmath 1.3 at 40 digits, the others by scipy 1.17 (special.betainc).
const VECTORS: [number, number, number, number][] = [
  [2, 3, 0.4, 0.5248],
  [0.5, 0.5, 0.2, 0.2951672353008665],
  [10, 1, 0.9, 0.3486784401],
  [0.5, 50, 0.01, 0.6826956021258024],
  [200, 300, 0.42, 0.8196010664172665],
  [1, 1, 0.37, 0.37],
  [5_000, 5_000, 0.505, 0.8413447463710366],
  [1_000_000, 0.5, 0.999999, 0.15729915515583534],
  [3, 100_000, 0.00002, 0.32333441073884167],
  [100_000, 200_000, 0.3331, 0.39330707464086484],
]

describe('regularisedIncompleteBeta', () => {
  it.each(VECTORS)('I(a %d, b %d, x %d) = %d', (a, b, x, expected) => {
    expect(Math.abs(regularisedIncompleteBeta(a, b, x) - expected)).toBeLessThan(1e-10)
  })
  it('has the closed forms x^a and 1 − (1 − x)^b, and the mirror symmetry', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    const shape = fc.double({ min: 0.05, max: 200, noNaN: true })
    fc.assert(
      fc.property(shape, shape, unit, (a, b, x) => {
        expect(Math.abs(regularisedIncompleteBeta(a, 1, x) - x ** a)).toBeLessThan(1e-10)
        expect(Math.abs(regularisedIncompleteBeta(1, b, x) - (1 - (1 - x) ** b))).toBeLessThan(1e-10)
        const mirrored = 1 - regularisedIncompleteBeta(b, a, 1 - x, x)
        expect(Math.abs(regularisedIncompleteBeta(a, b, x, 1 - x) - mirrored)).toBeLessThan(1e-10)
      }),
    )
  })
  it('refuses what is outside its domain', () => {
    expect(() => regularisedIncompleteBeta(0, 1, 0.5)).toThrow(RangeError)
    expect(() => regularisedIncompleteBeta(1, 1, 1.1)).toThrow(RangeError)
    expect(() => regularisedIncompleteBeta(1, 1, Number.NaN)).toThrow(RangeError)
  })
})
