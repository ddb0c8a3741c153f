import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPythonFormat } from './python-format.ts'
import { fill } from './template.ts'

const names = new Map([
  ['theirs', 'ours'],
  ['log', 'request'],
])
const values = { ours: 'V', request: 'R' }
const filled = (text: string) => fill(fromPythonFormat(text, names).text, values)

describe('texts for str.format', () => {
  it.each([
    ['a {theirs} b', 'a V b'],
    ['{{theirs}}', '{theirs}'],
    ['{{ours}} {{request}}', '{ours} {request}'],
    ['{{ours}} {theirs}', '{ours} V'],
    ['{{{theirs}}}', '{V}'],
    ['{{{{}}}}', '{{}}'],
    ['{{"k": [{{}}, {log}]}}', '{"k": [{}, R]}'],
    ['{{=ours}} is no placeholder', '{=ours} is no placeholder'],
    ['no braces', 'no braces'],
    ['', ''],
  ])('%j gives %j', (text, result) => {
    expect(filled(text)).toBe(result)
  })

  it('say which of our names stand in them', () => {
    expect([...fromPythonFormat('{log}{{theirs}}', names).used]).toEqual(['request'])
  })

  it.each([
    ['{', /single brace/],
    ['a } b', /single brace/],
    ['{{{', /single brace/],
    ['{theirs', /single brace/],
    ['{other}', /\{other\} is no placeholder.*\{theirs\}, \{log\}/],
    ['{}', /\{\} is no placeholder/],
    ['{0}', /no placeholder/],
    ['{theirs!r}', /no placeholder/],
    ['{theirs:>10}', /no placeholder/],
    ['{theirs.x}', /no placeholder/],
    ['{ours}', /no placeholder/],
  ])('%j is refused', (text, message) => {
    expect(() => fromPythonFormat(text, names)).toThrow(message)
  })

  it('with every brace doubled are their own text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'ours', 'a', '=') }), (text) => {
        expect(filled(text.replaceAll('{', '{{').replaceAll('}', '}}'))).toBe(text)
      }),
    )
  })
})
