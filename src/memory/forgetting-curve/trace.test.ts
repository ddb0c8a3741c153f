import { expect, it } from 'vitest'
import { comesToMind, recall, remembered, retention, type Trace } from './trace.ts'

const trace = (id: string, strength: number, day: number | null): Trace => ({
  note: { id, speaker: null, text: id, saidAt: null, sources: [] },
  strength,
  day,
})

it.each([
  { strength: 1, day: 0, now: 0, expected: 1 },
  { strength: 1, day: 0, now: 1, expected: 0.36788 },
  { strength: 2, day: 0, now: 1, expected: 0.60653 },
  { strength: 1, day: 3, now: 5, expected: 0.13534 },
  // Said later than now, or not yet dated: as fresh as can be.
  { strength: 1, day: 9, now: 5, expected: 1 },
  { strength: 1, day: null, now: 5, expected: 1 },
])('keeps $expected at strength $strength from day $day to $now', ({ strength, day, now, expected }) => {
  expect(retention(trace('a', strength, day), now)).toBeCloseTo(expected, 5)
})

it('brings to mind what is near and fresh, ties newer first', () => {
  const traces = [trace('old', 1, 0), trace('near', 1, 2), trace('tie', 1, 2), trace('against', 1, 2)]
  const similarity = { old: 0.9, near: 0.5, tie: 0.5, against: -1 }
  const found = comesToMind(traces, {
    similarity: ({ id }) => new Map(Object.entries(similarity)).get(id) ?? 0,
    now: 2,
    k: 4,
  })
  expect(found.map(({ trace: { note } }) => note.id)).toEqual(['tie', 'near', 'old', 'against'])
  expect(found[2]?.score).toBeCloseTo(0.9 * Math.exp(-2), 12)
  expect(found[3]?.score).toBe(0)
})

it('makes what is recalled stronger and fresh, and leaves the rest', () => {
  const [one, two] = [trace('one', 1, 0), trace('two', 3, 7)]
  expect(recall([one, two], new Set([one]), 4)).toEqual([trace('one', 2, 4), two])
  expect(recall([two], new Set([two]), 4)).toEqual([trace('two', 4, 7)])
})

it.each([
  { now: 4, left: ['weak', 'strong'] },
  { now: 5, left: ['strong'] },
  { now: 10, left: [] },
])('forgets below the threshold: on day $now $left are left', ({ now, left }) => {
  const traces = [trace('weak', 1, 0), trace('strong', 2, 0)]
  expect(remembered(traces, now, 0.01).map(({ note }) => note.id)).toEqual(left)
})
