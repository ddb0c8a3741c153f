import { element, fragment, type Markup } from './markup.ts'
import type { Plot } from './plot.ts'

/** What became of the cases of a figure. */
export interface Outcomes {
  readonly scored: number
  readonly unscored: number
  readonly failedSystem: number
  readonly failedInfrastructure: number
  readonly skipped: number
}

const WIDTH = 200
const HEIGHT = 12

/** Parts of a strip, in order, with the sign that stands for each beside its colour. */
export const stripParts = [
  { key: 'scored', css: 'scored', words: 'scored', sign: '●' },
  { key: 'unscored', css: 'unscored', words: 'unscored', sign: '○' },
  { key: 'failedSystem', css: 'failed', words: 'failed, the system', sign: '✕' },
  { key: 'failedInfrastructure', css: 'infrastructure', words: 'failed, the infrastructure', sign: '⚠' },
  { key: 'skipped', css: 'skipped', words: 'skipped', sign: '–' },
] as const

/** `● 20 scored, ✕ 4 failed, the system`. */
export function outcomesText(outcomes: Outcomes): string {
  const there = stripParts.filter(({ key }) => outcomes[key] > 0)
  return there.map(({ key, words, sign }) => `${sign} ${outcomes[key]} ${words}`).join(', ') || 'no case'
}

/** One bar whose parts are as long as their share; what is there is never drawn as nothing. */
export function outcomeStrip(name: string, outcomes: Outcomes): Plot {
  const total = stripParts.reduce((sum, { key }) => sum + outcomes[key], 0)
  const least = 2
  const there = stripParts.filter(({ key }) => outcomes[key] > 0)
  const wide = there.map(({ key }) => Math.max(least, (outcomes[key] / total) * WIDTH))
  const sum = wide.reduce((all, width) => all + width, 0)
  const widths = wide.map((width) => (width / sum) * WIDTH)
  const parts = there.map(({ css }, place): Markup => {
    const x = widths.slice(0, place).reduce((all, width) => all + width, 0)
    const width = widths[place] ?? 0
    return fragment(
      element('rect', { class: `o-${css}`, x, y: 0, width, height: HEIGHT }),
      textureOf(css, x, width),
    )
  })
  return {
    title: `Outcomes of ${name}`,
    description: outcomesText(outcomes),
    width: WIDTH,
    height: HEIGHT,
    body: fragment(parts),
  }
}

/** Not by colour alone: a texture for each kind of loss. */
function textureOf(css: string, x: number, width: number): Markup | null {
  if (css === 'scored' || css === 'skipped') return null
  const step = 6
  const count = Math.floor(width / step)
  return fragment(
    Array.from({ length: count }, (_, place) => {
      const from = x + place * step
      if (css === 'unscored')
        return element('line', { class: 'over', x1: from + 3, y1: 0, x2: from + 3, y2: HEIGHT })
      const rising = element('line', { class: 'over', x1: from, y1: HEIGHT, x2: from + step, y2: 0 })
      return css === 'failed'
        ? rising
        : [rising, element('line', { class: 'over', x1: from, y1: 0, x2: from + step, y2: HEIGHT })]
    }),
  )
}
