import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoints, compareCodePoints } from './code-points.ts'

test('counts an emoji as one code point and a lone surrogate as one', () => {
  expect([...codePoints('a😀\u{d83d}b')]).toEqual([0x61, 0x1f600, 0xd83d, 0x62])
  expect(codePoints('')).toHaveLength(0)
})

test('agrees with string iteration', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect([...codePoints(text)]).toEqual(Array.from(text, (character) => character.codePointAt(0)))
    }),
  )
})

test('orders U+FFFF before an emoji, and a prefix before the longer text', () => {
  expect(compareCodePoints('\uffff', '😀')).toBeLessThan(0)
  expect(compareCodePoints('a', 'ab')).toBeLessThan(0)
  expect(compareCodePoints('b', 'ab')).toBeGreaterThan(0)
  expect(compareCodePoints('猫', '猫')).toBe(0)
})
