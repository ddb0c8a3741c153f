import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hitsIn, segmentsOf, type Mark } from './marks.ts'

const mark = (start: number, end: number, key = 'g0'): Mark => ({
  block: 'b',
  turn: 0,
  start,
  end,
  kind: 'evidence',
  keys: [key],
})

describe('segments', () => {
  it.each<[string, number, Mark[], [string, string[]][]]>([
    ['abcdef', 0, [], [['abcdef', []]]],
    [
      'abcdef',
      0,
      [mark(2, 4)],
      [
        ['ab', []],
        ['cd', ['g0']],
        ['ef', []],
      ],
    ],
    [
      'abcdef',
      0,
      [mark(0, 3), mark(2, 5, 'g1')],
      [
        ['ab', ['g0']],
        ['c', ['g0', 'g1']],
        ['de', ['g1']],
        ['f', []],
      ],
    ],
    [
      'abcdef',
      10,
      [mark(0, 12)],
      [
        ['ab', ['g0']],
        ['cdef', []],
      ],
    ],
    ['abcdef', 10, [mark(0, 10), mark(16, 20)], [['abcdef', []]]],
    ['abcdef', 10, [mark(5, 30)], [['abcdef', ['g0']]]],
  ])('%j from %i', (text, start, marks, expected) => {
    expect(
      segmentsOf(text, start, marks).map((one) => [one.text, one.marks.flatMap(({ keys }) => keys)]),
    ).toEqual(expected)
  })

  it('joined are the chunk', () => {
    const some = fc.array(fc.tuple(fc.nat(40), fc.nat(40)))
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.nat(20), some, (text, start, pairs) => {
        const marks = pairs.map(([a, b]) => mark(Math.min(a, b), Math.max(a, b)))
        expect(
          segmentsOf(text, start, marks)
            .map((one) => one.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('hits', () => {
  it.each([
    [
      'The tea and THE cup',
      'the',
      [
        [0, 3],
        [12, 15],
      ],
    ],
    [
      '我喜欢茶，茶很好',
      '茶',
      [
        [3, 4],
        [5, 6],
      ],
    ],
    [
      'aaaa',
      'aa',
      [
        [0, 2],
        [2, 4],
      ],
    ],
    ['nothing', '  ', []],
    ['İstanbul istanbul', 'istanbul', [[9, 17]]],
    ['none', 'x', []],
  ])('%j in %j', (text, words, places) => {
    expect(hitsIn(text, words).map(({ start, end }) => [start, end])).toEqual(places)
  })
})
