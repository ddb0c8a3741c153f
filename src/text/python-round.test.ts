import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pythonVectors } from './fixtures/python-vectors.ts'
import { pythonRound } from './python-round.ts'

test('agrees with Python on every vector', () => {
  const wrong = pythonVectors.rounding.filter(
    (row) => !Object.is(pythonRound(row.value, row.digits), row.rounded),
  )
  expect(wrong).toEqual([])
})

test.each([
  [0.03125, 4, 0.0312],
  [0.40625, 4, 0.4062],
  [0.09375, 4, 0.0938],
  [2.675, 2, 2.67],
  [0.5, 0, 0],
  [1.5, 0, 2],
  [-2.5, 0, -2],
  [-0.03125, 4, -0.0312],
  [5e-324, 4, 0],
  [1e300, 4, 1e300],
])('%d to %d digits is %d', (value, digits, expected) => {
  expect(pythonRound(value, digits)).toBe(expected)
})

test('keeps the sign of zero, NaN and infinities', () => {
  expect(pythonRound(-0.00001, 4)).toBe(-0)
  expect(pythonRound(Number.NaN, 4)).toBeNaN()
  expect(pythonRound(-Infinity, 4)).toBe(-Infinity)
})

test.each([-1, 100, 1.5, Number.NaN])('refuses %d digits', (digits) => {
  expect(() => pythonRound(1, digits)).toThrow(RangeError)
})

/** Rounds the exact binary value with integers only. */
function exactRound(value: number, digits: number): number {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, Math.abs(value))
  const word = bits.getBigUint64(0)
  const biased = Number(word >> 52n)
  const fraction = word & ((1n << 52n) - 1n)
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n)
  const exponent = Math.max(biased, 1) - 1075
  const scaled = mantissa * 10n ** BigInt(digits) * (exponent > 0 ? 1n << BigInt(exponent) : 1n)
  const divisor = exponent < 0 ? 1n << BigInt(-exponent) : 1n
  let quotient = scaled / divisor
  const twiceRest = 2n * (scaled % divisor)
  if (twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n)) quotient++
  const rounded = Number(`${quotient}e-${digits}`)
  return value < 0 || Object.is(value, -0) ? -rounded : rounded
}

const dyadic = fc
  .tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 0, max: 10 }))
  .map(([numerator, shift]) => numerator / 2 ** shift)
const decimal = fc
  .tuple(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.integer({ min: 0, max: 8 }))
  .map(([numerator, digits]) => Number(`${numerator}e-${digits}`))
const finite = fc.double({ noNaN: true, noDefaultInfinity: true })

test('is exact on binary fractions (ties), decimals (near ties) and any double', () => {
  fc.assert(
    fc.property(fc.oneof(dyadic, decimal, finite), fc.integer({ min: 0, max: 12 }), (value, digits) => {
      expect(pythonRound(value, digits)).toBe(exactRound(value, digits))
    }),
    { numRuns: 2000 },
  )
})
