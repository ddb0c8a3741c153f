import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letterDisplay, letterText } from './letters.ts'
import { rankIntervals } from './rank-intervals.ts'

/** A symmetric relation over `count` things from a list of pairs. */
const relation = (pairs: readonly (readonly [number, number])[]) => {
  const known = new Set(pairs.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  return (a: number, b: number) => known.has(`${a} ${b}`)
}

describe('letters', () => {
  it.each([
    ['nothing differs', 3, [], ['a', 'a', 'a']],
    [
      'everything differs',
      3,
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      ['a', 'b', 'c'],
    ],
    ['a chain', 3, [[0, 2]], ['a', 'ab', 'b']],
    [
      'the last differs from all',
      4,
      [
        [0, 3],
        [1, 3],
        [2, 3],
      ],
      ['a', 'a', 'a', 'b'],
    ],
    // Piepho 2004: eight treatments, of which some differ; overlapping groups.
    [
      'overlapping groups',
      5,
      [
        [0, 3],
        [0, 4],
        [1, 4],
      ],
      ['a', 'ab', 'abc', 'bc', 'c'],
    ],
    [
      'not along the order',
      4,
      [
        [0, 1],
        [2, 3],
      ],
      ['ab', 'cd', 'ac', 'bd'],
    ],
    ['nobody', 0, [], []],
  ] as const)('%s', (_, count, pairs, expected) => {
    expect(letterDisplay(count, relation(pairs)).map(letterText)).toEqual(expected)
  })

  const relations = fc.integer({ min: 0, max: 8 }).chain((count) =>
    fc.array(fc.boolean(), { minLength: 28, maxLength: 28 }).map((flags) => {
      const pairs: [number, number][] = []
      let at = 0
      for (let a = 0; a < count; a += 1)
        for (let b = a + 1; b < count; b += 1)
          if (flags[(at += 1) % Math.max(1, flags.length)] === true) pairs.push([a, b])
      return { count, differ: relation(pairs) }
    }),
  )

  it('are shared exactly by those that do not differ', () => {
    fc.assert(
      fc.property(relations, ({ count, differ }) => {
        const letters = letterDisplay(count, differ)
        expect(letters).toHaveLength(count)
        for (let a = 0; a < count; a += 1) {
          expect(letters[a]?.length).toBeGreaterThan(0)
          for (let b = a + 1; b < count; b += 1) {
            const share = letters[a]?.some((letter) => letters[b]?.includes(letter)) ?? false
            expect(share).toBe(!differ(a, b))
          }
        }
      }),
    )
  })

  it('are none too many: each one holds a pair, or a thing, that no other does', () => {
    fc.assert(
      fc.property(relations, ({ count, differ }) => {
        const letters = letterDisplay(count, differ)
        const columns = new Map<number, Set<number>>()
        for (const [place, own] of letters.entries())
          for (const letter of own) columns.set(letter, (columns.get(letter) ?? new Set()).add(place))
        for (const [letter, column] of columns)
          for (const [other, wider] of columns)
            if (letter !== other) expect([...column].every((place) => wider.has(place))).toBe(false)
      }),
    )
  })

  it('go on after z', () => {
    expect(letterText([0, 25, 26, 53])).toBe('aza1b2')
  })
})

describe('rank intervals', () => {
  it('count who is surely better and surely worse', () => {
    // The first is surely better than the last two, the second than the last.
    const better = (a: number, b: number) => (a === 0 && b >= 2) || (a === 1 && b === 3)
    expect(rankIntervals(4, better)).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 3 },
      { best: 2, worst: 4 },
      { best: 3, worst: 4 },
    ])
  })

  it('hold the rank by value where decisions follow the values', () => {
    const number = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(
        fc.uniqueArray(number, { maxLength: 8 }),
        fc.integer({ min: 0, max: 10 }),
        (values, margin) => {
          const at = (i: number): number => values[i] ?? 0
          const ranks = rankIntervals(values.length, (a, b) => at(a) > at(b) + margin)
          for (const [i, { best, worst }] of ranks.entries()) {
            const rank = 1 + values.filter((value) => value > at(i)).length
            expect(best).toBeLessThanOrEqual(rank)
            expect(worst).toBeGreaterThanOrEqual(rank)
            if (margin === 0) expect([best, worst]).toEqual([rank, rank])
          }
        },
      ),
    )
  })
})
