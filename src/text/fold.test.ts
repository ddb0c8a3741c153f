import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from './fold.ts'

describe('foldText', () => {
  it.each([
    ['ＴＥＡ　１２', 'tea 12'],
    ['ﾗｰﾒﾝ', 'ラーメン'],
    ['Straße', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['İstanbul', 'istanbul'],
    ['ёлка', 'елка'],
    ['user’s', "user's"],
    ['co\u00adop\u200ber\u200date\ufeff', 'coop\u200berate'],
    ['مُحَمَّـــد', 'محمد'],
    ['أحمد إلى آخر', 'احمد الي اخر'],
    ['کتابی', 'كتابي'],
    ['שָׁלוֹם', 'שלום'],
    ['٣ ۴ ५ ๖', '3 4 5 6'],
    ['ﬁne ①', 'fine 1'],
  ])('folds "%s" to "%s"', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('knows the value of every decimal digit of Unicode', () => {
    const codes = Array.from({ length: 0x20000 }, (_, code) => code).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    )
    const digits = codes
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Nd}/u.test(character))
    const folded = foldText(digits.join(''))
    expect(folded).toBe('0123456789'.repeat(digits.length / 10))
  })

  it('keeps accents and the vowel signs of Indic scripts', () => {
    expect(foldText('Cà phê')).toBe('cà phê')
    expect(foldText('हिन्दी தமிழ்')).toBe('हिन्दी தமிழ்')
  })

  it('lower-cases by the rules of Turkish when told', () => {
    expect(foldText('IŞIK İZMİR', 'tr')).toBe('ışık izmir')
    expect(foldText('IŞIK', 'en')).toBe('işik')
  })

  it('is stable, and blind to the normal form of its input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
      }),
      { numRuns: 500 },
    )
  })
})
