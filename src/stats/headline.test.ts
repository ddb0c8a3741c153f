import { describe, expect, it } from 'vitest'
import { headline } from './headline.ts'
import type { HeadlineOptions } from './headline.ts'
import { paired } from './paired.ts'
import type { CaseObservation } from './series.ts'

const COUNT = 150
const series = (value: (i: number) => number): CaseObservation[] =>
  Array.from({ length: COUNT }, (_, i) => ({
    case: `${i}`,
    cluster: `c${i}`,
    numerator: value(i),
    denominator: 1,
  }))

const system = series((i) => 0.4 + 0.002 * (i % 50))
const floor = series((i) => (i % 50 === 0 ? 0.5 : 0))
const oracle = series(() => 1)
const nothing = series(() => 0)
const options: HeadlineOptions = { aggregate: 'mean' }

const defined = (...args: Parameters<typeof headline>) => {
  const result = headline(...args)
  if (result.kind !== 'headline') throw new Error(result.message)
  return result
}

describe('headline', () => {
  it('is the share of the way from the floor to the ceiling', () => {
    const { estimate, ...figures } = defined(system, floor, oracle, options)
    expect(figures.floor).toBeCloseTo(0.01, 12)
    expect(figures.system).toBeCloseTo(0.449, 12)
    expect(estimate.value).toBeCloseTo(0.439 / 0.99, 12)
    expect(estimate).toMatchObject({ n: COUNT, clusters: COUNT, randomOver: 'cases', method: 'cluster-t' })
  })

  it('is the plain difference to the floor when floor and ceiling do not vary', () => {
    const { estimate } = defined(system, nothing, oracle, options)
    const difference = paired(system, nothing, options)?.difference
    expect(estimate.low).toBeCloseTo(difference?.low ?? Number.NaN, 12)
    expect(estimate.high).toBeCloseTo(difference?.high ?? Number.NaN, 12)
  })

  it('has the delta-method interval when all three vary (numpy, numerical gradient; t by scipy)', () => {
    const { estimate } = defined(
      series((i) => 0.3 + 0.004 * (i % 50)),
      series((i) => 0.002 * (i % 20)),
      series((i) => 0.5 + 0.01 * (i % 40)),
      options,
    )
    expect(estimate.value).toBeCloseTo(0.5695, 12)
    expect(estimate.low).toBeCloseTo(0.54792502332, 8)
    expect(estimate.high).toBeCloseTo(0.59107497668, 8)
  })

  it('takes the variance of the ceiling and its correlation with the system into account', () => {
    const ceiling = series((i) => 0.6 + 0.006 * (i % 50))
    const half = ceiling.map((o) => ({ ...o, numerator: o.numerator / 2 + (Number(o.case) % 2) * 1e-3 }))
    const { estimate } = defined(half, nothing, ceiling, options)
    // The system is half the ceiling case by case: far more certain than either figure alone.
    expect(estimate.value).toBeCloseTo(0.5, 2)
    expect(estimate.high - estimate.low).toBeLessThan(0.001)
  })

  it('is 1 for the ceiling and 0 for the floor, never as a point', () => {
    const top = defined(oracle, floor, oracle, options).estimate
    expect(top.value).toBe(1)
    expect(top.low).toBeLessThan(1)
    const bottom = defined(floor, floor, oracle, options).estimate
    expect(bottom.value).toBe(0)
    expect(bottom.high).toBeGreaterThan(0)
  })

  it('may be negative: worse than not reading the input', () => {
    const { estimate } = defined(nothing, floor, oracle, options)
    expect(estimate.value).toBeCloseTo(-0.01 / 0.99, 12)
    expect(estimate.low).toBeLessThan(estimate.value)
  })

  it('is refused to a metric whose floor is above 5 % of the ceiling, and the threshold is a parameter', () => {
    const high = series(() => 0.2)
    expect(headline(system, high, oracle, options)).toMatchObject({
      kind: 'undefined',
      reason: 'floor-too-high',
    })
    expect(headline(system, high, oracle, { ...options, floorShare: 0.2 }).kind).toBe('headline')
    expect(
      headline(
        system,
        series(() => 0.0501),
        oracle,
        options,
      ).kind,
    ).toBe('undefined')
    expect(
      headline(
        system,
        series(() => 0.0499),
        oracle,
        options,
      ).kind,
    ).toBe('headline')
  })

  it('is refused when the ceiling is not better', () => {
    expect(headline(system, oracle, oracle, options)).toMatchObject({
      reason: 'ceiling-not-above-floor',
      ceiling: 1,
    })
    expect(headline(system, nothing, nothing, options)).toMatchObject({ reason: 'ceiling-not-above-floor' })
  })

  it('is refused without common cases', () => {
    expect(headline([], floor, oracle, options)).toMatchObject({
      kind: 'undefined',
      reason: 'no-common-cases',
    })
  })

  it('mirrors metrics for which lower is better', () => {
    const mirror = (rows: CaseObservation[]) => rows.map((o) => ({ ...o, numerator: 1 - o.numerator }))
    const lower = defined(mirror(system), mirror(floor), mirror(oracle), {
      ...options,
      direction: 'lower',
    }).estimate
    const higher = defined(system, floor, oracle, options).estimate
    expect(lower.value).toBeCloseTo(higher.value, 12)
    expect(lower.low).toBeCloseTo(higher.low, 12)
    expect(lower.high).toBeCloseTo(higher.high, 12)
    const easy = mirror(series(() => 0.2))
    expect(headline(mirror(system), easy, mirror(oracle), { ...options, direction: 'lower' })).toMatchObject({
      reason: 'floor-too-high',
    })
  })
})
