import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { dark, light, lookOf, plotCss } from '../../../src/reports/svg/colours.ts'
import { colourOf } from './systems.ts'

const css = readFileSync(fileURLToPath(new URL('tokens.css', import.meta.url)), 'utf8')

function tokensIn(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return new Map(
    Array.from(block.matchAll(/--([a-z0-9]+): (#[0-9a-f]{6});/g), (match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  )
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

describe.each([
  [':root', light],
  [":root[data-theme='dark']", dark],
] as const)('%s', (selector, colours) => {
  const tokens = tokensIn(selector)

  it('has the colours of the reports', () => {
    const { systems, ...named } = colours
    expect(Object.fromEntries(tokens)).toEqual({
      ...named,
      ...Object.fromEntries(systems.map((colour, place) => [`s${place}`, colour])),
    })
  })

  it('has 4.5:1 for every text on page and panel', () => {
    for (const ground of [colours.page, colours.panel]) {
      for (const text of [colours.text, colours.dim, colours.accent, colours.failed, colours.infrastructure])
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    }
    // A button's words on the accent.
    expect(contrast(colours.page, colours.accent)).toBeGreaterThanOrEqual(4.5)
  })
})

it('gives systems the colour that reports give them', () => {
  for (const name of ['oracle', 'baseline:constant', 'openai/gpt-5', '茶', ''])
    expect(colourOf(name)).toBe(lookOf(name).colour)
})

it('draws plots as reports do', () => {
  const squeezed = (text: string): string => text.replaceAll(/\/\*[^*]*\*\//g, '').replaceAll(/[\s;'"]/g, '')
  const own = readFileSync(fileURLToPath(new URL('plots.css', import.meta.url)), 'utf8')
  expect(squeezed(own).replaceAll('0.', '.')).toBe(squeezed(plotCss).replaceAll('0.', '.'))
})
