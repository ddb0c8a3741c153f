import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreementText } from './value-agreement.ts'
import { containment } from './value-containment.ts'

const of = (part: string, whole: string) => containment(agreementText(part), whole)

describe('how much of a statement a text holds', () => {
  it.each([
    ['Plays the cello', 'Plays the cello', 1],
    ['Plays the cello', 'I have played the cello since school, and I sing', 0.7],
    ['Plays the cello', 'Ginger tea at noon', 0],
    ['喜欢喝绿茶', '我每天下午都喜欢喝绿茶，不加糖', 1],
    ['!?', '!?', 0],
    ['', 'anything', 0],
    ['Plays the cello', '', 0],
  ])('%j in %j', (part, whole, least) => {
    const share = of(part, whole)
    expect(share).toBeGreaterThanOrEqual(least)
    if (least === 0) expect(share).toBe(0)
  })

  it('wants the words near each other: a page holds almost any', () => {
    const filler = (word: string) => Array.from({ length: 60 }, (_, at) => `${word}${at}`).join(' ')
    const near = `${filler('aa')} cello garden harbour ${filler('bb')}`
    const far = `cello ${filler('aa')} garden ${filler('bb')} harbour`
    expect(of('cello garden harbour', near)).toBe(1)
    expect(of('cello garden harbour', far)).toBeLessThan(0.5)
  })

  it('is from 0 to 1, and does not fall when a text of few words goes on', () => {
    const words = fc.array(fc.constantFrom('tea', 'cello', 'the', '绿茶', 'harbour', '42'), { maxLength: 8 })
    fc.assert(
      fc.property(words, words, words, (part, text, more) => {
        const share = of(part.join(' '), text.join(' '))
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(of(part.join(' '), [...text, ...more].join(' '))).toBeGreaterThanOrEqual(share)
      }),
    )
  })
})
