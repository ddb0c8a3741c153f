import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dominantScript, scriptShares } from './script.ts'

describe('scriptShares', () => {
  it.each([
    ['likes tea', 'latin'],
    ['喜欢喝茶', 'han'],
    ['すしが好き', 'kana'],
    ['차를 좋아해요', 'hangul'],
    ['любит чай', 'cyrillic'],
    ['του αρέσει το τσάι', 'greek'],
    ['يحب الشاي', 'arabic'],
    ['אוהב תה', 'hebrew'],
    ['चाय पसंद है', 'devanagari'],
    ['চা পছন্দ', 'bengali'],
    ['ชอบชา', 'thai'],
    ['ᏣᎳᎩ', 'other'],
  ])('finds the script of "%s"', (text, script) => {
    expect(dominantScript(text)?.script).toBe(script)
  })

  it('weighs a Han character as three Latin letters', () => {
    expect([...scriptShares('abc茶')]).toEqual([
      ['latin', 0.5],
      ['han', 0.5],
    ])
  })

  it('counts full-width letters as Latin, and the long-vowel mark as kana', () => {
    expect([...scriptShares('ＴＥＡ')]).toEqual([['latin', 1]])
    expect([...scriptShares('ラーメン')]).toEqual([['kana', 1]])
  })

  it('has no share without letters', () => {
    expect(scriptShares('12:30 😀 —').size).toBe(0)
    expect(dominantScript('42')).toBeUndefined()
  })

  it('sums to 1 for any text with letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const shares = [...scriptShares(text).values()]
        const sum = shares.reduce((total, share) => total + share, 0)
        expect(shares.every((share) => share > 0)).toBe(true)
        expect(sum).toBeCloseTo(shares.length === 0 ? 0 : 1, 9)
      }),
    )
  })
})
