import { describe, expect, it } from 'vitest'
import { keyText } from './key-text.ts'

describe('texts as keys', () => {
  it('lets through everything a column gives back unchanged', () => {
    for (const text of ['', 'a b', 'é', '长', '😀', '\u001B[2J', "'; drop", '\uFFFF'])
      expect(keyText(text)).toBe(text)
  })

  it('refuses NUL and half a surrogate pair', () => {
    for (const text of ['\0', 'a\0b', '\uD83D', '\uDE00\uD83D', 'x\uDC00']) {
      expect(() => keyText(text)).toThrow(/can't be stored/)
    }
  })
})
