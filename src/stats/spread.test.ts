import { describe, expect, it } from 'vitest'
import { paired } from './paired.ts'
import { studentTQuantile } from './distributions.ts'
import { differenceSpread, figureSpread } from './spread.ts'

const series = (...values: readonly number[]) =>
  values.map((numerator, i) => ({ case: `c${i}`, cluster: `k${i}`, numerator, denominator: 1 }))
const options = { aggregate: 'mean', range: [0, 10] } as const

describe('the spread of a figure', () => {
  it('is s/√n for a case in each cluster', () => {
    expect(figureSpread(series(1, 2, 3, 4, 5), options)).toEqual({
      value: 3,
      standardError: Math.sqrt(2.5 / 5),
      n: 5,
      clusters: 5,
    })
  })

  it('of a difference is that of the pairs, which the interval of a comparison rests on', () => {
    const many = Array.from({ length: 120 }, (_, i) => ((i * 7) % 11) / 1.1)
    const other = many.map((value, i) => Math.min(10, value * 0.7 + ((i * 5) % 13) / 4))
    const [a, b] = [series(...many), series(...other)]
    const spread = differenceSpread(a, b, options)
    const found = paired(a, b, options)
    const half = ((found?.difference.high ?? 0) - (found?.difference.low ?? 0)) / 2
    expect(found?.difference.method).toBe('cluster-t')
    expect((spread?.standardError ?? 0) * studentTQuantile(0.975, 119)).toBeCloseTo(half, 10)
    expect(spread?.value).toBeCloseTo(found?.difference.value ?? Number.NaN, 12)
  })

  it('is 0 where no case deviates, and nothing where nothing is common or one cluster holds all', () => {
    expect(differenceSpread(series(1, 2), series(1, 2), options)?.standardError).toBe(0)
    expect(differenceSpread(series(1), [], options)).toBeUndefined()
    expect(figureSpread([], options)).toBeUndefined()
    const one = series(1, 2).map((row) => ({ ...row, cluster: 'same' }))
    expect(figureSpread(one, options)).toBeUndefined()
  })
})
