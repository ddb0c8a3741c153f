import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf } from './chunks.ts'

describe('chunks', () => {
  it.each([
    ['', 10, ['']],
    ['short', 10, ['short']],
    ['one two three', 8, ['one two ', 'three']],
    ['a line\nand another', 10, ['a line\n', 'and ', 'another']],
    ['A sentence. More of it', 14, ['A sentence. ', 'More of it']],
    ['第一句。第二句很长', 6, ['第一句。', '第二句很长']],
    ['aaaaaaaaaaaa', 5, ['aaaaa', 'aaaaa', 'aa']],
  ])('%j at %i', (text, most, parts) => {
    expect(chunksOf(text, most).map((chunk) => chunk.text)).toEqual(parts)
  })

  it('keep every character whole and lose none', () => {
    const families = '👩\u200D👩\u200D👧'.repeat(40)
    for (const { text } of chunksOf(families, 50)) expect(text.length % 8).toBe(0)
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 20, max: 60 }),
        (text, most) => {
          const chunks = chunksOf(text, most)
          expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
          let start = 0
          for (const chunk of chunks) {
            expect(chunk.start).toBe(start)
            expect(chunk.text.length).toBeLessThanOrEqual(most)
            start += chunk.text.length
            // No half of a surrogate pair at an end.
            expect(/[\uD800-\uDBFF]$/.test(chunk.text) && /^[\uDC00-\uDFFF]/.test(text.slice(start))).toBe(
              false,
            )
          }
        },
      ),
    )
  })

  it('takes a turn of 200,000 characters in one pass', () => {
    const text = 'word '.repeat(40_000)
    const chunks = chunksOf(text)
    expect(chunks.length).toBeGreaterThanOrEqual(100)
    expect(chunks.every((chunk) => chunk.text.length <= 2000)).toBe(true)
  })
})
