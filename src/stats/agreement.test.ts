import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cohenKappa } from './kappa.ts'
import { krippendorffAlpha, type RatedUnit } from './krippendorff.ts'
import { createRandom } from './random.ts'

/** Pairs of a table of counts, each in a cluster of its own. */
function pairsOf(table: readonly (readonly number[])[]) {
  return table.flatMap((row, i) =>
    row.flatMap((count, j) =>
      Array.from({ length: count }, (_, k) => ({ a: `c${i}`, b: `c${j}`, cluster: `${i} ${j} ${k}` })),
    ),
  )
}

// Krippendorff, Computing Krippendorff's Alpha-Reliability (2011): four observers, twelve units, some not labelled.
const none = null
const observers = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, none, none, none],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, none, 3],
  [none, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, none],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, none],
]
const units: RatedUnit[] = Array.from({ length: 12 }, (_, i) => ({
  unit: `u${i}`,
  cluster: `u${i}`,
  values: observers.flatMap((values) => values[i] ?? []),
}))

describe("Cohen's kappa", () => {
  // 20, 5, 10, 15: the observed agreement is 0.7 and by chance 0.5.
  it('of the usual example is 0.4', () => {
    const found = cohenKappa(
      pairsOf([
        [20, 5],
        [10, 15],
      ]),
    )
    expect(found?.value).toBeCloseTo(0.4, 12)
    expect(found).toMatchObject({ n: 50, clusters: 50, method: 'cluster-percentile' })
    expect(found?.observed).toBeCloseTo(0.7, 12)
    expect(found?.expected).toBeCloseTo(0.5, 12)
    // Fleiss, Cohen & Everitt (1969): a standard error of 0.127 here.
    expect(found?.low).toBeGreaterThan(0.1)
    expect(found?.low).toBeLessThan(0.2)
    expect(found?.high).toBeGreaterThan(0.6)
    expect(found?.high).toBeLessThan(0.7)
  })

  // 1 − Σwo/Σwe of this table, by NumPy.
  it.each([
    ['none', 0.607_961_399],
    ['linear', 0.676_524_954],
    ['quadratic', 0.748_110_831],
  ] as const)('with weights %s is %d', (weights, expected) => {
    const pairs = pairsOf([
      [11, 3, 1],
      [2, 12, 4],
      [0, 3, 14],
    ])
    expect(cohenKappa(pairs, { weights, categories: ['c0', 'c1', 'c2'] })?.value).toBeCloseTo(expected, 8)
  })

  const labels = fc.array(
    fc.record({
      a: fc.constantFrom('x', 'y', 'z'),
      b: fc.constantFrom('x', 'y', 'z'),
      cluster: fc.constantFrom('1', '2', '3', '4'),
    }),
    { minLength: 1, maxLength: 30 },
  )

  it('is the same with the raters swapped, and with other names of categories', () => {
    fc.assert(
      fc.property(labels, (rows) => {
        const swapped = rows.map(({ a, b, cluster }) => ({ a: b, b: a, cluster }))
        const renamed = rows.map(({ a, b, cluster }) => ({ a: `${a}!`, b: `${b}!`, cluster }))
        const value = cohenKappa(rows)?.value
        expect(cohenKappa(renamed)?.value).toBe(value)
        if (value === undefined) expect(cohenKappa(swapped)).toBeUndefined()
        else expect(cohenKappa(swapped)?.value).toBeCloseTo(value, 10)
      }),
      { numRuns: 40 },
    )
  })

  it('has an interval around it that is never of no width, whatever the order of the rows', () => {
    fc.assert(
      fc.property(labels, (rows) => {
        const found = cohenKappa(rows)
        if (found === undefined) return
        expect(found.low).toBeLessThanOrEqual(found.value)
        expect(found.high).toBeGreaterThanOrEqual(found.value)
        expect(found.high).toBeGreaterThan(found.low)
        const other = cohenKappa(rows.toReversed())
        expect(other?.low).toBeCloseTo(found.low, 12)
      }),
      { numRuns: 40 },
    )
  })

  it('says where so few clusters make its interval too narrow', () => {
    const few = pairsOf([
      [5, 2],
      [1, 4],
    ])
    expect(cohenKappa(few)?.note).toBe('12 clusters: percentile intervals of so few are too narrow')
    expect(
      cohenKappa(
        pairsOf([
          [20, 5],
          [10, 15],
        ]),
      )?.note,
    ).toBeUndefined()
  })

  it('is 1 where all agree, bounded by what unseen clusters could bring', () => {
    const found = cohenKappa(
      pairsOf([
        [10, 0],
        [0, 10],
      ]),
    )
    // 1 − (1 − 0.025^(1/20)) / 0.5
    expect(found).toMatchObject({ value: 1, high: 1, method: 'mass-bound' })
    expect(found?.low).toBeCloseTo(1 - (1 - 0.025 ** (1 / 20)) / 0.5, 12)
  })

  it('is not there where all labels are alike, and knows nothing from one cluster', () => {
    expect(cohenKappa(pairsOf([[10]]))).toBeUndefined()
    expect(cohenKappa([])).toBeUndefined()
    const one = pairsOf([
      [5, 1],
      [2, 5],
    ]).map((row) => ({ ...row, cluster: 'one' }))
    expect(cohenKappa(one)).toMatchObject({ low: -1, high: 1, method: 'whole-range' })
  })

  it('refuses labels that are none of the categories', () => {
    expect(() => cohenKappa(pairsOf([[1]]), { categories: ['x'] })).toThrow('"c0" is none of the categories')
    expect(() => cohenKappa([], { categories: ['x', 'x'] })).toThrow('named twice')
  })
})

describe("Krippendorff's alpha", () => {
  it.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ] as const)('of the worked example on a(n) %s scale is %d', (scale, expected) => {
    const found = krippendorffAlpha(units, scale)
    expect(found?.value).toBeCloseTo(expected, 3)
    // The last unit has one label only.
    expect(found?.n).toBe(11)
    expect(found?.low).toBeLessThan(expected)
    expect(found?.high).toBeGreaterThan(expected)
  })

  it('of two raters and binary labels is 0.095', () => {
    // The same paper, part A: two observers, ten units.
    const a = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    const b = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    const two = a.map((value, i) => ({ unit: `${i}`, cluster: `${i}`, values: [value, b[i] ?? 0] }))
    for (const scale of ['nominal', 'interval'] as const)
      expect(krippendorffAlpha(two, scale)?.value).toBeCloseTo(0.095, 3)
  })

  it('does not change with the order of raters, and on an interval scale with the unit', () => {
    const moved = units.map((one) => ({
      ...one,
      values: one.values.map((value) => Number(value) * 3 + 7).toReversed(),
    }))
    expect(krippendorffAlpha(moved, 'interval')?.value).toBeCloseTo(
      krippendorffAlpha(units, 'interval')?.value ?? Number.NaN,
      10,
    )
    const renamed = units.map((one) => ({ ...one, values: one.values.map((value) => `label ${value}`) }))
    expect(krippendorffAlpha(renamed, 'nominal')?.value).toBeCloseTo(0.743, 3)
  })

  it('is about 0 for labels drawn at random, and its interval holds 0', () => {
    const random = createRandom('alpha')
    const drawn = Array.from({ length: 400 }, (_, i) => ({
      unit: `${i}`,
      cluster: `${i}`,
      values: [random.integer(1, 5), random.integer(1, 5), random.integer(1, 5)],
    }))
    for (const scale of ['nominal', 'ordinal', 'interval'] as const) {
      const found = krippendorffAlpha(drawn, scale)
      expect(Math.abs(found?.value ?? 1)).toBeLessThan(0.06)
      expect(found?.low).toBeLessThan(0.01)
      expect(found?.high).toBeGreaterThan(-0.01)
    }
  })

  it('is not there where all values are alike, and refuses what has no place on the scale', () => {
    expect(krippendorffAlpha([{ unit: 'a', cluster: 'a', values: [1, 1] }], 'nominal')).toBeUndefined()
    expect(krippendorffAlpha([{ unit: 'a', cluster: 'a', values: [1] }], 'nominal')).toBeUndefined()
    expect(() => krippendorffAlpha([{ unit: 'a', cluster: 'a', values: ['x', 'y'] }], 'ordinal')).toThrow(
      '"x" has no place on an ordinal scale',
    )
    expect(() => krippendorffAlpha([{ unit: 'a', cluster: 'a', values: [1, NaN] }], 'nominal')).toThrow(
      'finite',
    )
  })
})
