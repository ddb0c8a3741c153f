import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { treebankWords } from './treebank.ts'

function words(text: string): string {
  return treebankWords(text).join(' ')
}

describe('treebankWords', () => {
  it('sets punctuation apart and ends a sentence at its last period', () => {
    expect(words('tea, please! (green?) for me.')).toBe('tea please green for me')
    expect(words('likes tea. likes cake.')).toBe('likes tea likes cake')
    expect(words('likes (tea.)')).toBe('likes tea')
    expect(words('loves tea... and cake')).toBe('loves tea and cake')
  })

  it('drops what stays glued to a character that is no letter or number', () => {
    expect(words('re-use 3.5 cups at 10:30, v2.0 and/or tea😀 user_name u.s. trips')).toBe('cups at trips')
    expect(words('我喜欢，辣的面条！ 我喜欢茶')).toBe('我喜欢茶')
    expect(words('tea—coffee')).toBe('')
  })

  it('keeps commas and colons between digits only', () => {
    expect(words('1,000 tea,cake tea:3 3:tea')).toBe('tea cake 3 tea')
    expect(words('a,,b c')).toBe('a c')
  })

  it('splits clitics off and drops them', () => {
    expect(words("it's they've don't i'm i'll he'd dogs' can't")).toBe('it they do i i he dogs ca')
    expect(words('it’s')).toBe('it s')
  })

  it('keeps an opening single quote on its word, but not on a single letter', () => {
    expect(words("calls it 'home' or 'a' place")).toBe('calls it or a place')
    expect(words("rock'n'roll o'k")).toBe('o k')
    expect(words("''home'' and \"away\"")).toBe('home and away')
  })

  it('splits fused words', () => {
    expect(words('cannot gonna gimme a lemme-see i wanna')).toBe('can not gon na gim me a lem me i wan na')
    expect(words('wanna-be gonna-be')).toBe('gon na')
  })

  it('does not end a sentence after a period that a new quotation follows', () => {
    expect(words('likes tea) "')).toBe('likes tea')
    expect(words('tea.) "')).toBe('')
    expect(words('tea." ')).toBe('tea')
  })

  it("takes Python's white space, not JavaScript's", () => {
    expect(words('a\u001cb\u0085c\u3000d')).toBe('a b c d')
    expect(words('a\ufeffb')).toBe('')
  })

  it('gives only alphanumeric pieces of the text, in order', () => {
    const alphabet = ["'", '"', ',', '.', '-', ' ', '(', 'a', 'tea', '3', "n't", '喜', 'é', '\n', 'cannot']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        let from = 0
        for (const word of treebankWords(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
          const at = text.indexOf(word, from)
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + word.length
        }
      }),
    )
  })
})
