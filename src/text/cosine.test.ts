import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine } from './cosine.ts'

const vector = (...values: number[]) => Float32Array.from(values)

describe('cosine', () => {
  it.each([
    { a: [1, 0], b: [2, 0], expected: 1 },
    { a: [1, 0], b: [0, 3], expected: 0 },
    { a: [1, 0], b: [-1, 0], expected: -1 },
    { a: [3, 4], b: [4, 3], expected: 0.96 },
    { a: [0, 0], b: [1, 1], expected: 0 },
    { a: [], b: [1], expected: 0 },
    { a: [1], b: [1, 1], expected: Math.SQRT1_2 },
  ])('of $a and $b is $expected', ({ a, b, expected }) => {
    expect(cosine(vector(...a), vector(...b))).toBeCloseTo(expected, 12)
  })

  it('is symmetric and stays between -1 and 1, whatever the lengths', () => {
    const numbers = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { maxLength: 6 })
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const value = cosine(vector(...a), vector(...b))
        expect(Math.abs(value)).toBeLessThanOrEqual(1)
        expect(cosine(vector(...b), vector(...a))).toBe(value)
      }),
    )
  })
})
