import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../core/fault.ts'
import { readReplyJson } from './reply-json.ts'

function fault(text: string): string {
  try {
    readReplyJson(text)
  } catch (error) {
    if (error instanceof Fault) return `${error.reason} ${error.by}: ${error.message}`
    throw error
  }
  return 'none'
}

describe('JSON of a reply', () => {
  it.each([
    ['the whole text', '{"a":[1]}', { a: [1] }, []],
    ['a list', ' [1,2] ', [1, 2], []],
    ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }, []],
    ['a fenced block', 'Sure!\n```json\n{"a":1}\n```\nDone.', { a: 1 }, ['fence-removed']],
    ['a fenced list', '```\n[{"a":1},{"a":2}]\n```', [{ a: 1 }, { a: 2 }], ['fence-removed']],
    ['an unclosed fence', '```json\n{"a":1}', { a: 1 }, ['fence-removed']],
    [
      'a fence inside a string',
      '```json\n{"a":"x ```js y``` z"}\n```',
      { a: 'x ```js y``` z' },
      ['text-around-json-removed'],
    ],
    ['text around an object', 'Here: {"a":[1]} ok?', { a: [1] }, ['text-around-json-removed']],
    ['text around a list', 'Here: [{"a":1},{"a":2}] ok?', [{ a: 1 }, { a: 2 }], ['text-around-json-removed']],
    ['thinking before it', '<think>{no}</think>{"a":1}', { a: 1 }, ['thinking-removed']],
    ['a trailing comma', '{"a":[1,2,],}', { a: [1, 2] }, ['json-repaired']],
    ['single quotes', "{'a': 'b'}", { a: 'b' }, ['json-repaired']],
    ['comments', '{"a":1 /* one */}', { a: 1 }, ['json-repaired']],
    ['a number too large', '{"a":1e999}', { a: null }, []],
  ])('is read from %s', (_name, text, value, repairs) => {
    expect(readReplyJson(text)).toEqual({ value, repairs, repeatedKey: null })
  })

  it.each([
    ['', 'empty-reply'],
    [' \n\t', 'empty-reply'],
    ['<think>hm</think> ', 'empty-reply'],
    ['I cannot do that.', 'refusal'],
    ['Nothing to store.', 'unusable-output'],
    ['<think>{"a":1} or {"a":2}?', 'unusable-output'],
    ['Sure. {"a":1} and then {"a":', 'unusable-output'],
    ['"just text"', 'unusable-output'],
    ['{"memory_items":[{"value":"a"},{"val', 'unusable-output'],
    ['{"memory_items":[{"value":"a"},{"value":"b"}', 'unusable-output'],
    ['```json\n{"memory_items":[{"evidence":["x"]},{"value":"cut', 'unusable-output'],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'unusable-output'],
  ])('is not invented: %s', (text, reason) => {
    expect(fault(text)).toMatch(new RegExp(`^${reason} system`))
  })

  it('is never taken from a text that was cut off', () => {
    const complete = JSON.stringify({ memory_items: [{ value: 'a "b" [c] {d}', x: ['y'] }, { value: 'é' }] })
    for (const text of [complete, `\`\`\`json\n${complete}`, `Here: ${complete}`]) {
      const start = text.indexOf('{') + 1
      fc.assert(
        fc.property(fc.integer({ min: start, max: text.length - 1 }), (length) => {
          expect(fault(text.slice(0, length))).toMatch(/^unusable-output/)
        }),
      )
    }
  })

  it('tells a deciding key with two values, wherever it stands, and no other', () => {
    const repeated = (text: string) => readReplyJson(text, undefined, new Set(['id'])).repeatedKey
    expect(repeated('{"id":1,"id":2}')).toBe('id')
    expect(repeated('[{"a":{"id":"x"},"id":{"id":"y","b":[1,{"id":3}],"id":"z"}}]')).toBe('id')
    for (const fine of [
      '{"id":1,"id":1}',
      '{"id":{"a":1},"id":{ "a" : 1 }}',
      '{"id":1,"a":2,"a":3}',
      '[{"id":1},{"id":2}]',
      '{"id":1,"a":{"id":2}}',
      '{"id":"\\",\\"id\\":","a":"id"}',
    ]) {
      expect(repeated(fine)).toBeNull()
    }
  })

  it('finds a second value exactly where there is one', () => {
    const value = fc.json({ maxDepth: 2 })
    const read = (a: string, b: string, c: string) =>
      readReplyJson(`{"id":${a},"x":${b},"id":${c}}`, undefined, new Set(['id'])).repeatedKey
    fc.assert(fc.property(value, value, (a, b) => read(a, b, a) === null))
    fc.assert(fc.property(fc.integer(), value, (a, b) => read(`${a}`, b, `${a + 1}`) === 'id'))
  })

  it('of any text is read or refused, never an other error', () => {
    fc.assert(fc.property(fc.string(), (text) => void fault(text)))
    fc.assert(fc.property(fc.json(), (text) => void fault(`x ${text}, y`)))
  })
})
