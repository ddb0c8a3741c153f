import { expect, test } from 'vitest'
import { placeText } from './errors.ts'

test('a place is one line of what is known', () => {
  expect(placeText({})).toBe('')
  expect(placeText({ file: 'a.jsonl' })).toBe('a.jsonl')
  expect(placeText({ file: 'a.jsonl', line: 2, column: 3, id: 'x\ny', field: 'items[0]' })).toBe(
    'a.jsonl:2:3, id "x\\ny", field items[0]',
  )
})

test('an endless id or field is cut', () => {
  const text = placeText({ file: 'a.jsonl', id: 'i'.repeat(100_000), field: 'f'.repeat(100_000) })
  expect(text).toContain('iii…"')
  expect(text.length).toBeLessThan(300)
})
