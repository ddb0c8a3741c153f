import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimate } from './estimate.ts'
import type { Estimate } from './estimate.ts'
import type { Aggregate, Observation } from './observation.ts'

const singles = (values: readonly number[]): Observation[] =>
  values.map((value, i) => ({ numerator: value, denominator: 1, cluster: `c${i}` }))

const defined = (result: Estimate | undefined): Estimate => {
  if (!result) throw new Error('no estimate')
  return result
}

const SCORES = [0.2, 0.5, 0.9, 0.4, 0.4, 1, 0, 0.65]

const aggregates = fc.constantFrom<Aggregate>('mean', 'ratio')
const observation = fc
  .record({
    denominator: fc.integer({ min: 1, max: 9 }),
    share: fc.integer({ min: 0, max: 4 }),
    cluster: fc.nat(9),
  })
  .map(({ denominator, share, cluster }) => ({
    numerator: (denominator * share) / 4,
    denominator,
    cluster: `c${cluster}`,
  }))
const observations = fc.array(observation, { minLength: 1, maxLength: 40 })

describe('values', () => {
  const mixed: Observation[] = [
    { numerator: 1, denominator: 2, cluster: 'a' },
    { numerator: 6, denominator: 8, cluster: 'b' },
    { numerator: 0, denominator: 0, cluster: 'c' },
  ]
  it('mean is macro, ratio is micro; denominator 0 is not applicable, not a zero', () => {
    expect(estimate(mixed, { aggregate: 'mean' })).toMatchObject({ value: 0.625, n: 2, clusters: 2 })
    expect(estimate(mixed, { aggregate: 'ratio' })).toMatchObject({ value: 0.7, n: 2, clusters: 2 })
  })
  it('is no number without an applicable observation', () => {
    expect(estimate([], { aggregate: 'mean' })).toBeUndefined()
    expect(estimate([{ numerator: 0, denominator: 0, cluster: 'a' }], { aggregate: 'ratio' })).toBeUndefined()
    expect(
      estimate([{ numerator: 1, denominator: 1, cluster: 'a', weight: 0 }], { aggregate: 'mean' }),
    ).toBeUndefined()
  })
  it.each([
    { numerator: Number.NaN, denominator: 1, cluster: 'a' },
    { numerator: 1, denominator: Number.POSITIVE_INFINITY, cluster: 'a' },
    { numerator: 1, denominator: -1, cluster: 'a' },
    { numerator: 2, denominator: 1, cluster: 'a' },
    { numerator: -1, denominator: 1, cluster: 'a' },
    { numerator: 1, denominator: 1, cluster: 'a', weight: -1 },
    { numerator: 1, denominator: 1, cluster: 'a', weight: Number.NaN },
  ])('refuses $numerator / $denominator', (bad) => {
    expect(() => estimate([...singles([0.5]), bad], { aggregate: 'mean' })).toThrow(RangeError)
  })
  it.each([0, 1, Number.NaN])('refuses level %d', (level) => {
    expect(() => estimate(singles([0.5]), { aggregate: 'mean', level })).toThrow(RangeError)
  })
  it('refuses a range without two finite ends', () => {
    expect(() =>
      estimate(singles([0.5]), { aggregate: 'mean', range: [0, Number.POSITIVE_INFINITY] }),
    ).toThrow(RangeError)
    expect(() => estimate(singles([0.5]), { aggregate: 'mean', range: [1, 0] })).toThrow(RangeError)
  })
})

describe('cluster-t', () => {
  it('is the ordinary t interval for single-case clusters (scipy.stats.t.interval)', () => {
    const result = defined(estimate(singles(SCORES), { aggregate: 'mean', method: 'cluster-t' }))
    expect(result.value).toBeCloseTo(0.50625, 12)
    expect(result.low).toBeCloseTo(0.22500674310817037, 12)
    expect(result.high).toBeCloseTo(0.7874932568918296, 12)
  })
  it('is the delete-one-cluster jackknife for a ratio of unequal clusters (numpy)', () => {
    const pairs = [
      [3, 5],
      [1, 2],
      [4, 6],
      [0, 3],
      [2, 2],
    ] as const
    const data = pairs.map(([numerator, denominator], i) => ({ numerator, denominator, cluster: `c${i}` }))
    const result = defined(estimate(data, { aggregate: 'ratio', method: 'cluster-t' }))
    expect(result.value).toBeCloseTo(5 / 9, 12)
    expect(result.low).toBeCloseTo(0.21452536275468193, 12)
    expect(result.high).toBeCloseTo(0.8965857483564292, 12)
  })
  it('widens when cases that agree share clusters', () => {
    const values = Array.from({ length: 400 }, (_, i) => 0.3 + 0.004 * (i % 100))
    const independent = defined(estimate(singles(values), { aggregate: 'mean' }))
    const data = values.map((value, i) => ({
      numerator: value,
      denominator: 1,
      cluster: `c${Math.floor(i % 100)}`,
    }))
    const clustered = defined(estimate(data, { aggregate: 'mean' }))
    expect(clustered.method).toBe('cluster-t')
    // Four equal cases a cluster: a design effect of 4, twice the width (and a little for t).
    expect((clustered.high - clustered.low) / (independent.high - independent.low)).toBeGreaterThan(1.95)
  })
  it('is not narrowed by clusters that agree by chance', () => {
    const data = ['a', 'b', 'c'].flatMap((cluster) =>
      [0.2, 0.8].map((numerator) => ({ numerator, denominator: 1, cluster })),
    )
    const { low, high } = defined(estimate(data, { aggregate: 'mean', method: 'cluster-t', range: [-9, 9] }))
    // The clusters' means are all 0.5; sd of the cases 0.3, so the standard error is 0.3 / √6, times t(0.975; 2).
    expect(high - low).toBeCloseTo(2 * 4.302652729749464 * (0.3 / Math.sqrt(6)), 10)
  })
})

describe('choice of the method', () => {
  const spread = (count: number) => singles(Array.from({ length: count }, (_, i) => 0.2 + (0.6 * i) / count))
  it('depends on clusters and on the shape of the data', () => {
    expect(defined(estimate(spread(99), { aggregate: 'mean' })).method).toBe('bootstrap-t')
    expect(defined(estimate(spread(100), { aggregate: 'mean' })).method).toBe('cluster-t')
    expect(defined(estimate(singles([0, 1, 1, 0, 1]), { aggregate: 'mean' })).method).toBe('wilson')
    const rare = Array.from({ length: 200 }, (_, i) => (i < 5 ? 0.4 : 0))
    expect(defined(estimate(singles(rare), { aggregate: 'mean' })).method).toBe('wilson')
    const nearlyAll = rare.map((value) => 1 - value)
    expect(defined(estimate(singles(nearlyAll), { aggregate: 'mean' })).method).toBe('wilson')
  })
  it('falls back to Wilson where resampling shows no spread', () => {
    const data = singles([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.9])
    expect(defined(estimate(data, { aggregate: 'mean', method: 'bootstrap-t' })).method).toBe('wilson')
  })
})

describe('bootstrap-t', () => {
  it('repeats with its seed', () => {
    const run = (seed: number) => estimate(singles(SCORES), { aggregate: 'mean', seed })
    expect(run(5)).toEqual(run(5))
    expect(run(5)).not.toEqual(run(6))
  })
  it('is close to t for symmetric data and reaches further to the long tail for skewed data', () => {
    const n = 60
    const even = Array.from({ length: n }, (_, i) => 0.3 + (0.4 * i) / n)
    const t = defined(estimate(singles(even), { aggregate: 'mean', method: 'cluster-t' }))
    const b = defined(estimate(singles(even), { aggregate: 'mean', method: 'bootstrap-t' }))
    expect(Math.abs(b.low - t.low)).toBeLessThan(0.1 * (t.high - t.low))
    expect(Math.abs(b.high - t.high)).toBeLessThan(0.1 * (t.high - t.low))
    const skewed = even.map((_, i) => Math.exp(-4 + (4 * i) / n))
    const { value, low, high } = defined(
      estimate(singles(skewed), { aggregate: 'mean', method: 'bootstrap-t' }),
    )
    expect(high - value).toBeGreaterThan(1.1 * (value - low))
  })
})

describe('rates', () => {
  it("is close to Wilson's binomial interval for single-case clusters (scipy: 7 of 50)", () => {
    const hits = Array.from({ length: 50 }, (_, i) => (i < 7 ? 1 : 0))
    const result = defined(estimate(singles(hits), { aggregate: 'mean' }))
    // Effective size 49 and t(49) instead of 50 and z make it a little wider.
    expect(result.low).toBeLessThan(0.06950833427016292)
    expect(result.low).toBeGreaterThan(0.065)
    expect(result.high).toBeGreaterThan(0.26186193710585537)
    expect(result.high).toBeLessThan(0.27)
  })
  it('bounds 0 % and 100 % as Clopper and Pearson do (scipy.stats.binomtest, 20 cases), and flags them', () => {
    const none = defined(estimate(singles(Array.from({ length: 20 }, () => 0)), { aggregate: 'mean' }))
    expect(none).toMatchObject({ value: 0, low: 0, exact: 'zero', method: 'mass-bound' })
    expect(none.high).toBeCloseTo(0.16843347098308548, 12)
    const all = defined(
      estimate(singles(Array.from({ length: 20 }, () => 100)), { aggregate: 'mean', range: [0, 100] }),
    )
    expect(all).toMatchObject({ value: 100, high: 100, exact: 'hundred' })
    expect(all.low).toBeCloseTo(83.15665290169144, 10)
  })
  it('counts unequal clusters by their effective number (Kish: 10² / (9² + 1²) of 9 and 1 cases)', () => {
    const data = Array.from({ length: 10 }, (_, i) => ({
      numerator: 0,
      denominator: 1,
      cluster: i < 9 ? 'a' : 'b',
    }))
    expect(defined(estimate(data, { aggregate: 'mean' })).high).toBeCloseTo(1 - 0.025 ** 0.82, 12)
  })
  it('does not flag equal cases inside the range, but gives them a width', () => {
    const equal = defined(estimate(singles([0.1, 0.1, 0.1]), { aggregate: 'mean' }))
    expect(equal.exact).toBeUndefined()
    expect(equal.method).toBe('mass-bound')
    expect(equal.low).toBeLessThan(0.1)
    expect(equal.high).toBeGreaterThan(0.1)
  })
  it('knows nothing from one cluster', () => {
    const data = [0.2, 0.6].map((numerator) => ({ numerator, denominator: 1, cluster: 'only' }))
    const result = defined(estimate(data, { aggregate: 'mean' }))
    expect(result).toMatchObject({ low: 0, high: 1, method: 'whole-range', n: 2, clusters: 1 })
    expect(result.note).toContain('one cluster')
  })
})

describe('properties', () => {
  const methods = fc.constantFrom('cluster-t', 'bootstrap-t', 'wilson', undefined)
  it('contains the value, stays in the range, never has zero width', () => {
    fc.assert(
      fc.property(observations, aggregates, methods, (data, aggregate, method) => {
        const { value, low, high } = defined(estimate(data, { aggregate, method }))
        expect(low).toBeLessThanOrEqual(value)
        expect(value).toBeLessThanOrEqual(high)
        expect(high - low).toBeGreaterThan(1e-9)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
      }),
    )
  })
  it('does not depend on the order of the cases or the names of the clusters', () => {
    fc.assert(
      fc.property(observations, aggregates, methods, (data, aggregate, method) => {
        const first = defined(estimate(data, { aggregate, method }))
        const renamed = data.toReversed().map((o) => ({ ...o, cluster: `other-${o.cluster}` }))
        const second = defined(estimate(renamed, { aggregate, method }))
        expect(second.value).toBeCloseTo(first.value, 12)
        expect(second.low).toBeCloseTo(first.low, 9)
        expect(second.high).toBeCloseTo(first.high, 9)
      }),
    )
  })
  it('counts weight k as k copies in the same cluster', () => {
    const weighted = fc.array(fc.tuple(observation, fc.integer({ min: 0, max: 4 })), {
      minLength: 1,
      maxLength: 25,
    })
    fc.assert(
      fc.property(weighted, aggregates, methods, (pairs, aggregate, method) => {
        const byWeight = estimate(
          pairs.map(([o, weight]) => ({ ...o, weight })),
          { aggregate, method, binary: false },
        )
        const byCopies = estimate(
          pairs.flatMap(([o, weight]) => Array.from({ length: weight }, () => o)),
          { aggregate, method, binary: false },
        )
        expect(byWeight === undefined).toBe(byCopies === undefined)
        if (!byWeight || !byCopies) return
        expect(byWeight.value).toBeCloseTo(byCopies.value, 12)
        expect(byWeight.low).toBeCloseTo(byCopies.low, 9)
        expect(byWeight.high).toBeCloseTo(byCopies.high, 9)
      }),
    )
  })
  it('gives mean and ratio alike when all denominators are equal', () => {
    fc.assert(
      fc.property(observations, (data) => {
        const equal = data.map((o) => ({
          ...o,
          numerator: (7 * o.numerator) / o.denominator,
          denominator: 7,
        }))
        const mean = defined(estimate(equal, { aggregate: 'mean' }))
        const ratio = defined(estimate(equal, { aggregate: 'ratio' }))
        expect(ratio.value).toBeCloseTo(mean.value, 12)
        expect(ratio.low).toBeCloseTo(mean.low, 9)
        expect(ratio.high).toBeCloseTo(mean.high, 9)
      }),
    )
  })
  it('scales with the unit of the metric', () => {
    fc.assert(
      fc.property(observations, aggregates, (data, aggregate) => {
        const unit = defined(estimate(data, { aggregate }))
        const percent = data.map((o) => ({ ...o, numerator: 100 * o.numerator }))
        const scaled = defined(estimate(percent, { aggregate, range: [0, 100] }))
        expect(scaled.low).toBeCloseTo(100 * unit.low, 7)
        expect(scaled.high).toBeCloseTo(100 * unit.high, 7)
      }),
    )
  })
})
