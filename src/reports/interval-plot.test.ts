import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { intervalPlot } from './interval-plot.ts'

describe('intervalPlot', () => {
  it.each([
    [{ value: 0.5, low: 0.2, high: 0.8 }, '··├──●──┤··'],
    [{ value: 0, low: 0, high: 0.3 }, '●──┤·······'],
    [{ value: 0.1, low: -0.2, high: 0.3 }, '◂●─┤·······'],
    [{ value: 0.9, low: 0.8, high: 1.4 }, '········├●▸'],
  ])('draws %o', (figure, line) => {
    expect(intervalPlot(figure, [0, 1], 11)).toBe(line)
  })

  it('has the width asked for, whatever the figures', () => {
    const number = fc.double({ min: -5, max: 5, noNaN: true })
    fc.assert(
      fc.property(number, number, number, fc.integer({ min: 3, max: 40 }), (value, low, high, cells) => {
        expect(stringWidth(intervalPlot({ value, low, high }, [0, 1], cells))).toBe(cells)
      }),
    )
  })
})
