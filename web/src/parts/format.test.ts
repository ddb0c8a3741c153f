import { describe, expect, it } from 'vitest'
import { durationText, figureFacts, figureText, moneyText, plural, signed } from './format.ts'

describe('format', () => {
  it.each([
    [null, '–'],
    [Number.POSITIVE_INFINITY, '–'],
    [0, '0 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [59_400, '59 s'],
    [60_000, '1 min 0 s'],
    [200_000, '3 min 20 s'],
    [3_600_000, '1 h 0 min'],
  ])('duration %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text))

  it.each([
    [null, '–'],
    [0, '$0'],
    [0.0004, '$0.0004'],
    [12.345, '$12.35'],
  ])('money %s', (dollars, text) => expect(moneyText(dollars)).toBe(text))

  it('figures always with their interval', () => {
    const figure = {
      value: 0.5,
      low: 0.25,
      high: 0.75,
      level: 0.95,
      n: 12,
      clusters: 4,
      method: 'bootstrap-t',
    }
    expect(figureText(figure, 2)).toBe('0.50 [0.25, 0.75]')
    expect(figureFacts(figure, 2)).toBe(
      '0.50 [0.25, 0.75]\n95 % interval, bootstrap-t\nn = 12 cases in 4 clusters',
    )
    expect(signed(-0.25, 2)).toBe('−0.25')
    expect(signed(0, 1)).toBe('+0.0')
    expect(plural(1, 'case')).toBe('1 case')
    expect(plural(1200, 'case')).toBe('1,200 cases')
  })
})
