import { describe, expect, it } from 'vitest'
import { InputError } from '../core/errors.ts'
import { parseYaml } from './yaml.ts'

describe('YAML', () => {
  it.each([
    ['a: |-\n  x\n\n  y\n\n', { a: 'x\n\ny' }],
    ['a: |-\r\n  x\r\n  y\r\n', { a: 'x\ny' }],
    ['a: |-\n  x\n  \n  y  \n', { a: 'x\n\ny  ' }],
    ['a: |\n  x\n', { a: 'x\n' }],
    ['[{"k": 0.5,},]', [{ k: 0.5 }]],
    ['', null],
  ])('%j is read', (text, value) => {
    expect(parseYaml(text, { file: 'f' })).toEqual(value)
  })

  it.each([
    ['a: "x\n', 2],
    ['a: 1\na: 2\n', 2],
    ['a: !!python/object:os.system x\n', 1],
    ['a: 1\n---\nb: 2\n', 2],
    ['- 1\nb: 2\n', 2],
  ])('%j is refused with its line', (text, line) => {
    let thrown: unknown
    try {
      parseYaml(text, { file: 'f', line: 10 })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(InputError)
    expect(thrown).toMatchObject({ rule: 'broken-yaml', place: { file: 'f', line: 9 + line } })
  })

  it('refuses aliases that grow without end', () => {
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefghijklm'.split('').map((name, at) => {
        const before = 'abcdefghijklm'.charAt(at)
        return `${name}: &${name} [${`*${before}, `.repeat(9)}]`
      }),
    ].join('\n')
    expect(() => parseYaml(bomb, { file: 'f' })).toThrow(InputError)
  })
})
