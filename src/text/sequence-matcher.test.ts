import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pythonVectors } from './fixtures/python-vectors.ts'
import { SequenceMatcher, type SequenceMatcherOptions } from './sequence-matcher.ts'

const ratio = (a: string, b: string, options?: SequenceMatcherOptions) =>
  new SequenceMatcher(b, options).ratio(a)

test('agrees with Python on every vector, with and without autojunk', () => {
  const wrong = pythonVectors.ratios.filter(
    ({ a, b, ...row }) =>
      ratio(a, b) !== row.ratio || ratio(a, b, { autojunk: false }) !== row.withoutAutojunk,
  )
  expect(wrong).toEqual([])
})

test('the vectors reach the popularity rule, and it does nothing below 200 code points', () => {
  const changed = pythonVectors.ratios.filter((row) => row.ratio !== row.withoutAutojunk)
  expect(changed.length).toBeGreaterThan(20)
  expect(Math.min(...changed.map((row) => Array.from(row.b).length))).toBe(200)
})

test.each([
  ['tide', 'diet', 0.25],
  ['diet', 'tide', 0.5],
  ['', '', 1],
  ['', 'x', 0],
  ['x', '', 0],
  ['🙂', '🙃', 0],
])('ratio of %j against %j is %d (AlpsBench spec 2.2.3)', (a, b, expected) => {
  expect(ratio(a, b)).toBe(expected)
})

test('one index serves many gold texts', () => {
  const matcher = new SequenceMatcher('reads sea novels')
  const golds = ['reads', '', 'sea', 'reads sea novels', 'reads']
  expect(golds.map((gold) => matcher.ratio(gold))).toEqual(
    golds.map((gold) => ratio(gold, 'reads sea novels')),
  )
})

describe('long texts', () => {
  const distinct = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x20000 + index))

  test('20,000 characters, half of them in single matches, one window inside the other', () => {
    const holes = distinct.map((character, index) => (index % 2 === 0 ? character : '-'))
    expect(ratio(distinct.join(''), holes.join(''))).toBe(0.5)
  })

  test('a large comparison leaves nothing behind for a small one', () => {
    expect(ratio(distinct.join(''), distinct.toReversed().join(''))).toBe(1 / 20_000)
    expect(ratio('tide', 'diet')).toBe(0.25)
  })
})

/** Difflib's algorithm word by word (AlpsBench spec 2.2.3), with its cost. */
function naiveRatio(aText: string, bText: string): number {
  const a = Array.from(aText)
  const b = Array.from(bText)
  const limit = b.length >= 200 ? Math.floor(b.length / 100) + 1 : Infinity
  const count = (character: string) => b.filter((other) => other === character).length
  const popular = new Set(b.filter((character) => count(character) > limit))

  const matched = (alo: number, ahi: number, blo: number, bhi: number): number => {
    let [bestI, bestJ, size] = [alo, blo, 0]
    let previous = new Map<number, number>()
    for (let i = alo; i < ahi; i++) {
      const current = new Map<number, number>()
      for (let j = blo; j < bhi; j++) {
        if (a[i] !== b[j] || popular.has(b[j] ?? '')) continue
        const run = (previous.get(j - 1) ?? 0) + 1
        current.set(j, run)
        if (run > size) [bestI, bestJ, size] = [i - run + 1, j - run + 1, run]
      }
      previous = current
    }
    for (; bestI > alo && bestJ > blo && a[bestI - 1] === b[bestJ - 1]; size++) {
      bestI--
      bestJ--
    }
    while (bestI + size < ahi && bestJ + size < bhi && a[bestI + size] === b[bestJ + size]) size++
    if (size === 0) return 0
    return size + matched(alo, bestI, blo, bestJ) + matched(bestI + size, ahi, bestJ + size, bhi)
  }
  return a.length + b.length === 0 ? 1 : (2 * matched(0, a.length, 0, b.length)) / (a.length + b.length)
}

const text = (unit: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(unit)), minLength, maxLength })

describe('agrees with the algorithm of the specification', () => {
  test.each(['ab', 'abcde', 'abc🙂🙃猫 defgh'])('on short texts over %j', (unit) => {
    fc.assert(
      fc.property(text(unit, 0, 30), text(unit, 0, 30), (a, b) => {
        expect(ratio(a, b)).toBe(naiveRatio(a, b))
      }),
      { numRuns: 500 },
    )
  })

  test.each(['abc', 'abcdefghijklmnopqrstuvwxyz    ', `${'abcde'.repeat(12)}fghijklmnopqrstuvwxyz🙂猫`])(
    'around 200 code points, over %j',
    (unit) => {
      fc.assert(
        fc.property(text(unit, 190, 230), text(unit, 0, 40), fc.nat(150), (b, other, from) => {
          const a =
            other +
            Array.from(b)
              .slice(from, from + 60)
              .join('') +
            other
          expect(ratio(a, b)).toBe(naiveRatio(a, b))
        }),
        { numRuns: 60 },
      )
    },
  )
})
