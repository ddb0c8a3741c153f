import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { studentTQuantile } from './distributions.ts'
import { estimate } from './estimate.ts'
import { bruteForce, counts, defined, harmonic, observed, series } from './fixtures/harmonic-series.ts'
import type { Counts } from './fixtures/harmonic-series.ts'

const aggregate = 'harmonic'
const someCounts = fc.array(counts, { minLength: 1, maxLength: 24 })

describe('estimate of a harmonic mean', () => {
  it.each<[string, Counts[], number]>([
    [
      'the worked example of the specification',
      [
        [1.5, 2, 1.5, 3],
        [0.5, 4, 2, 2],
      ],
      14 / 31,
    ],
    [
      'nothing predicted in one case, which still counts',
      [
        [1, 2, 1, 2],
        [0, 0, 0, 2],
      ],
      harmonic(0.5, 0.25),
    ],
    [
      'nothing predicted at all',
      [
        [0, 0, 0, 2],
        [0, 0, 0, 3],
      ],
      0,
    ],
    [
      'nothing predicted, yet something found',
      [
        [0, 0, 1, 2],
        [0, 0, 1, 3],
      ],
      0,
    ],
    [
      'nothing right',
      [
        [0, 2, 0, 2],
        [0, 1, 0, 3],
      ],
      0,
    ],
    [
      'all right',
      [
        [2, 2, 3, 3],
        [1, 1, 2, 2],
      ],
      1,
    ],
    [
      'every case at 0 but not the figure',
      [
        [0, 1, 2, 2],
        [1, 1, 0, 2],
      ],
      0.5,
    ],
  ])('%s', (_, rows, value) => {
    const result = defined(estimate(series(rows), { aggregate }))
    expect(result.value).toBeCloseTo(value, 12)
    expect(result).toMatchObject({ n: rows.length, clusters: rows.length })
    expect(result.exact).toBe(value === 0 ? 'zero' : value === 1 ? 'hundred' : undefined)
  })

  it('prints the figures of the worked example', () => {
    const rows = series([
      [1.5, 2, 1.5, 3],
      [0.5, 4, 2, 2],
    ])
    const part = (k: 0 | 1) =>
      defined(
        estimate(
          rows.map(({ parts, cluster }) => ({ ...defined(parts)[k], cluster })),
          { aggregate: 'ratio' },
        ),
      ).value.toFixed(4)
    expect([part(0), part(1), defined(estimate(rows, { aggregate })).value.toFixed(4)]).toEqual([
      '0.3333',
      '0.7000',
      '0.4516',
    ])
  })

  it('bounds each part where nothing was right: 1 − 0.025^(1/10) of the gold entries, any precision', () => {
    const mute = Array.from({ length: 10 }, (): Counts => [0, 0, 0, 2])
    const wrong = mute.map((): Counts => [0, 3, 0, 2])
    const most = 1 - 0.025 ** (1 / 10)
    const silent = defined(estimate(series(mute), { aggregate }))
    expect(silent).toMatchObject({ value: 0, low: 0, method: 'mass-bound', exact: 'zero' })
    expect(silent.high).toBeCloseTo(harmonic(1, most), 12)
    const failing = defined(estimate(series(wrong), { aggregate }))
    expect(failing).toMatchObject({ value: 0, low: 0, method: 'mass-bound' })
    expect(failing.high).toBeCloseTo(most, 12)
  })

  it('does not take a figure of 0 for unknown because a single case predicted something', () => {
    const rows = Array.from({ length: 10 }, (_, i): Counts => [0, i === 0 ? 3 : 0, 0, 2])
    expect(estimate(series(rows), { aggregate })).toMatchObject({ low: 0, method: 'mass-bound' })
  })

  it('is no unknown either where something was found though nothing was predicted', () => {
    const rows = Array.from({ length: 10 }, (_, i): Counts => [0, 0, i % 2, 2])
    const result = defined(estimate(series(rows), { aggregate }))
    expect(result).toMatchObject({ value: 0, low: 0, method: 'mass-bound' })
    expect(result.high).toBeCloseTo(harmonic(1, 0.25 + 0.75 * (1 - 0.025 ** (1 / 10))), 12)
  })

  it('counts a case by its parts, also one without a value of its own', () => {
    const [first, second] = series([
      [1, 2, 1, 2],
      [1, 1, 1, 4],
    ])
    const without = { ...defined(second), numerator: 0, denominator: 0 }
    const result = defined(estimate([defined(first), without], { aggregate }))
    expect(result.value).toBeCloseTo(harmonic(2 / 3, 2 / 6), 12)
    expect(result.n).toBe(2)
  })

  it('is the whole range where one cluster holds all that was predicted, or is alone', () => {
    const rows = Array.from({ length: 10 }, (_, i): Counts => [i === 0 ? 2 : 0, i === 0 ? 3 : 0, i % 2, 2])
    expect(estimate(series(rows), { aggregate })).toMatchObject({ low: 0, high: 1, method: 'whole-range' })
    const alone = estimate(
      series(
        [
          [1, 2, 1, 2],
          [1, 3, 1, 2],
        ],
        2,
      ),
      { aggregate },
    )
    expect(alone).toMatchObject({ low: 0, high: 1, method: 'whole-range', n: 2, clusters: 1 })
  })

  it('is no number where nothing applies', () => {
    expect(estimate([], { aggregate })).toBeUndefined()
    expect(estimate(series([[0, 0, 0, 0]]), { aggregate })).toBeUndefined()
  })

  it('has the interval of leaving clusters out, by a numerical slope', () => {
    const rows: Counts[] = [
      [1, 3, 2, 3],
      [0.5, 2, 1, 4],
      [2, 2, 1.5, 2],
      [0, 1, 0.5, 5],
      [3, 4, 2, 2],
      [1, 2, 0, 3],
    ]
    const sum = (column: 0 | 1 | 2 | 3) => rows.reduce((total, row) => total + row[column], 0)
    const [p, r] = [sum(0) / sum(1), sum(2) / sum(3)]
    const step = 1e-6
    const slopes = [
      (harmonic(p + step, r) - harmonic(p - step, r)) / (2 * step),
      (harmonic(p, r + step) - harmonic(p, r - step)) / (2 * step),
    ]
    const squares = rows.reduce((total, [a, b, c, d]) => {
      const change =
        ((slopes[0] ?? 0) * (a - p * b)) / (sum(1) - b) + ((slopes[1] ?? 0) * (c - r * d)) / (sum(3) - d)
      return total + change ** 2
    }, 0)
    const reach = studentTQuantile(0.975, 5) * Math.sqrt((5 / 6) * squares)
    const result = defined(estimate(series(rows), { aggregate, method: 'cluster-t' }))
    expect(result.value).toBeCloseTo(harmonic(p, r), 12)
    expect(result.low).toBeCloseTo(Math.max(0, harmonic(p, r) - reach), 7)
    expect(result.high).toBeCloseTo(Math.min(1, harmonic(p, r) + reach), 7)
  })

  it('refuses a case without parts, a part outside the range, and a range that does not start at 0', () => {
    const plain = [{ numerator: 1, denominator: 2, cluster: 'a' }]
    expect(() => estimate(plain, { aggregate })).toThrow('two parts')
    expect(() => estimate(series([[3, 2, 1, 1]]), { aggregate })).toThrow(RangeError)
    expect(() => estimate(series([[1, 2, 1, 1]]), { aggregate, range: [-1, 1] })).toThrow('starts at 0')
  })
})

describe('properties of a harmonic mean', () => {
  const methods = fc.constantFrom('cluster-t', 'bootstrap-t', 'wilson', undefined)

  it('is its definition, inside its interval, inside the range, never a point', () => {
    fc.assert(
      fc.property(someCounts, fc.integer({ min: 1, max: 3 }), methods, (rows, perCluster, method) => {
        const { value, low, high } = defined(estimate(series(rows, perCluster), { aggregate, method }))
        expect(value).toBeCloseTo(bruteForce(rows), 12)
        expect(low).toBeLessThanOrEqual(value)
        expect(high).toBeGreaterThanOrEqual(value)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(high - low).toBeGreaterThan(1e-9)
      }),
    )
  })

  it('does not depend on the order of the cases', () => {
    fc.assert(
      fc.property(someCounts, methods, (rows, method) => {
        const data = series(rows, 2)
        const first = defined(estimate(data, { aggregate, method }))
        const second = defined(estimate(data.toReversed(), { aggregate, method }))
        expect(second.value).toBeCloseTo(first.value, 12)
        expect(second.low).toBeCloseTo(first.low, 9)
        expect(second.high).toBeCloseTo(first.high, 9)
      }),
    )
  })

  it('scales with the unit of its parts', () => {
    fc.assert(
      fc.property(someCounts, (rows) => {
        const unit = defined(estimate(series(rows), { aggregate }))
        const times = <T extends { numerator: number }>(one: T) => ({
          ...one,
          numerator: 100 * one.numerator,
        })
        const percent = series(rows).map(({ parts, ...own }) => {
          const [first, second] = defined(parts)
          return { ...times(own), parts: [times(first), times(second)] as const }
        })
        const scaled = defined(estimate(percent, { aggregate, range: [0, 100] }))
        expect(scaled.low).toBeCloseTo(100 * unit.low, 7)
        expect(scaled.high).toBeCloseTo(100 * unit.high, 7)
      }),
    )
  })

  it('takes a resample of one cluster that is like the whole for equal, whatever the last digit', () => {
    // F1 of the first case alone and of all four is 2/9.
    const rows = series([
      [0.5, 4, 3, 3],
      [0.5, 3, 2, 5],
      [0.5, 2, 2, 4],
      [0, 2, 2, 3],
    ])
    const { low, method } = defined(estimate(rows, { aggregate }))
    expect(method).toBe('bootstrap-t')
    expect(low).toBeCloseTo(0.10847613989, 9)
  })

  it('is the ratio 2·ΣU / (Σ predicted + Σ gold) when both numerators are U, with its interval for equal clusters', () => {
    const alike = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
      { minLength: 2, maxLength: 20 },
    )
    fc.assert(
      fc.property(alike, fc.boolean(), (rows, areEqual) => {
        const all = rows.map(([predicted, gold, share]): Counts => {
          const [p, g] = areEqual ? [3, 4] : [predicted, gold]
          return [share * Math.min(p, g), p, share * Math.min(p, g), g]
        })
        const options = { method: 'cluster-t', binary: false } as const
        const figure = defined(estimate(series(all), { aggregate, ...options }))
        const single = defined(
          estimate(
            all.map(([u, p, , g], i) => ({ numerator: 2 * u, denominator: p + g, cluster: `c${i}` })),
            { aggregate: 'ratio', ...options },
          ),
        )
        expect(figure.value).toBeCloseTo(single.value, 12)
        if (!areEqual || figure.method === 'mass-bound') return
        expect(figure.low).toBeCloseTo(single.low, 9)
        expect(figure.high).toBeCloseTo(single.high, 9)
      }),
    )
  })

  it('counts weight k as k copies in the same cluster', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(counts, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 12 }),
        (rows) => {
          const byWeight = defined(
            estimate(
              rows.map(([row, weight], i) => ({ ...observed(row, i), weight })),
              { aggregate, binary: false },
            ),
          )
          const byCopies = defined(
            estimate(
              rows.flatMap(([row, weight], i) => Array.from({ length: weight }, () => observed(row, i))),
              { aggregate, binary: false },
            ),
          )
          expect(byWeight.value).toBeCloseTo(byCopies.value, 12)
          expect(byWeight.low).toBeCloseTo(byCopies.low, 9)
          expect(byWeight.high).toBeCloseTo(byCopies.high, 9)
        },
      ),
    )
  })
})
