import { expect, test } from 'vitest'
import { tagValues } from './case.ts'

test.each([
  ['language', ['en', 'zh']],
  ['absent', []],
  ['constructor', []],
  ['__proto__', []],
])('the values of the tag %s', (tag, values) => {
  expect(tagValues({ language: ['en', 'zh'] }, tag)).toEqual(values)
})
