import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureBounds } from './bounds.ts'
import { estimate } from './estimate.ts'
import { bruteForce, counts, defined, harmonic, observed, score, series } from './fixtures/harmonic-series.ts'
import type { Counts } from './fixtures/harmonic-series.ts'
import { headline } from './headline.ts'
import { paired } from './paired.ts'

const aggregate = 'harmonic'

describe('comparisons of harmonic means', () => {
  it('mirror, and are differences of the definition', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(counts, counts), { minLength: 1, maxLength: 14 }), (rows) => {
        const [first, second] = [rows.map(([row]) => row), rows.map(([, row]) => row)]
        const ab = defined(paired(series(first, 2), series(second, 2), { aggregate }))
        const ba = defined(paired(series(second, 2), series(first, 2), { aggregate }))
        expect(ab.difference.value).toBeCloseTo(bruteForce(first) - bruteForce(second), 12)
        expect(ab.difference.value).toBeCloseTo(-ba.difference.value, 12)
        if (ab.a !== ab.b) {
          expect(ab.difference.low).toBe(-ba.difference.high)
          expect(ab.permutation).toEqual(ba.permutation)
        }
        expect([ab.wins, ab.ties, ab.losses]).toEqual([ba.losses, ba.ties, ba.wins])
        expect(ab.difference.high - ab.difference.low).toBeGreaterThan(1e-9)
        expect(ab.difference.n).toBe(rows.length)
      }),
    )
  })

  it('have the p of all swaps, each figure computed anew', () => {
    const rows: [Counts, Counts][] = [
      [
        [2, 3, 2, 2],
        [1, 3, 0.5, 2],
      ],
      [
        [1, 2, 1, 3],
        [0, 0, 0, 3],
      ],
      [
        [0.5, 4, 1, 2],
        [1, 1, 1, 2],
      ],
      [
        [3, 3, 2, 4],
        [1, 2, 1, 4],
      ],
    ]
    const differenceOf = (mask: number) => {
      const side = (system: 0 | 1) =>
        bruteForce(rows.map((pair, i) => ((((mask >> i) & 1) === 1) === (system === 0) ? pair[1] : pair[0])))
      return Math.abs(side(0) - side(1))
    }
    const extreme = Array.from({ length: 16 }, (_, mask) => differenceOf(mask)).filter(
      (difference) => difference >= differenceOf(0) - 1e-12,
    )
    const first = series(rows.map(([row]) => row))
    const second = series(rows.map(([, row]) => row))
    expect(defined(paired(first, second, { aggregate })).permutation).toEqual({
      p: extreme.length / 16,
      exact: true,
      draws: 16,
    })
    expect(extreme.length).toBeGreaterThan(1)
    expect(extreme.length).toBeLessThan(16)
  })

  it('swap cases that differ in one direction only', () => {
    const found = (gold: number) =>
      series(Array.from({ length: 5 }, (_, i): Counts => [1, 2 + (i % 2), gold, 2]))
    // All five clusters speak for the first system: 2 of 32 swaps are as extreme.
    expect(defined(paired(found(2), found(1), { aggregate })).permutation.p).toBe(2 / 32)
  })

  it('count wins and ties by the cases themselves, where they have a value of their own', () => {
    const a = series([
      [1, 1, 1, 1],
      [0, 1, 0, 1],
      [1, 2, 1, 2],
    ])
    const b = series([
      [0, 1, 0, 1],
      [0, 2, 0, 1],
      [1, 2, 1, 2],
    ])
    const empty = { numerator: 0, denominator: 0 }
    const own = { ...observed([1, 1, 1, 1], 3), ...empty }
    expect(paired([...a, own], [...b, observed([0, 1, 0, 1], 3)], { aggregate })).toMatchObject({
      wins: 1,
      ties: 2,
      losses: 0,
      difference: { n: 4 },
    })
  })

  it('set a system between floor and ceiling', () => {
    const system = series(
      Array.from({ length: 40 }, (_, i): Counts => [1 + (i % 3) / 2, 2 + (i % 2), 1, 2 + (i % 3)]),
    )
    const floor = series(Array.from({ length: 40 }, (_, i): Counts => [0, 0, 0, 2 + (i % 3)]))
    const oracle = series(Array.from({ length: 40 }, (_, i): Counts => [3, 3, 2 + (i % 3), 2 + (i % 3)]))
    const found = headline(system, floor, oracle, { aggregate })
    const plain = defined(estimate(system, { aggregate }))
    expect(found).toMatchObject({ kind: 'headline', floor: 0, ceiling: 1 })
    if (found.kind !== 'headline') return
    expect(found.estimate.value).toBeCloseTo(plain.value, 12)
    expect(found.estimate.low).toBeCloseTo(plain.low, 9)
    expect(found.estimate.high).toBeCloseTo(plain.high, 9)
  })

  it('bound left-out cases part by part', () => {
    const left = { cluster: 'x', worst: score([0, 0, 0, 4]), best: score([1, 1, 4, 4]) }
    const { worst, exclude, best } = failureBounds(
      series([
        [1, 2, 1, 2],
        [1, 1, 1, 2],
      ]),
      [left],
      { aggregate },
    )
    expect(worst?.value).toBeCloseTo(harmonic(2 / 3, 2 / 8), 12)
    expect(exclude?.value).toBeCloseTo(harmonic(2 / 3, 2 / 4), 12)
    expect(best?.value).toBeCloseTo(harmonic(3 / 4, 6 / 8), 12)
  })
})
