import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../core/errors.ts'
import { findJsonProblem } from './json-error.ts'
import { parseJsonText, positionOf } from './json-text.ts'

function failure(text: string): {
  rule: string
  line: number | undefined
  column: number | undefined
  field: string | undefined
} {
  try {
    parseJsonText(text, { file: 'rows.jsonl', line: 7 })
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const { line, column, field, file } = error.place
    expect(file).toBe('rows.jsonl')
    return { rule: error.rule, line, column, field }
  }
  throw new Error('nothing was refused')
}

describe('JSON text from outside', () => {
  it.each([
    ['{"a": 1,}', 'broken-json', 7, 9],
    ['{"a": [1 2]}', 'broken-json', 7, 10],
    ['{"a": 1', 'broken-json', 7, 8],
    ['{"a"\n: 1,\n "b" 2}', 'broken-json', 9, 6],
    ['{"a": 1} x', 'broken-json', 7, 10],
    ['{a: 1}', 'broken-json', 7, 2],
    ['{"a": NaN}', 'not-finite', 7, 7],
    ['[1, -Infinity]', 'not-finite', 7, 5],
    ['{"a": 1e999}', 'not-finite', 7, 7],
    ['{"a": "1e999", "b": [2, -1e400]}', 'not-finite', 7, 25],
    ['{"a": "x\ty"}', 'broken-json', 7, 7],
    ['', 'broken-json', 7, 1],
    ['{"a": "ok \\ud83d\\ude00 \\ud83d"}', 'lone-surrogate', 7, 24],
    ['{"\\udc00": 1}', 'lone-surrogate', 7, 3],
    ['["\\\\ud800"  , "\\ud800"]', 'lone-surrogate', 7, 16],
  ])('%j breaks the rule %s at %i:%i', (text, rule, line, column) => {
    expect(failure(text)).toMatchObject({ rule, line, column })
  })

  it('names the field that holds half a character or too large a number', () => {
    expect(failure('{"memory_items": [{"value": "\\udfff"}]}').field).toBe('memory_items[0].value')
    expect(failure('{"a": {"b": [0, 1e999]}}').field).toBe('a.b[1]')
  })

  it('refuses nesting that would overflow the stack', () => {
    expect(failure('['.repeat(50_000) + ']'.repeat(50_000)).rule).toBe('too-deep')
    expect(parseJsonText('['.repeat(150) + ']'.repeat(150), {})).toBeInstanceOf(Array)
  })

  it('keeps what only looks dangerous', () => {
    expect(parseJsonText('{"a":"\\ud83d\\ude00 \\\\ud800 NaN","b":1e300}', {})).toEqual({
      a: '😀 \\ud800 NaN',
      b: 1e300,
    })
  })

  it('places the error of a text of many megabytes', () => {
    const text = `["${'x'.repeat(12_000_000)}" 1]`
    expect(failure(text)).toMatchObject({ rule: 'broken-json', column: 12_000_005 })
  })

  it('finds a problem exactly where the engine refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u00e9',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\n',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
          fc.json(),
        ),
        (text) => {
          let isJson = true
          try {
            JSON.parse(text)
          } catch {
            isJson = false
          }
          expect(findJsonProblem(text) === null).toBe(isJson)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('counts lines and columns from 1', () => {
    expect(positionOf('ab\ncd', 4, 10)).toEqual({ line: 11, column: 2 })
  })
})
