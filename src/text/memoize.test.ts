import { describe, expect, it } from 'vitest'
import { memoizeByText } from './memoize.ts'

describe('memoizeByText', () => {
  it('computes a text once, even when the result is undefined', () => {
    const seen: string[] = []
    const remember = memoizeByText((text): undefined => {
      seen.push(text)
      return undefined
    }, 2)
    remember('a')
    remember('a')
    expect(seen).toEqual(['a'])
  })

  it('forgets the text unused for longest', () => {
    const seen: string[] = []
    const length = memoizeByText((text) => {
      seen.push(text)
      return text.length
    }, 2)
    for (const text of ['a', 'bb', 'a', 'ccc', 'a', 'bb']) expect(length(text)).toBe(text.length)
    expect(seen).toEqual(['a', 'bb', 'ccc', 'bb'])
  })

  it('refuses a limit it cannot keep', () => {
    expect(() => memoizeByText(String, 0)).toThrow(RangeError)
    expect(() => memoizeByText(String, Number.NaN)).toThrow(RangeError)
  })
})
