import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NumberList } from './number-list.ts'

describe('a list of numbers', () => {
  it('gives back what was put in, over the ends of blocks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), fc.double({ noNaN: true }), (size, step) => {
        const list = new NumberList()
        for (let at = 0; at < size; at += 1) list.push(at * step)
        expect(list.length).toBe(size)
        for (const at of [0, 1, 4095, 4096, 8191, 8192, size - 1]) {
          expect(list.at(at)).toBe(at >= 0 && at < size ? at * step : undefined)
        }
        expect(list.at(size)).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  })
})
