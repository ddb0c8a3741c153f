import { describe, expect, test } from 'vitest'
import { pythonVectors } from './fixtures/python-vectors.ts'
import { PreparedValue, labelSimilarity, typeMatch, valueSimilarity } from './similarity.ts'
import type { JsonValue } from './python-json.ts'

const similarity = (gold: JsonValue | undefined, prediction: JsonValue | undefined, tokenWeight?: number) =>
  valueSimilarity(new PreparedValue(gold), new PreparedValue(prediction), tokenWeight)

describe('labels (AlpsBench spec 2.2.2)', () => {
  test.each([
    ['Preferences/Food', 'Preferences/Food', 1],
    ['Preferences/Food', 'Preferences/Music', 0.5],
    ['Thoughts/Goals/Long_Term', 'Thoughts/Goals/Short_Term', 4 / 6],
    ['Thoughts/Goals/Long_Term', 'Thoughts/Curiosity', 0.4],
    ['Preferences', 'Preferences/Food', 2 / 3],
    ['Preferences/Food', 'Preferences', 2 / 3],
    ['UNMAPPED', 'UNMAPPED', 1],
    ['UNMAPPED', 'Preferences/Food', 0],
    ['preferences/food', 'Preferences/Food', 0],
    [' Preferences/Food', 'Preferences/Food', 0],
    ['Other/Food', 'Preferences/Food', 0],
    ['', '', 0],
    ['//', '/', 0],
    ['A//B/', '/A/B', 1],
    [null, undefined, 0],
    [5, '5', 1],
    [true, 'True', 1],
    [['A/B'], ['A/C'], 0.5],
  ])('%j against %j', (a, b, expected) => {
    expect(labelSimilarity(a, b)).toBe(expected)
  })
})

describe('values (AlpsBench spec 2.2.3)', () => {
  test('agrees with Python on every vector', () => {
    const wrong = pythonVectors.ratios.filter((row) => similarity(row.a, row.b) !== row.valueSimilarity)
    expect(wrong).toEqual([])
  })

  test.each([
    ['Likes green tea', 'likes black tea!', 0.558065],
    ['Owns two rescue cats', 'Has a pair of rescue cats', 0.416667],
    ['Lives in Lisbon', 'Lives in Lisbon.', 0.687097],
    [
      'keeps a small greenhouse with tomatoes and chili peppers on the balcony',
      'the user keeps a small greenhouse on the balcony where tomatoes, chili peppers and herbs grow; the user waters them each morning before cycling to the office and notes the harvest in a paper logbook kept beside the door',
      0.28125,
    ],
  ])('%j against %j', (gold, prediction, expected) => {
    expect(similarity(gold, prediction)).toBeCloseTo(expected, 6)
  })

  test.each([null, undefined, '', 0, false, [], {}])(
    'falsy %j is similar to nothing, itself included',
    (falsy) => {
      expect(similarity(falsy, falsy)).toBe(0)
      expect(similarity(falsy, '0')).toBe(0)
      expect(similarity('0', falsy)).toBe(0)
    },
  )

  test('a value that normalises to nothing is not falsy: two of them agree in their characters', () => {
    expect(similarity('!!', '??')).toBeCloseTo(0.4, 12)
  })

  test('other truthy values are compared by their JSON text', () => {
    expect(similarity(true, 'true')).toBe(1)
    expect(similarity(['tea'], 'tea')).toBeCloseTo(0.6 + 0.4 * (6 / 8), 12)
  })

  test('the token weight is clamped to 0-1', () => {
    const tokensOnly = similarity('reads sea novels', 'reads novels', 1)
    expect(tokensOnly).toBeCloseTo(2 / 3, 12)
    expect(similarity('reads sea novels', 'reads novels', 3)).toBe(tokensOnly)
    expect(similarity('tide', 'diet', 0)).toBe(0.25)
    expect(similarity('tide', 'diet', -1)).toBe(0.25)
  })
})

describe('types (AlpsBench spec 2.2.4)', () => {
  test.each([
    ['direct', 'direct', true],
    ['direct', 'Direct', false],
    ['direct', 'direct ', false],
    [undefined, null, true],
    [null, '', false],
    ['direct', null, false],
    [['a'], ['a'], true],
    ['5', 5, false],
  ])('%j and %j', (a, b, expected) => {
    expect(typeMatch(a, b)).toBe(expected)
  })
})
