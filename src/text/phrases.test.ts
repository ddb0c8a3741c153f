import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phrasesIn } from './phrases.ts'

describe('phrases in a text', () => {
  it.each([
    ['Take a TAXI home', 'taxi', true],
    ['Take taxis home', 'taxi', false],
    ['a little light', 'lit', false],
    ['it is well-lit.', 'lit', true],
    ['your cousin\u2019s wine', "cousin's", true],
    ['your cousin\u2019s wine', 'cousin', true],
    ['step\u2011free access', 'step-free', true],
    ['no\n  stairs', 'no stairs', true],
    ['Un café en Málaga', 'cafe en malaga', true],
    ['un cafe\u0301', 'café', true],
    ['ＴＡＸＩ', 'taxi', true],
    ['italian (fluent)', 'italian (fluent', true],
    ['soft\u00adly spoken', 'softly', true],
    ['Русский язык', 'русск', false],
    ['ещё раз', 'еще', true],
    ['给草坪施肥', '草坪', true],
    ['看F值就行', 'F值', true],
    ['看PDF值就行', 'F值', false],
    ['晚上9点见', '9点', true],
    ['晚上19点见', '9点', false],
    ['用eurostar去巴黎', 'eurostar', true],
    ['والشخصية متخيلة', 'الشخصية', true],
    ['مُتَخَيَّل', 'متخيل', true],
    ['ไปกินข้าว', 'กิน', true],
    ['हिन्दी', 'हिन', true],
    ['anything', '', false],
    ['anything', ' \u00ad', false],
    ['', 'a', false],
  ])('%j: %j %s', (text, phrase, expected) => {
    expect(phrasesIn(text)(phrase)).toBe(expected)
  })

  it('find a later whole word behind an earlier part of a word', () => {
    expect(phrasesIn('little lit lamp')('lit')).toBe(true)
  })

  it('find every text in itself, between spaces and in capitals', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/)
    fc.assert(
      fc.property(word, word, word, (before, phrase, after) => {
        expect(phrasesIn(`${before} ${phrase.toUpperCase()}, ${after}`)(phrase)).toBe(true)
      }),
    )
  })
})
