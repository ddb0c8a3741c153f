import { describe, expect, it } from 'vitest'
import { decimalsOf, figureText, plainText, signed } from './format.ts'

describe('format', () => {
  it('shows a figure with its interval', () => {
    const figure = { value: 53.4, low: 50, high: 56.789, method: 'wilson', n: 3, clusters: 2 }
    expect(figureText(figure, decimalsOf({ range: [0, 100] }))).toBe('53.40 [50.00, 56.79]')
    expect(decimalsOf({ range: [0, 1] })).toBe(3)
    expect([signed(1, 1), signed(-1, 1)]).toEqual(['+1.0', '-1.0'])
  })

  it.each([
    ['ANSI', '\u001B[31mred', ' [31mred'],
    ['bidi', 'a\u202Eb\u2066c\u061Cd', 'a b c d'],
    ['line breaks', 'a\r\nb\u2028c\u0085d', 'a b c d'],
    ['a lone surrogate', 'a\uD800b', 'a b'],
    ['tags and a BOM', 'a\u{E0041}\uFEFFb', 'a b'],
    ['joined emoji, which stay', '👩‍👧', '👩‍👧'],
  ])('cleans %s', (_, hostile, clean) => {
    expect(plainText(hostile)).toBe(clean)
  })
})
