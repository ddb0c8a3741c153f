import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimate } from './estimate.ts'
import { paired } from './paired.ts'
import type { PairedComparison } from './paired.ts'
import type { CaseObservation } from './series.ts'

const series = (values: readonly number[], perCluster = 1): CaseObservation[] =>
  values.map((value, i) => ({
    case: `case${i}`,
    cluster: `c${Math.floor(i / perCluster)}`,
    numerator: value,
    denominator: 1,
  }))

const defined = (result: PairedComparison | undefined): PairedComparison => {
  if (!result) throw new Error('no comparison')
  return result
}

const A = [0.2, 0.5, 0.9, 0.4]
const B = [0.1, 0.6, 0.3, 0.2]

describe('paired', () => {
  it('has the permutation p of scipy.stats.permutation_test (samples), enumerated', () => {
    const { permutation } = defined(paired(series(A), series(B), { aggregate: 'mean' }))
    expect(permutation).toEqual({ p: 0.375, exact: true, draws: 16 })
  })

  it('is the paired t interval for single-case clusters of many cases', () => {
    const a = Array.from({ length: 120 }, (_, i) => 0.3 + 0.005 * (i % 100))
    const b = a.map((value, i) => value - 0.1 + 0.01 * (i % 7))
    const differences = a.map((value, i) => value - (b[i] ?? 0))
    const shifted = differences.map((d, i) => ({ numerator: d, denominator: 1, cluster: `c${i}` }))
    const single = estimate(shifted, { aggregate: 'mean', range: [-1, 1], binary: false })
    const { difference } = defined(paired(series(a), series(b), { aggregate: 'mean' }))
    expect(difference.method).toBe('cluster-t')
    expect(difference.value).toBeCloseTo(single?.value ?? Number.NaN, 12)
    expect(difference.low).toBeCloseTo(single?.low ?? Number.NaN, 12)
    expect(difference.high).toBeCloseTo(single?.high ?? Number.NaN, 12)
  })

  it('linearises two ratios of sums (numpy, delete-one jackknife over 100 clusters)', () => {
    const u = [
      [3, 5, 1, 4],
      [1, 2, 1, 3],
      [4, 6, 2, 6],
      [0, 3, 1, 2],
      [2, 2, 1, 3],
    ] as const
    const rows = (pick: 0 | 2, copies: number): CaseObservation[] =>
      Array.from({ length: copies }, (_, copy) =>
        u.map((row, i) => ({
          case: `${copy}/${i}`,
          cluster: `${copy}/${i}`,
          numerator: row[pick],
          denominator: row[pick === 0 ? 1 : 3],
        })),
      ).flat()
    const { difference, a, b } = defined(paired(rows(0, 20), rows(2, 20), { aggregate: 'ratio' }))
    expect(a - b).toBeCloseTo(2 / 9, 12)
    expect(difference.value).toBeCloseTo(2 / 9, 12)
    expect(difference.low).toBeCloseTo(0.16391965800003808, 10)
    expect(difference.high).toBeCloseTo(0.2805247864444064, 10)
  })

  it('adds one more cluster like the most different one when most cases are ties', () => {
    const a = [0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    const { difference } = defined(paired(series(a), series(a.map(() => 0.5)), { aggregate: 'mean' }))
    const mean = 0.4 / 9
    const variance = ((0.4 - mean) ** 2 + 8 * mean ** 2) / 8 / 9
    const influence = (0.4 - mean) / 8
    expect(difference.method).toBe('cluster-t')
    expect(difference.high - mean).toBeCloseTo(2.306004135204166 * Math.sqrt(variance + influence ** 2), 10)
  })

  it('does not resample when most cases are ties, whatever the number of clusters', () => {
    const a = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 0.3 + 0.01 * i : 0.2))
    const ties = defined(paired(series(a), series(a.map(() => 0.2)), { aggregate: 'mean' }))
    expect(ties).toMatchObject({ ties: 40, difference: { method: 'cluster-t' } })
    const none = defined(
      paired(series(a), series(a.map((value, i) => value - 0.001 * i)), { aggregate: 'mean' }),
    )
    expect(none).toMatchObject({ ties: 1, difference: { method: 'bootstrap-t' } })
  })

  it('uses common cases only, and leaves cases out that do not apply to both', () => {
    const a = [...series([0.5, 0.7]), { case: 'mine', cluster: 'x', numerator: 1, denominator: 1 }]
    const b: CaseObservation[] = [
      { case: 'case1', cluster: 'c1', numerator: 0.2, denominator: 1 },
      { case: 'case0', cluster: 'c0', numerator: 0, denominator: 0 },
      { case: 'yours', cluster: 'y', numerator: 1, denominator: 1 },
    ]
    const result = defined(paired(a, b, { aggregate: 'mean' }))
    expect(result).toMatchObject({ a: 0.7, b: 0.2, wins: 1, ties: 0, losses: 0 })
    expect(result.difference).toMatchObject({ n: 1, clusters: 1, method: 'whole-range', low: -1, high: 1 })
    // For a ratio of sums a system without a prediction adds nothing, but the case stays.
    expect(defined(paired(a, b, { aggregate: 'ratio' }))).toMatchObject({ a: 0.6, b: 0.2 })
  })

  it('has no result without common cases', () => {
    expect(paired(series([0.5]), [], { aggregate: 'mean' })).toBeUndefined()
    expect(paired([], [], { aggregate: 'ratio' })).toBeUndefined()
  })

  it('refuses a case twice, and series that disagree on the cluster', () => {
    expect(() => paired([...series([0.5]), ...series([0.5])], series([0.5]), { aggregate: 'mean' })).toThrow(
      RangeError,
    )
    const moved = series([0.5]).map((o) => ({ ...o, cluster: 'elsewhere' }))
    expect(() => paired(series([0.5]), moved, { aggregate: 'mean' })).toThrow(RangeError)
  })

  it('refuses series that disagree on the weight of a case', () => {
    const heavier = series([0.5]).map((o) => ({ ...o, weight: 2 }))
    expect(() => paired(series([0.5]), heavier, { aggregate: 'mean' })).toThrow(RangeError)
  })

  it('claims nothing when one cluster holds everything a system answered', () => {
    const rarely = series([0.5, 0.2, 0.7]).map((o, i) =>
      i === 1 ? o : { ...o, numerator: 0, denominator: 0 },
    )
    const { difference } = defined(paired(series([0.5, 0.4, 0.7]), rarely, { aggregate: 'ratio' }))
    expect(difference).toMatchObject({ method: 'whole-range', low: -1, high: 1, clusters: 3 })
    expect(difference.note).toContain('one cluster holds everything')
  })

  it('finds identical systems equal, with an interval that is not a point', () => {
    const result = defined(paired(series(A), series(A), { aggregate: 'mean' }))
    expect(result).toMatchObject({ wins: 0, ties: 4, losses: 0, permutation: { p: 1 } })
    expect(result.difference.low).toBeLessThan(0)
    expect(result.difference.high).toBeGreaterThan(0)
  })

  it('counts wins by the direction of the metric', () => {
    const higher = defined(paired(series(A), series(B), { aggregate: 'mean' }))
    const lower = defined(paired(series(A), series(B), { aggregate: 'mean', direction: 'lower' }))
    expect(higher).toMatchObject({ wins: 3, losses: 1 })
    expect(lower).toMatchObject({ wins: 1, losses: 3 })
  })

  it('draws swaps above twelve clusters, with the +1 rule and a seed', () => {
    const a = Array.from({ length: 40 }, (_, i) => 0.5 + 0.01 * i)
    const b = a.map((value) => value - 0.2)
    const strong = defined(paired(series(a), series(b), { aggregate: 'mean' })).permutation
    expect(strong).toEqual({ p: 1 / 10_000, exact: false, draws: 9_999 })
    const mixed = a.map((value, i) => value + (i % 2 === 0 ? 0.1 : -0.08))
    const run = (seed: number) => paired(series(a), series(mixed), { aggregate: 'mean', seed })?.permutation.p
    expect(run(1)).toBe(run(1))
    expect(run(1)).toBeGreaterThan(0.3)
  })

  it('swaps every cluster on its own, also beyond the 32 bits of one draw, in whatever order they come', () => {
    const a = Array.from({ length: 64 }, (_, i) => 0.3 + 0.005 * i)
    const b = a.map((value, i) => value - (i < 32 ? 0.12 : -0.08))
    const { permutation } = defined(paired(series(a), series(b), { aggregate: 'mean' }))
    // Mean difference 0.02, standard deviation under swapping √(0.12² + 0.08²) / √2 / 8: z = 1.57, p = 0.12.
    expect(permutation.p).toBeGreaterThan(0.09)
    expect(permutation.p).toBeLessThan(0.15)
    const backwards = defined(paired(series(a).toReversed(), series(b), { aggregate: 'mean' }))
    expect(backwards.permutation).toEqual(permutation)
  })

  it('swaps whole clusters: forty cases of two clusters are two units', () => {
    const a = Array.from({ length: 40 }, () => 0.9)
    const b = Array.from({ length: 40 }, (_, i) => 0.1 + 0.001 * i)
    const { permutation } = defined(paired(series(a, 20), series(b, 20), { aggregate: 'mean' }))
    expect(permutation).toEqual({ p: 0.5, exact: true, draws: 4 })
  })

  it('is no point when differences cancel within every cluster', () => {
    const a = [0.6, 0.4, 0.55, 0.45]
    const { difference } = defined(
      paired(series(a, 2), series([0.5, 0.5, 0.5, 0.5], 2), { aggregate: 'mean' }),
    )
    expect(difference.value).toBeCloseTo(0, 12)
    expect(difference.high - difference.low).toBeGreaterThan(0.1)
  })

  it('is antisymmetric, keeps the value inside, and is never a point', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }), fc.nat(6), fc.nat(3))
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('mean', 'ratio'),
        (rows, aggregate) => {
          const pick = (column: 0 | 1) =>
            rows.map((r, i) => ({
              case: `${i}`,
              cluster: `c${r[2]}`,
              numerator: r[column],
              denominator: 4,
              weight: r[3] + 1,
            }))
          const ab = defined(paired(pick(0), pick(1), { aggregate }))
          const ba = defined(paired(pick(1), pick(0), { aggregate }))
          expect(ab.difference.value).toBeCloseTo(-ba.difference.value, 12)
          if (ab.a !== ab.b) {
            expect(ab.difference.low).toBe(-ba.difference.high)
            expect(ab.permutation).toEqual(ba.permutation)
          }
          expect([ab.wins, ab.ties, ab.losses]).toEqual([ba.losses, ba.ties, ba.wins])
          expect(ab.difference.low).toBeLessThanOrEqual(ab.difference.value)
          expect(ab.difference.value).toBeLessThanOrEqual(ab.difference.high)
          expect(ab.difference.high - ab.difference.low).toBeGreaterThan(1e-9)
          expect(ab.permutation.p).toBeGreaterThan(0)
          expect(ab.permutation.p).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
