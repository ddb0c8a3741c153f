import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signalDetection, signalDetectionOf } from './signal-detection.ts'

/** Occasions of a cluster. */
const rows = (cluster: string, hits: number, due: number, falseAlarms: number, irrelevant: number) => [
  ...Array.from({ length: due }, (_, i) => ({ due: true, applied: i < hits, cluster })),
  ...Array.from({ length: irrelevant }, (_, i) => ({ due: false, applied: i < falseAlarms, cluster })),
]

describe('d′ and criterion', () => {
  it.each([
    // By SciPy: norm.ppf of (hits + 0.5) / (n + 1).
    [40, 50, 20, 50, 1.069_067, -0.286_258],
    [20, 20, 0, 30, 4.121_951, 0.080_223],
    [10, 20, 10, 20, 0, 0],
    [0, 20, 20, 20, -3.961_505, 0],
  ])('of %d of %d and %d of %d are %d and %d', (hits, due, falseAlarms, irrelevant, d, c) => {
    const found = signalDetection({ hits, due, falseAlarms, irrelevant })
    expect(found?.dPrime.value).toBeCloseTo(d, 3)
    expect(found?.criterion.value).toBeCloseTo(c, 3)
  })

  it('have the error of Gourevitch and Galanter', () => {
    const found = signalDetection({ hits: 40, due: 50, falseAlarms: 20, irrelevant: 50 })
    const half = 1.959_964 * 0.269_125
    expect(found?.dPrime.high).toBeCloseTo(1.069_067 + half, 4)
    expect(found?.criterion.low).toBeCloseTo(-0.286_258 - half / 2, 4)
  })

  it('near the textbook for many occasions: H = .8, F = .4 give 1.095 and −0.294', () => {
    const found = signalDetection({ hits: 80_000, due: 100_000, falseAlarms: 40_000, irrelevant: 100_000 })
    expect(found?.dPrime.value).toBeCloseTo(1.095, 3)
    expect(found?.criterion.value).toBeCloseTo(-0.294, 3)
  })

  it('are finite, and turn with the roles', () => {
    const pair = fc
      .integer({ min: 1, max: 50 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
    fc.assert(
      fc.property(pair, pair, ([hits, due], [falseAlarms, irrelevant]) => {
        const found = signalDetection({ hits, due, falseAlarms, irrelevant })
        const turned = signalDetection({
          hits: falseAlarms,
          due: irrelevant,
          falseAlarms: hits,
          irrelevant: due,
        })
        expect(Number.isFinite(found?.dPrime.low)).toBe(true)
        expect(found?.dPrime.value).toBeCloseTo(-(turned?.dPrime.value ?? Number.NaN), 10)
        expect(found?.criterion.value).toBeCloseTo(turned?.criterion.value ?? Number.NaN, 10)
      }),
    )
  })

  it('are not there without occasions of both kinds', () => {
    expect(signalDetection({ hits: 0, due: 0, falseAlarms: 1, irrelevant: 2 })).toBeUndefined()
    expect(signalDetection({ hits: 1, due: 2, falseAlarms: 0, irrelevant: 0 })).toBeUndefined()
    expect(() => signalDetection({ hits: 3, due: 2, falseAlarms: 0, irrelevant: 1 })).toThrow(RangeError)
    expect(() => signalDetection({ hits: 0.5, due: 2, falseAlarms: 0, irrelevant: 1 })).toThrow(RangeError)
  })
})

describe('over clusters', () => {
  it('have the same values, and are surer never', () => {
    const many = Array.from({ length: 10 }, (_, i) =>
      rows(`k${i}`, i % 2 === 0 ? 5 : 3, 5, i % 2 === 0 ? 4 : 0, 5),
    ).flat()
    const plain = signalDetection({ hits: 40, due: 50, falseAlarms: 20, irrelevant: 50 })
    const clustered = signalDetectionOf(many)
    expect(clustered?.dPrime.value).toBeCloseTo(plain?.dPrime.value ?? Number.NaN, 12)
    expect(clustered?.criterion.value).toBeCloseTo(plain?.criterion.value ?? Number.NaN, 12)
    const width = (one: typeof plain, of: 'dPrime' | 'criterion'): number =>
      (one?.[of].high ?? 0) - (one?.[of].low ?? 0)
    // Clusters that act readily have more of both, so that the criterion varies far more than d′.
    expect(width(clustered, 'criterion')).toBeGreaterThan(1.5 * width(plain, 'criterion'))
    expect(width(clustered, 'dPrime')).toBeGreaterThanOrEqual(width(plain, 'dPrime'))
    expect(clustered?.clusters).toBe(10)
  })

  it('need two clusters', () => {
    expect(signalDetectionOf(rows('one', 2, 4, 1, 4))).toBeUndefined()
    expect(signalDetectionOf([])).toBeUndefined()
  })
})
