import { expect, test } from 'vitest'
import { collapseWhitespace, pythonStrip } from './python-whitespace.ts'

const ranges = [
  [0x9, 0xd],
  [0x1c, 0x20],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
] as const

test('takes exactly the characters of AlpsBench spec 2.2.1 for whitespace', () => {
  const wrong: number[] = []
  for (let unit = 0; unit <= 0xffff; unit++) {
    const expected = ranges.some(([from, to]) => unit >= from && unit <= to)
    const text = String.fromCharCode(unit)
    const stripped = pythonStrip(`${text}x${text}`) === 'x'
    const collapsed = collapseWhitespace(`x${text}${text}`) === 'x '
    if (stripped !== expected || collapsed !== expected) wrong.push(unit)
  }
  expect(wrong).toEqual([])
})

test('strips the ends only, and a text of whitespace to nothing', () => {
  expect(pythonStrip('\u3000 a  b\x1c\n')).toBe('a  b')
  expect(pythonStrip(' \t\x85')).toBe('')
})
