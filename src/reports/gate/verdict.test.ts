import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hold, overall } from './verdict.ts'

describe('holding a figure against a bound', () => {
  it.each([
    ['higher', 0.6, 0.7, 0.6, 'passed'],
    ['higher', 0.59, 0.7, 0.6, 'undecided'],
    ['higher', 0.5, 0.6, 0.6, 'undecided'],
    ['higher', 0.5, 0.59, 0.6, 'missed'],
    ['lower', 0.1, 0.3, 0.3, 'passed'],
    ['lower', 0.1, 0.31, 0.3, 'undecided'],
    ['lower', 0.3, 0.5, 0.3, 'undecided'],
    ['lower', 0.31, 0.5, 0.3, 'missed'],
  ] as const)('%s is better: [%d, %d] against %d is %s', (direction, low, high, bound, verdict) => {
    expect(hold({ low, high }, bound, direction)).toBe(verdict)
  })

  it('is the same question with all signs turned', () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true })
    fc.assert(
      fc.property(number, number, number, (x, y, bound) => {
        const [low, high] = [Math.min(x, y), Math.max(x, y)]
        expect(hold({ low: -high, high: -low }, -bound, 'lower')).toBe(hold({ low, high }, bound, 'higher'))
      }),
    )
  })

  it('ends with a miss before a doubt before a pass', () => {
    const verdicts = (...all: ('passed' | 'missed' | 'undecided')[]) =>
      overall(all.map((verdict) => ({ verdict })))
    expect(verdicts('passed', 'undecided', 'missed')).toBe('missed')
    expect(verdicts('passed', 'undecided')).toBe('undecided')
    expect(verdicts('passed', 'passed')).toBe('passed')
  })
})
