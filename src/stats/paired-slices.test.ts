import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimate } from './estimate.ts'
import { pairedSlices } from './paired-slices.ts'
import type { CaseObservation } from './series.ts'

const aggregate = 'mean'

function slice(name: string, values: readonly (number | null)[], weight?: number): CaseObservation[] {
  return values.flatMap((value, place) =>
    value === null
      ? []
      : [
          {
            case: `${name}-${place}`,
            cluster: `persona-${place}`,
            numerator: value,
            denominator: 1,
            ...(weight === undefined ? {} : { weight }),
          },
        ],
  )
}

describe('paired slices', () => {
  it('are compared within clusters, over those that have both', () => {
    const found = pairedSlices(slice('changing', [0, 0, 0.5, 1]), slice('consistent', [1, 1, 1, null]), {
      aggregate,
    })
    // Differences −1, −1, −0.5; the fourth persona has no consistent case.
    expect(found?.difference.value).toBeCloseTo(-2.5 / 3, 12)
    expect(found?.difference.n).toBe(3)
    expect(found?.difference.clusters).toBe(3)
    // All three speak against the slice: 2 of 8 swaps are as extreme.
    expect(found?.permutation).toMatchObject({ p: 2 / 8, exact: true })
  })

  it('are undefined when no cluster has both', () => {
    expect(pairedSlices(slice('a', [1, null]), slice('b', [null, 1]), { aggregate })).toBeUndefined()
  })

  it('average the cases of a cluster with mean, and sum them with ratio', () => {
    const of = (name: string, numerator: number, denominator: number): CaseObservation => ({
      case: name,
      cluster: 'p',
      numerator,
      denominator,
    })
    const [two, base] = [[of('x', 1, 1), of('y', 0, 3)], [of('z', 1, 4)]]
    expect(pairedSlices(two, base, { aggregate: 'mean' })?.difference.value).toBeCloseTo(0.5 - 0.25, 12)
    expect(pairedSlices(two, base, { aggregate: 'ratio' })?.difference.value).toBeCloseTo(0.25 - 0.25, 12)
  })

  it('compute a harmonic mean from the sums of its parts', () => {
    const of = (name: string, cluster: string, hits: number): CaseObservation => ({
      case: name,
      cluster,
      numerator: hits / 2,
      denominator: 1,
      parts: [
        { numerator: hits, denominator: 2 },
        { numerator: hits, denominator: 4 },
      ],
    })
    const found = pairedSlices([of('a', 'p', 2), of('b', 'q', 1)], [of('c', 'p', 1), of('d', 'q', 1)], {
      aggregate: 'harmonic',
    })
    const harmonic = (p: number, r: number) => (2 * p * r) / (p + r)
    expect(found?.difference.value).toBeCloseTo(harmonic(3 / 4, 3 / 8) - harmonic(2 / 4, 2 / 8), 12)
  })

  const values = fc.array(fc.option(fc.integer({ min: 0, max: 4 }).map((n) => n / 4)), {
    minLength: 2,
    maxLength: 12,
  })

  it('mirror each other, and stand inside their interval', () => {
    fc.assert(
      fc.property(values, values, (xs, ys) => {
        const [a, b] = [slice('a', xs), slice('b', ys)]
        const [forth, back] = [pairedSlices(a, b, { aggregate }), pairedSlices(b, a, { aggregate })]
        expect(back?.difference.value ?? 0).toBeCloseTo(-(forth?.difference.value ?? 0), 12)
        expect(back?.permutation.p).toBe(forth?.permutation.p)
        if (forth === undefined) return
        expect(forth.difference.low).toBeLessThanOrEqual(forth.difference.value)
        expect(forth.difference.high).toBeGreaterThanOrEqual(forth.difference.value)
        expect(forth.difference.high - forth.difference.low).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })

  it('are the difference of the two estimates where every cluster has one case of each', () => {
    const full = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
      minLength: 2,
      maxLength: 12,
    })
    fc.assert(
      fc.property(full, (pairs) => {
        const a = slice(
          'a',
          pairs.map(([x]) => x / 4),
        )
        const b = slice(
          'b',
          pairs.map(([, y]) => y / 4),
        )
        const whole = (series: CaseObservation[]) => estimate(series, { aggregate })?.value ?? Number.NaN
        const found = pairedSlices(a, b, { aggregate })
        expect(found?.difference.value).toBeCloseTo(whole(a) - whole(b), 12)
      }),
      { numRuns: 60 },
    )
  })
})
