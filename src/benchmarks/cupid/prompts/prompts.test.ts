import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decomposer } from './decomposer.ts'
import { informedGenerator, referenceGenerator, strictGenerator } from './generator.ts'
import { referenceInferrer, strictInferrer } from './inferrer.ts'
import { referenceJudge, strictJudge } from './judge.ts'
import { matcher, matcherExamples } from './matcher.ts'
import { fill, fillTemplate, literal } from './template.ts'

const templates = {
  strictInferrer,
  referenceInferrer,
  strictGenerator,
  referenceGenerator,
  informedGenerator,
  decomposer,
  matcher,
  strictJudge,
  referenceJudge,
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

describe('templates', () => {
  it('have exactly the places that their calls fill', () => {
    const places = Object.entries(templates).map(([name, { system, user }]) => [
      name,
      placeholders(system),
      placeholders(user),
    ])
    expect(places).toEqual([
      ['strictInferrer', [], ['log', 'request']],
      ['referenceInferrer', [], ['log', 'request']],
      ['strictGenerator', [], ['log', 'request']],
      ['referenceGenerator', [], ['log', 'request']],
      ['informedGenerator', [], ['preference', 'request']],
      ['decomposer', [], ['preference']],
      ['matcher', ['examples'], ['preference', 'checklist']],
      ['strictJudge', ['preference', 'checklist'], ['request', 'answer']],
      ['referenceJudge', ['preference', 'checklist'], ['request', 'answer']],
    ])
  })

  it('are filled in one pass: braces in a value are never read again', () => {
    const values = fc.record({ a: fc.string(), b: fc.string() })
    fc.assert(
      fc.property(values, ({ a, b }) => {
        const value = { a: `${a}{b}`, b: `{a}${b}` }
        expect(fill('x{a}y{b}z{c}', value)).toBe(`x${value.a}y${value.b}z{c}`)
      }),
    )
    expect(fill('{constructor} {toString}', {})).toBe('{constructor} {toString}')
    expect(fill('{a}', { a: '$& $1 $$' })).toBe('$& $1 $$')
    expect(fillTemplate({ system: '{a}', user: 'u{b}' }, { a: '1', b: '2' })).toEqual([
      { role: 'system', content: '1' },
      { role: 'user', content: 'u2' },
    ])
  })
})

describe('literal texts', () => {
  it('come back from `fill` as they are, whatever stands in them', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '=', 'a', 'log', ' ') })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const values = { a: '1', log: '{log}' }
        expect(fill(literal(before), values)).toBe(before)
        expect(fill(`${literal(before)}{log}${literal(after)}`, values)).toBe(`${before}{log}${after}`)
      }),
    )
  })
})

describe('worked examples', () => {
  it('of the matcher have the shape of the published ones (spec 2.7)', () => {
    const blocks = [...matcherExamples.matchAll(/```json\n([^]*?)\n```/g)].map(([, json = '']) => json)
    const shapes = blocks.map((block) =>
      [...block.matchAll(/"label": "(\w)/g)].map(([, letter = '']) => letter).join(''),
    )
    expect(shapes).toEqual(['PPN', 'PPNP', 'FPFF', 'FPP', 'NFN', 'PPP', 'NFPP', 'FFPN'])
    expect(matcherExamples).not.toContain('reasoning')
    expect(matcherExamples.match(/^#### Preference$/gm)).toHaveLength(8)
    expect(matcherExamples.match(/^---$/gm)).toHaveLength(8)
  })

  it('of the decomposer have 2, 2, 2, 3 and 2 entries (spec 2.5)', () => {
    const blocks = [...decomposer.system.matchAll(/```json\n([^]*?)\n```/g)].slice(1)
    expect(blocks.map(([, json = '']) => (json.match(/\?"/g) ?? []).length)).toEqual([2, 2, 2, 3, 2])
  })
})
