import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmonicMean, overFigures } from './figure-function.ts'
import { ratioDifference } from './linearised.ts'
import type { RatioFunction } from './linearised.ts'

const none = Number.NaN
const ratio = fc.double({ min: 0.05, max: 1, noNaN: true })

/** Slopes by central differences. */
function numericGradient(statistic: RatioFunction, at: readonly number[]): number[] {
  const step = 1e-6
  return at.map((_, k) => {
    const moved = (by: number) => statistic.value(at.map((x, i) => (i === k ? x + by : x)))
    return (moved(step) - moved(-step)) / (2 * step)
  })
}

describe('harmonic mean', () => {
  // two ratios, their harmonic mean, its slopes
  it.each<[number, number, number, number[]]>([
    [0.5, 0.5, 0.5, [0.5, 0.5]],
    [1, 1, 1, [0.5, 0.5]],
    [1 / 3, 0.7, 14 / 31, [(2 * 0.49) / (31 / 30) ** 2, 2 / 9 / (31 / 30) ** 2]],
    [0, 0.5, 0, [2, 0]],
    [0.5, 0, 0, [0, 2]],
    [0, 0, 0, [0, 0]],
    [none, 0.5, 0, [2, 0]],
    [0.5, none, 0, [0, 2]],
    [none, 0, 0, [0, 0]],
  ])('of %d and %d', (a, b, value, gradient) => {
    expect(harmonicMean.value([a, b])).toBeCloseTo(value, 12)
    for (const [k, slope] of harmonicMean.gradient([a, b]).entries()) {
      expect(slope).toBeCloseTo(gradient[k] ?? none, 12)
    }
  })

  it('does not exist without both', () => {
    expect(harmonicMean.value([none, none])).toBeNaN()
  })

  it('has the slopes of its values, alone and in a difference', () => {
    fc.assert(
      fc.property(fc.tuple(ratio, ratio, ratio, ratio), (ratios) => {
        const difference = overFigures(ratioDifference, 'harmonic')
        for (const [statistic, at] of [
          [harmonicMean, ratios.slice(0, 2)],
          [difference, ratios],
        ] as const) {
          const numeric = numericGradient(statistic, at)
          for (const [k, slope] of statistic.gradient(at).entries())
            expect(slope).toBeCloseTo(numeric[k] ?? none, 5)
        }
      }),
    )
  })
})
