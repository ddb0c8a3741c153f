import { expect, it } from 'vitest'
import { changing, says } from './fixtures.ts'
import { wordLimit } from './word-limit.ts'

it.each([
  [30, 0],
  [31, 1],
  [0, 0],
])('of %d words is over the limit: %d', (count, over) => {
  const preference = Array.from({ length: count }, () => 'word').join(' ')
  expect(wordLimit.score(says(preference), { input: null, gold: changing }).metrics).toEqual({
    over_limit: { numerator: over, denominator: 1 },
  })
})
