import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureCorrelation } from './figure-correlation.ts'
import type { CaseObservation } from './series.ts'

function series(track: string, values: readonly number[]): CaseObservation[] {
  return values.map((value, place) => ({
    case: `${track}-${place}`,
    cluster: `persona-${place}`,
    numerator: value,
    denominator: 1,
  }))
}

function figure(track: string, systems: readonly (readonly number[])[]) {
  return { series: systems.map((values) => series(track, values)), aggregate: 'mean' as const }
}

const three = [
  [0, 0.5, 0],
  [0.5, 0.5, 1],
  [1, 1, 0.5],
]

describe('correlation of figures', () => {
  it('correlates the systems, not the cases', () => {
    const found = figureCorrelation(figure('x', three), figure('y', three))
    expect(found?.pearson?.value).toBeCloseTo(1, 12)
    expect(found).toMatchObject({ n: 3, clusters: 3, method: 'cluster-percentile' })
    expect(found?.points.map(([x]) => x)).toEqual([0.5 / 3, 2 / 3, 2.5 / 3])
  })

  it('takes the cases that all systems have', () => {
    const [first = [], ...rest] = figure('x', three).series
    // Without the second case the figures are 0, 0.75, 0.75.
    const short = {
      series: [first.filter(({ case: id }) => id !== 'x-1'), ...rest],
      aggregate: 'mean' as const,
    }
    const found = figureCorrelation(short, figure('y', three))
    expect(found?.points.map(([x]) => x)).toEqual([0, 0.75, 0.75])
  })

  it('is not there below three systems, or without a common case', () => {
    const two = three.slice(0, 2)
    expect(figureCorrelation(figure('x', two), figure('y', two))).toBeUndefined()
    const none = {
      series: [series('a', [1]), series('b', [1]), series('c', [1])],
      aggregate: 'mean' as const,
    }
    expect(figureCorrelation(none, figure('y', three))).toBeUndefined()
  })

  it('says nothing where all systems are level', () => {
    const level = [
      [0, 1],
      [0, 1],
      [1, 0],
    ]
    const found = figureCorrelation(
      figure('x', level),
      figure('y', [
        [0, 1],
        [1, 1],
        [0, 0],
      ]),
    )
    expect(found?.pearson).toBeNull()
    expect(found?.spearman).toBeNull()
  })

  it('needs as many systems on both sides', () => {
    expect(() => figureCorrelation(figure('x', three), figure('y', three.slice(1)))).toThrow(RangeError)
  })

  it('resamples a cluster with its cases of both figures', () => {
    // Cluster by cluster both figures are the same, so every resample has them on one line.
    const turning = [
      [0, 1, 0.2, 0.9],
      [0.5, 0.4, 0.6, 0.5],
      [1, 0, 0.9, 0.1],
    ]
    const found = figureCorrelation(figure('x', turning), figure('y', turning))
    // All replicates agree: what four clusters can hide is 1 − 0.025^(1/4) of the width.
    expect(found?.pearson?.low).toBeCloseTo(1 - 2 * (1 - 0.025 ** (1 / 4)), 9)
    const [a = [], b = [], c = []] = turning
    const shifted = [a, b, c].map((values) => values.toReversed())
    const against = figureCorrelation(figure('x', turning), figure('y', shifted))
    expect(against?.pearson?.low).toBeLessThan(-0.9)
  })

  it('has an interval around the value, of some width, whatever the order of clusters', () => {
    const systems = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }), {
      minLength: 3,
      maxLength: 5,
    })
    fc.assert(
      fc.property(systems, (drawn) => {
        const values = drawn.map((row) => row.map((value) => value / 4))
        const found = figureCorrelation(figure('x', values), figure('y', values))
        for (const one of [found?.pearson, found?.spearman]) {
          if (one == null) continue
          expect(one.low).toBeLessThanOrEqual(one.value)
          expect(one.high).toBeGreaterThanOrEqual(one.value)
          expect(one.high - one.low).toBeGreaterThan(0)
          expect(one.low).toBeGreaterThanOrEqual(-1)
          expect(one.high).toBeLessThanOrEqual(1)
        }
        const turned = (track: string) => {
          const made = figure(track, values)
          return { ...made, series: made.series.map((all) => all.toReversed()) }
        }
        expect(figureCorrelation(turned('x'), turned('y'))?.spearman).toEqual(found?.spearman)
      }),
      { numRuns: 15 },
    )
  })
})
