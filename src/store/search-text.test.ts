import { describe, expect, it } from 'vitest'
import { excerpt, searchable, spokenText, textOf } from './search-text.ts'

describe('text for search', () => {
  it('takes all strings of a value, and no keys or numbers', () => {
    expect(textOf({ a: ['x', { b: 'y' }], n: 5, z: null, t: true })).toBe('x\ny')
    expect(textOf('alone')).toBe('alone')
  })

  it('takes what was said and not the form', () => {
    expect(spokenText({ form: 'text', text: 'hello', meta: { model: 'm' } })).toBe('hello')
    expect(spokenText({ form: 'contract', value: ['a', { b: 'c' }] })).toBe('a\nc')
    expect(spokenText({ answer: 'free' })).toBe('free')
  })

  it('replaces what SQL text can not carry', () => {
    expect(searchable('a\0b\uD800c😀')).toBe('a\uFFFDb\uFFFDc😀')
  })
})

describe('excerpts', () => {
  it('show the place, whatever its case, and take signs literally', () => {
    expect(excerpt(`${'-'.repeat(500)}Straße (a.b)*${'-'.repeat(500)}`, 'STRASSE')).toBe('-'.repeat(200))
    for (const query of ['(A.B)*', 'straße', 'ße (']) {
      const shown = excerpt(`${'-'.repeat(500)}Straße (a.b)*${'-'.repeat(500)}`, query)
      expect(shown).toContain('Straße (a.b)*')
      expect(shown).toHaveLength(200)
    }
    expect(excerpt('axb', 'a.b')).toBe('axb')
  })

  it('never cut a surrogate pair', () => {
    for (const lead of ['', 'x']) {
      const shown = excerpt(`${lead}${'😀'.repeat(300)}needle${'😀'.repeat(300)}`, 'needle')
      expect(shown).toContain('needle')
      expect(shown).not.toMatch(/[\uD800-\uDFFF]/u)
    }
  })
})
