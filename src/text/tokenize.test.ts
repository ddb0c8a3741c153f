import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenizeMultilingual } from './tokenize.ts'

function tokens(text: string, language?: string): string {
  return tokenizeMultilingual(text, language === undefined ? {} : { language }).join(' ')
}

describe('tokenizeMultilingual', () => {
  it('keeps whole words when the language is unknown', () => {
    expect(tokens('The user is growing TOMATOES, e.g. San-Marzano!')).toBe(
      'the user is growing tomatoes e g san marzano',
    )
  })

  it('leaves out function words and stems when the language is known', () => {
    expect(tokens('The user is growing tomatoes', 'en')).toBe('user grow tomato')
    expect(tokens('The user is growing tomatoes', 'en-GB')).toBe('user grow tomato')
    expect(tokens('Le gustan las montañas', 'es')).toBe(tokens('gustan montaña', 'es'))
    expect(tokens('Он любит книги', 'ru')).toBe('люб книг')
  })

  it('keeps negations, contracted or not', () => {
    expect(tokens("doesn't like tea", 'en')).toBe('not like tea')
    expect(tokens('does not like tea', 'en')).toBe('not like tea')
    expect(tokens("can’t won't shan't isn't")).toBe('can not will not shall not is not')
    expect(tokens('mag keinen Tee', 'de')).toContain('kein')
    expect(tokens('n’aime pas le thé', 'fr')).toContain('pas')
  })

  it('splits contractions and elisions', () => {
    expect(tokens("The user's sister's O'Neil rock'n'roll we'll")).toBe('the user sister oneil rocknroll we')
    expect(tokens("l’eau d'accord dell'acqua aujourd'hui")).toBe('eau accord acqua aujourdhui')
  })

  it('gives one spelling to numbers', () => {
    expect(tokens('1,000 3,5 3.5kg 2024-05-01 ４２ ٣')).toBe('1000 3.5 3.5 kg 2024 05 01 42 3')
    expect(tokens('1,000,000 10,00')).toBe('1000000 10.00')
  })

  it('takes pairs of Han, Hiragana and Hangul characters, and Katakana words', () => {
    expect(tokens('我喜欢茶。')).toBe('我喜 喜欢 欢茶')
    expect(tokens('茶')).toBe('茶')
    expect(tokens('辛いラーメンが好き')).toBe('辛い ラーメン が好 好き')
    expect(tokens('ﾗｰﾒﾝ')).toBe('ラーメン')
    expect(tokens('고양이를 좋아')).toBe('고양 양이 이를 좋아')
    expect(tokens('𠮷野家')).toBe('𠮷野 野家')
  })

  it('tells scripts apart inside a word', () => {
    expect(tokens('用iPhone手机 5G网络')).toBe('用 iphone 手机 5g 网络')
  })

  it('finds Thai words without spaces', () => {
    const words = tokenizeMultilingual('ชอบดื่มกาแฟ')
    expect(words.join('')).toBe('ชอบดื่มกาแฟ')
    expect(words).toContain('กาแฟ')
  })

  it('keeps combining marks', () => {
    expect(tokens('हिन्दी बोलता है')).toBe('हिन्दी बोलता है')
    expect(tokens('Cà phê'.normalize('NFD'))).toBe('cà phê')
    expect(tokens('தமிழ் பேசுகிறார்')).toBe('தமிழ் பேசுகிறார்')
  })

  it('ignores the vowel signs of Arabic, and with the language its article', () => {
    expect(tokens('الكِتَاب', 'ar')).toBe(tokens('كتاب', 'ar'))
    expect(tokens('الكتاب')).not.toBe(tokens('كتاب'))
  })

  it('has no tokens for punctuation and emoji', () => {
    expect(tokens('… — !? 😀 ❤️ 。')).toBe('')
    expect(tokens('')).toBe('')
  })

  it('does not stem very long words', () => {
    const data = `${'ab'.repeat(40)}ing`
    expect(tokens(data, 'en')).toBe(data)
  })

  it('gives the same tokens for every normal form and case, and never an empty one', () => {
    const language = fc.constantFrom(undefined, 'en', 'de', 'fr', 'ru', 'ar', 'zh')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), language, (text, code) => {
        const found = tokens(text.normalize('NFC'), code)
        expect(tokens(text.normalize('NFD'), code)).toBe(found)
        expect(found).not.toMatch(/^ | {2}| $/)
      }),
      { numRuns: 300 },
    )
  })
})
