import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { porterStem } from './porter.ts'

function stems(text: string): string {
  return text
    .split(' ')
    .map((word) => porterStem(word))
    .join(' ')
}

describe('porterStem', () => {
  it('removes plurals, with the short -ies words NLTK treats apart', () => {
    expect(stems('caresses ponies caress cats ties dies flies skies news')).toBe(
      'caress poni caress cat tie die fli sky news',
    )
  })

  it('removes -ed and -ing and repairs what is left', () => {
    expect(stems('feed agreed plastered bled motoring sing died spied')).toBe(
      'feed agre plaster bled motor sing die spi',
    )
    expect(stems('conflated troubled sized hopping tanned falling hissing fizzed failing filing aged')).toBe(
      'conflat troubl size hop tan fall hiss fizz fail file age',
    )
  })

  it('keeps a final y after a vowel or a single letter', () => {
    expect(stems('happy sky enjoy by bys dry says')).toBe('happi sky enjoy by by dri say')
  })

  it('replaces derivational suffixes', () => {
    expect(
      stems('relational conditional rational valenci hesitanci digitizer radicalli differentli vileli'),
    ).toBe('relat condit ration valenc hesit digit radic differ vile')
    expect(stems('vietnamization predication operator feudalism decisiveness hopefulness formaliti')).toBe(
      'vietnam predic oper feudal decis hope formal',
    )
    expect(stems('sensibiliti conformabli geology archaeology hopefully')).toBe(
      'sensibl conform geolog archaeolog hope',
    )
  })

  it('removes residual suffixes only from long stems', () => {
    expect(
      stems('revival allowance inference airliner gyroscopic adjustable replacement adjustment dependent'),
    ).toBe('reviv allow infer airlin gyroscop adjust replac adjust depend')
    expect(stems('adoption communism activate effective bowdlerize cement element opinion region')).toBe(
      'adopt commun activ effect bowdler cement element opinion region',
    )
  })

  it('removes a final e and doubles of l', () => {
    expect(stems('probate rate cease controll roll')).toBe('probat rate ceas control roll')
  })

  it('knows the irregular words', () => {
    expect(stems('dying lying tying innings outings proceed exceed succeed')).toBe(
      'die lie tie inning outing proceed exceed succeed',
    )
  })

  it('leaves one and two letters and other alphabets alone', () => {
    expect(stems('s is as 我喜欢 кот')).toBe('s is as 我喜欢 кот')
  })

  it('never lengthens a word by more than the e of a repair, and never empties one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,14}$/), (word) => {
        const stem = porterStem(word)
        expect(stem.length).toBeGreaterThan(0)
        expect(stem.length).toBeLessThanOrEqual(word.length)
      }),
    )
  })
})
