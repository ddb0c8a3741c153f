import { expect, it } from 'vitest'
import { createTextIndex } from './bm25-index.ts'

const texts = ['I play the cello', '我每天喝茶', 'look 🦜', 'I play'].map((text) => ({ text }))

it.each([
  { query: 'cello', best: 0 },
  { query: '喝茶', best: 1 },
  { query: '🦜', best: 2 },
  { query: 'play', best: 3 },
])('finds text $best for $query', ({ query, best }) => {
  const scores = createTextIndex()(texts, query)
  expect(scores.indexOf(Math.max(...scores))).toBe(best)
  expect(scores[best]).toBeGreaterThan(0)
})

it('keeps an index by its list, and gives 0 where no word is shared', () => {
  const index = createTextIndex()
  expect([...index(texts, 'violin')]).toEqual([0, 0, 0, 0])
  expect(index(texts, 'cello')).toEqual(index([...texts], 'cello'))
  expect([...index([], 'cello')]).toEqual([])
})

it.each([
  // A question is not found by its grammar, and a word in another form is.
  { query: 'What is the name of the pony?', best: 'My ponies are called Bo and Li' },
  { query: 'Wie heißt das Pferd, und wo ist der Stall?', best: 'Unsere Pferde und der Stall sind alt' },
])('finds "$best" for "$query"', ({ query, best }) => {
  const stored = ['What is the plural of octopus?', 'Was ist das, und wo ist der Plural?', 'x'].concat(best)
  const scores = createTextIndex()(
    stored.map((text) => ({ text })),
    query,
  )
  expect(stored[scores.indexOf(Math.max(...scores))]).toBe(best)
})
