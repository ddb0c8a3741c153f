import { expect, test } from 'vitest'
import { pythonVectors } from './fixtures/python-vectors.ts'
import { normalizePublic, normalizeResearch } from './normalize.ts'

test.each(pythonVectors.normalization)('normalises as Python does: $json', (row) => {
  expect(normalizePublic(row.value)).toBe(row.public)
  expect(normalizeResearch(row.value)).toBe(row.research)
})

test.each([
  ['  Loves   Hiking!! (weekends) ', 'loves hiking weekends '],
  ['U.S.-based / re-mote_work', 'u.s.-based / re-mote_work'],
  [['tea', 'coffee'], ' tea coffee '],
  ['我喜欢，辣的面条！', '我喜欢 辣的面条 '],
  [3.5, '3.5'],
  [null, ''],
  [undefined, ''],
])('research form of %j (AlpsBench spec 2.2.1)', (value, expected) => {
  expect(normalizeResearch(value)).toBe(expected)
})

test.each([
  [' M3 ', 'm3'],
  ['AVOIDS  dairy', 'avoids dairy'],
  ['Has a parrot!', 'has a parrot!'],
  [null, ''],
  [undefined, ''],
  [{ b: 1, a: 'Ü' }, '{"a": "ü", "b": 1}'],
])('public form of %j (AlpsBench spec 2.1)', (value, expected) => {
  expect(normalizePublic(value)).toBe(expected)
})

test('keys are sorted in the public form only (AlpsBench spec 7.3, M15)', () => {
  const value = { b: 'x', a: 'y' }
  expect(normalizePublic(value)).toBe('{"a": "y", "b": "x"}')
  expect(normalizeResearch(value)).toBe(' b x a y ')
})
