import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreement, agreementText, AGREEMENT_THRESHOLD } from './value-agreement.ts'

const agree = (a: string, b: string): number => agreement(agreementText(a), agreementText(b))

describe('value agreement', () => {
  it.each([
    ['Avoids dairy because of lactose intolerance', 'Lactose intolerant, avoids dairy products'],
    ['Has a parrot called Biscuit', 'The user owns a parrot named Biscuit'],
    ['喜欢吃辣的面条，不吃香菜', '用户喜欢辣的面条，不吃香菜'],
    ['ชอบกินก๋วยเตี๋ยวเผ็ด', 'ผู้ใช้ชอบก๋วยเตี๋ยวเผ็ดมาก'],
    ['يحبّ القِطَط ويملك قطة سوداء', 'يحب القطط ويملك قطة سوداء'],
    ['अंग्रेज़ी साहित्य पढ़ना पसंद है', 'अंग्रेज़ी साहित्य पढ़ता है'],
    ['Работает учителем в Казани', 'Пользователь работает учителем, Казань'],
    ['Uses ＰｙＴｏｒｃｈ　２', 'uses PyTorch 2'],
  ])('accepts %s | %s', (a, b) => {
    expect(agree(a, b)).toBeGreaterThanOrEqual(AGREEMENT_THRESHOLD)
  })

  it.each([
    ['Avoids dairy because of lactose intolerance', 'User prefers'],
    ['Has a parrot called Biscuit', 'Has a car called Bessie'],
    ['Curious about tidal power plants', 'Curious about medieval poetry'],
    ['喜欢吃辣的面条', '养了一只黑猫'],
    ['Plays the cello', '会拉大提琴'],
    ['', ''],
  ])('refuses %s | %s', (a, b) => {
    expect(agree(a, b)).toBeLessThan(AGREEMENT_THRESHOLD)
  })

  it('does not see composition, width, case or vowel points', () => {
    expect(agree('Café Zoë', 'Café Zoë'.normalize('NFD'))).toBe(1)
    expect(agree('ﾈｺ', 'ネコ')).toBe(1)
    expect(agree('مُحَمَّد', 'محمد')).toBe(1)
    expect(agree('🙂🙂', '🙂🙂')).toBe(1)
    expect(agree('🙂', '🙃')).toBe(0)
  })

  it('is symmetric, within 0 to 1, and 1 for a text with itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const value = agree(a, b)
        expect(value).toBe(agree(b, a))
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        if (agreementText(a).folded !== '') expect(agree(a, a)).toBe(1)
      }),
    )
  })
})

it('is over both values, whichever is longer', () => {
  // Common are the pieces of "parrot"; a value that says twice as much agrees less.
  const [short, long] = [agreementText('parrot'), agreementText('parrot aquarium')]
  const expected = (2 * short.weight) / (short.weight + long.weight)
  expect(expected).toBeLessThan(0.75)
  expect(agreement(short, long)).toBeCloseTo(expected, 9)
  expect(agreement(long, short)).toBeCloseTo(expected, 9)
})
