import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quote } from './quote.ts'

describe('a quote of hostile text', () => {
  it.each([
    ['plain', '“plain”'],
    [' a\n\tb\u0000c ', '“a b c”'],
    ['\u001b[31mred\u202Eder\u2028x\uD83D', '“ [31mred der x”'.replace('“ ', '“')],
    ['', '“”'],
    ['x'.repeat(300), `“${'x'.repeat(197)}…”`],
    ['👩🏽‍🚀'.repeat(300), `“${Array.from('👩🏽‍🚀'.repeat(300)).slice(0, 197).join('')}…”`],
  ])('%j', (text, shown) => {
    expect(quote(text)).toBe(shown)
  })

  it('is one line of at most 200 characters without controls, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
        const shown = quote(text)
        expect(Array.from(shown).length).toBeLessThanOrEqual(200)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})
