import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCdf, normalQuantile, studentTCdf, studentTQuantile } from './distributions.ts'

// 17 digits by mpmath 1.3 at 40 digits (erfinv, betainc, findroot); the normal values agree with Python's NormalDist.
const NORMAL_CDF: [number, number][] = [
  [-8, 6.2209605742717841e-16],
  [-5, 2.8665157187919391e-7],
  [-3, 0.0013498980316300945],
  [-1.96, 0.024997895148220434],
  [-0.5, 0.3085375387259869],
  [0, 0.5],
  [0.1, 0.53982783727702898],
  [1, 0.84134474606854295],
  [2.5, 0.99379033467422386],
  [2.9, 0.99813418669961596],
  [4, 0.99996832875816688],
]
const NORMAL_QUANTILE: [number, number][] = [
  [1e-12, -7.0344838253011319],
  [1e-6, -4.7534243088228989],
  [0.001, -3.0902323061678135],
  [0.025, -1.9599639845400542],
  [0.3, -0.52440051270804078],
  [0.5, 0],
  [0.8, 0.84162123357291421],
  [0.975, 1.9599639845400542],
  [0.995, 2.575829303548901],
]
const T_CDF: [number, number, number][] = [
  [0.5, 1, 0.64758361765043327],
  [2, 1, 0.85241638234956673],
  [-3, 2, 0.047732983133354566],
  [1.5, 3, 0.88470806737758847],
  [2.228, 10, 0.97499411409144431],
  [-6, 4.5, 0.0013207379027757912],
  [1.96, 29, 0.97016610224020434],
  [4, 200, 0.99995543452390703],
  [1.96, 1_000_000, 0.97500196620736511],
  [0.001, 7, 0.50038499137750058],
]
const T_QUANTILE: [number, number, number][] = [
  [0.975, 1, 12.706204736174705],
  [0.975, 2, 4.3026527297494639],
  [0.975, 3, 3.1824463052837096],
  [0.975, 4, 2.7764451051977944],
  [0.995, 5, 4.0321429835552281],
  [0.9, 7.5, 1.4052118464159529],
  [0.975, 9, 2.2621571627982055],
  [0.975, 29, 2.0452296421327043],
  [0.05, 49, -1.6765508926168539],
  [0.975, 213, 1.9711638854652551],
  [0.975, 2271, 1.9610091252577786],
  [0.975, 1_000_000, 1.959966356814107],
  [0.6, 12, 0.25903274567688706],
  [0.999999, 3, 103.29946778041934],
  [0.501, 9, 0.0025770908931779158],
  [0.975, 0.5, 164.55767348048853],
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
