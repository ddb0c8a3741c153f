import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineReader } from './line-reader.ts'

describe('the line reader', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
        const reader = new LineReader(10_000)
        const read: string[] = []
        let at = 0
        for (const cut of cuts) {
          read.push(...reader.push(bytes.subarray(at, at + cut)))
          at += cut
        }
        read.push(...reader.push(bytes.subarray(at)))
        expect(read).toEqual(lines)
      }),
    )
  })

  it('refuses a line that is too long, whether it has ended or not', () => {
    expect(new LineReader(3).push(Buffer.from('abc\nabc\n'))).toEqual(['abc', 'abc'])
    expect(() => new LineReader(3).push(Buffer.from('abcd'))).toThrow('more than 3 bytes')
    const reader = new LineReader(3)
    reader.push(Buffer.from('ab'))
    expect(() => reader.push(Buffer.from('cd\n'))).toThrow(RangeError)
  })
})
