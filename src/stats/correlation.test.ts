import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pearson, spearman } from './correlation.ts'

describe('correlation', () => {
  it.each<[string, number[], number[], number | null, number | null]>([
    ['a straight line', [1, 2, 3], [10, 20, 30], 1, 1],
    ['a falling line', [1, 2, 3], [3, 2, 1], -1, -1],
    ['a curve that rises', [1, 2, 3, 4], [1, 4, 9, 16], 0.984374, 1],
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
    ['a tie', [1, 2, 2, 3], [1, 2, 3, 4], 0.948683, 0.948683],
    ['one value only', [1, 1, 1], [1, 2, 3], null, null],
    ['equal but for rounding', [0.3, 0.1 + 0.2, 0.3], [1, 2, 3], null, 0],
    ['a single pair', [1], [2], null, null],
    ['nothing', [], [], null, null],
  ])('of %s', (_, xs, ys, r, rho) => {
    const check = (found: number | null, wanted: number | null) =>
      wanted === null ? expect(found).toBeNull() : expect(found).toBeCloseTo(wanted, 6)
    check(pearson(xs, ys), r)
    check(spearman(xs, ys), rho)
  })

  it('needs pairs', () => {
    expect(() => pearson([1, 2], [1])).toThrow(RangeError)
  })

  const pairs = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 2,
    maxLength: 20,
  })

  it('is symmetric, inside [−1, 1], and blind to scale', () => {
    fc.assert(
      fc.property(
        pairs,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        (all, scale, shift) => {
          const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)]
          for (const of of [pearson, spearman]) {
            const found = of(xs, ys)
            if (found === null) continue
            expect(Math.abs(found)).toBeLessThanOrEqual(1)
            expect(of(ys, xs)).toBeCloseTo(found, 9)
            expect(
              of(
                xs.map((x) => scale * x + shift),
                ys,
              ),
            ).toBeCloseTo(found, 9)
            expect(
              of(
                xs.map((x) => -x),
                ys,
              ),
            ).toBeCloseTo(-found, 9)
          }
        },
      ),
    )
  })

  it('of ranks does not change when a list is bent without changing its order', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)]
        expect(
          spearman(
            xs.map((x) => x ** 3),
            ys,
          ),
        ).toEqual(spearman(xs, ys))
      }),
    )
  })
})
