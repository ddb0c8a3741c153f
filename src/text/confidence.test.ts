import { expect, test } from 'vitest'
import { confidencePenalty, confidenceScore, confidenceValue } from './confidence.ts'
import { pythonVectors } from './fixtures/python-vectors.ts'

test.each(pythonVectors.confidences)('reads $value as Python does', ({ value, number }) => {
  expect(confidenceValue(value)).toBe(number)
})

test.each([
  [0.95, 0.8, 1],
  [0.95, 0.65, 0.875],
  [0.95, 0.5, 0.6875],
  [undefined, 0.5, 0.625],
  [0.5, null, 0.625],
  ['0.95', 0.65, 0.875],
  ['not a number', 1, 1],
  [Number.NaN, 0.5, 0.625],
  [0, 1, 0],
  [-3, 40, 0],
])('agreement of %j and %j is %d (AlpsBench spec 2.2.5)', (a, b, expected) => {
  expect(confidenceScore(a, b)).toBeCloseTo(expected, 12)
})

test('the penalty is what exceeds a difference of 0.2', () => {
  expect(confidencePenalty(0.5, 0.625)).toBe(0)
  expect(confidencePenalty(0.25, 0.75)).toBeCloseTo(0.3, 12)
  expect(confidencePenalty(undefined, 0)).toBeCloseTo(0.8, 12)
})
