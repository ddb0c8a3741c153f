import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCdf, normalQuantile, studentTCdf, studentTQuantile } from './distributions.ts'

// By mpmath 1.3 at 40 digits (erfinv, betainc, findroot); the normal values agree with Python's NormalDist.
const NORMAL_CDF: [number, number][] = [
  [-8, 6.220960574271784e-16],
  [-5, 2.866515718791939e-7],
  [-3, 0.0013498980316300946],
  [-1.96, 0.024997895148220435],
  [-0.5, 0.3085375387259869],
  [0, 0.5],
  [0.1, 0.539827837277029],
  [1, 0.8413447460685429],
  [2.5, 0.9937903346742238],
  [2.9, 0.998134186699616],
  [4, 0.9999683287581669],
]
const NORMAL_QUANTILE: [number, number][] = [
  [1e-12, -7.034483825301132],
  [1e-6, -4.753424308822899],
  [0.001, -3.0902323061678136],
  [0.025, -1.9599639845400543],
  [0.3, -0.5244005127080408],
  [0.5, 0],
  [0.8, 0.8416212335729142],
  [0.975, 1.9599639845400543],
  [0.995, 2.575829303548901],
]
const T_CDF: [number, number, number][] = [
  [0.5, 1, 0.6475836176504333],
  [2, 1, 0.8524163823495667],
  [-3, 2, 0.04773298313335456],
  [1.5, 3, 0.8847080673775884],
  [2.228, 10, 0.9749941140914443],
  [-6, 4.5, 0.0013207379027757912],
  [1.96, 29, 0.9701661022402044],
  [4, 200, 0.999955434523907],
  [1.96, 1_000_000, 0.9750019662073651],
  [0.001, 7, 0.5003849913775006],
]
const T_QUANTILE: [number, number, number][] = [
  [0.975, 1, 12.706204736174705],
  [0.975, 2, 4.302652729749464],
  [0.975, 3, 3.1824463052837095],
  [0.975, 4, 2.7764451051977943],
  [0.995, 5, 4.032142983555228],
  [0.9, 7.5, 1.4052118464159529],
  [0.975, 9, 2.2621571627982053],
  [0.975, 29, 2.0452296421327043],
  [0.05, 49, -1.676550892616854],
  [0.975, 213, 1.9711638854652551],
  [0.975, 2271, 1.9610091252577786],
  [0.975, 1_000_000, 1.959966356814107],
  [0.6, 12, 0.25903274567688706],
  [0.999999, 3, 103.29946778041933],
  [0.501, 9, 0.002577090893177916],
  [0.975, 0.5, 164.55767348048852],
]

const relative = (actual: number, expected: number) =>
  Math.abs(actual - expected) / Math.max(Math.abs(expected), 1e-300)

describe('normal distribution', () => {
  it.each(NORMAL_CDF)('cdf(%d) = %d', (x, expected) =>
    expect(relative(normalCdf(x), expected)).toBeLessThan(1e-10),
  )
  it.each(NORMAL_QUANTILE)('quantile(%d) = %d', (p, expected) =>
    expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(1e-10),
  )
  it.each([0, 1, -0.1, Number.NaN])('has no quantile at %d', (p) =>
    expect(() => normalQuantile(p)).toThrow(RangeError),
  )
  it('refuses NaN', () => expect(() => normalCdf(Number.NaN)).toThrow(RangeError))
})

describe("Student's t", () => {
  it.each(T_CDF)('cdf(%d, df %d) = %d', (t, df, expected) =>
    expect(Math.abs(studentTCdf(t, df) - expected)).toBeLessThan(1e-10),
  )
  it.each(T_QUANTILE)('quantile(%d, df %d) = %d', (p, df, expected) =>
    expect(relative(studentTQuantile(p, df), expected)).toBeLessThan(1e-10),
  )
  it('becomes the normal', () => {
    expect(Math.abs(studentTQuantile(0.975, 1e9) - normalQuantile(0.975))).toBeLessThan(1e-8)
    expect(studentTQuantile(0.975, Number.POSITIVE_INFINITY)).toBe(normalQuantile(0.975))
    expect(studentTCdf(1, Number.POSITIVE_INFINITY)).toBe(normalCdf(1))
  })
  it('quantile inverts cdf', () => {
    const probability = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })
    fc.assert(
      fc.property(probability, fc.double({ min: 0.7, max: 5_000, noNaN: true }), (p, df) => {
        expect(Math.abs(studentTCdf(studentTQuantile(p, df), df) - p)).toBeLessThan(1e-10)
      }),
    )
  })
  it('needs positive degrees of freedom', () => {
    expect(() => studentTCdf(1, 0)).toThrow(RangeError)
    expect(() => studentTQuantile(0.9, -1)).toThrow(RangeError)
  })
})
