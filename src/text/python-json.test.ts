import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { pythonVectors } from './fixtures/python-vectors.ts'
import { asciiJson, pythonJson, type JsonValue } from './python-json.ts'

test.each(pythonVectors.normalization)('writes what Python writes: $json', (row) => {
  expect(pythonJson(row.value)).toBe(row.json)
  expect(pythonJson(row.value, { sortKeys: true })).toBe(row.sortedJson)
  expect(asciiJson(row.value)).toBe(row.asciiJson)
})

describe('numbers', () => {
  test.each([
    [1, '1'],
    [-0, '0'],
    [0.1, '0.1'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-0.0000123, '-1.23e-05'],
    [1.5e-300, '1.5e-300'],
    [123456789.25, '123456789.25'],
    [1e20, '100000000000000000000'],
    [1e21, '1e+21'],
    [1e300, '1e+300'],
  ])('%d is %s', (value, text) => {
    expect(pythonJson(value)).toBe(text)
  })

  test('too large for a double is Infinity, as in Python', () => {
    expect(pythonJson([Infinity, -Infinity])).toBe('[Infinity, -Infinity]')
  })
})

test('leaves a lone surrogate alone, and escapes it in ASCII', () => {
  expect(pythonJson('\ud83d')).toBe('"\ud83d"')
  expect(asciiJson('\ud83d😀')).toBe(String.raw`"\ud83d\ud83d\ude00"`)
})

test('keeps an own __proto__ key', () => {
  expect(
    pythonJson(
      Object.fromEntries([
        ['__proto__', 1],
        ['a', 2],
      ]),
    ),
  ).toBe('{"__proto__": 1, "a": 2}')
})

test('nesting and length are limited by memory only', () => {
  let nested: JsonValue = []
  for (let depth = 1; depth < 50_000; depth++) nested = [nested]
  expect(pythonJson(nested)).toBe('['.repeat(50_000) + ']'.repeat(50_000))
  expect(pythonJson(Array.from({ length: 200_000 }, () => 1))).toHaveLength(200_000 * 3)
})

test('any JSON value reads back equal, in both forms', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (drawn, sortKeys) => {
      const value = z.json().parse(JSON.parse(JSON.stringify(drawn))) // -0 is 0 in JSON text
      expect(JSON.parse(pythonJson(value, { sortKeys }))).toEqual(value)
      const ascii = asciiJson(value)
      expect(JSON.parse(ascii)).toEqual(value)
      expect(ascii).toMatch(/^[ -~]*$/)
    }),
  )
})
