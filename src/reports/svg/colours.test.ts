import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dark, light, lookOf, tokenCss } from './colours.ts'

/** Relative luminance and contrast of WCAG 2.2, sections 1.4.3 and 1.4.11. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s colours', (_, tokens) => {
  it('are as far apart as the standard knows', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    // The grey that WCAG's tools give as just enough.
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })

  it.each(['text', 'dim', 'accent', 'failed'] as const)('let %s be read on page and panel', (name) => {
    expect(contrast(tokens[name], tokens.page)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens[name], tokens.panel)).toBeGreaterThanOrEqual(4.5)
  })

  it('let marks of systems and outcomes be seen', () => {
    for (const colour of [
      ...tokens.systems,
      tokens.scored,
      tokens.unscored,
      tokens.failed,
      tokens.infrastructure,
      tokens.skipped,
    ])
      expect(contrast(colour, tokens.page), colour).toBeGreaterThanOrEqual(3)
  })

  it('are eight for systems, none twice', () => {
    expect(new Set(tokens.systems).size).toBe(8)
  })
})

describe('the look of a system', () => {
  it('follows from its name alone', () => {
    expect(lookOf('oracle')).toEqual({ colour: 3, shape: 'triangle' })
    expect(lookOf('baseline:constant')).toEqual(lookOf('baseline:constant'))
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect([0, 1, 2, 3, 4, 5, 6, 7]).toContain(lookOf(name).colour)
      }),
    )
  })

  it('uses all colours and shapes about as often', () => {
    const looks = Array.from({ length: 3200 }, (_, place) => lookOf(`provider/model-${place}`))
    const counts = new Map<string, number>()
    for (const { colour, shape } of looks) {
      const key = `${colour} ${shape}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.size).toBe(32)
    for (const count of counts.values()) expect(count).toBeGreaterThan(50)
  })
})

it('is light in print', () => {
  expect(tokenCss(':root')).toMatch(/@media print\{:root\{--page:#ffffff/)
})
