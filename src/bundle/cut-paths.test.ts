import { expect, it } from 'vitest'
import { mapTexts, pathCutter } from './cut-paths.ts'

const cut = pathCutter(['/srv/jane doe', '/srv'])

it.each([
  ['program:/opt/tools/answer.sh --fast', 'program:…/answer.sh --fast'],
  ["ENOENT: no such file, open '/var/data/rows.jsonl'", "ENOENT: no such file, open '…/rows.jsonl'"],
  ['/srv/jane doe/rows.jsonl', '…/rows.jsonl'],
  ['recorded:C:\\Users\\jane\\rows.jsonl', 'recorded:…/rows.jsonl'],
  ['https://example.org/a/b/c', 'https://example.org/a/b/c'],
  ['compatible/judge-fair', 'compatible/judge-fair'],
  ['./own/answer.sh', './own/answer.sh'],
  ['a/b/c.sh', 'a/b/c.sh'],
  ['and/or, 1/2/3', 'and/or, 1/2/3'],
])('%s', (text, expected) => {
  expect(cut(text)).toBe(expected)
  expect(cut(cut(text))).toBe(expected)
})

it('goes into every text of a value and leaves the rest', () => {
  expect(mapTexts({ a: ['x', 1, null, { b: 'x' }], x: true }, () => 'y')).toEqual({
    a: ['y', 1, null, { b: 'y' }],
    x: true,
  })
})
