import { expect, test } from 'vitest'
import { findJsonFlaw } from './json-flaw.ts'
import { parseJson, type Json } from './json.ts'

const nested = (depth: number): Json => parseJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)

test.each<[string, Json, string, string]>([
  ['a number that overflows', parseJson('{"a":[{"b":1e999}]}'), 'not-finite', 'a[0].b'],
  ['one below zero', parseJson('[-1e999]'), 'not-finite', '[0]'],
  ['half a pair in a text', { a: { b: 'x\ud83d' } }, 'lone-surrogate', 'a.b'],
  ['half a pair in a key', { a: { '\udc00': 1 } }, 'lone-surrogate', 'a'],
  ['201 levels', nested(201), 'too-deep', ''],
  ['100,000 levels', nested(100_000), 'too-deep', ''],
])('%s', (_name, value, rule, field) => {
  expect(findJsonFlaw(value)).toMatchObject({ rule, field })
})

test.each<[string, Json]>([
  ['the largest number', Number.MAX_VALUE],
  ['whole pairs', { '🙂': ['🙂\0\u2028'] }],
  ['200 levels', nested(200)],
  ['nothing', null],
])('no flaw: %s', (_name, value) => {
  expect(findJsonFlaw(value)).toBeNull()
})

test('texts are left out on demand, numbers never', () => {
  expect(findJsonFlaw(['\ud83d'], false)).toBeNull()
  expect(findJsonFlaw(['\ud83d', Infinity], false)).toMatchObject({ rule: 'not-finite', field: '[1]' })
})
