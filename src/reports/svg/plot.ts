import type { SystemKind } from '../../core/system.ts'
import { lookOf, plotCss, tokenCss } from './colours.ts'
import { element, fragment, styleElement, type Markup } from './markup.ts'

/** A drawing with its size, to stand in a page, above another drawing, or in a file of its own. */
export interface Plot {
  readonly title: string
  /** What it shows, for people who can't see it. */
  readonly description: string
  readonly width: number
  readonly height: number
  readonly body: Markup
}

/** The numbers of a drawing, row by row, for people who can't see it; drawn or not. */
export interface PlotTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface TabledPlot extends Plot {
  readonly table: PlotTable
}

/** Pixels; narrow enough for a phone without tiny letters. */
export const PLOT_WIDTH = 480

/** How a figure is drawn: hatched, hollow and outlined are said in `legendText`; unranked ones are hollow. */
export type PointKind = SystemKind | 'published' | 'unranked'

export const legendText =
  'Filled: ranked. Hatched: privileged, reads the gold. Hollow: input-blind, reads nothing of substance. Outlined book: published, a point estimate of the literature. Faded: invalid, too many cases without a score.'

/** Inside a page that has `plotCss` and the tokens. */
export function inlineSvg({ title, description, width, height, body }: Plot): Markup {
  return element(
    'svg',
    {
      class: 'plot',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${title}. ${description}`,
    },
    element('title', {}, title),
    element('desc', {}, description),
    body,
  )
}

/** A file of its own. */
export function standaloneSvg(plots: readonly Plot[]): string {
  const width = plots.reduce((most, plot) => Math.max(most, plot.width), PLOT_WIDTH)
  const starts = plots.map((_, place) =>
    plots.slice(0, place).reduce((sum, plot) => sum + plot.height + GAP, 0),
  )
  const height = plots.reduce((sum, plot) => sum + plot.height + GAP, -GAP)
  const svg = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'plot',
      viewBox: `0 0 ${width} ${Math.max(1, height)}`,
      width,
      height: Math.max(1, height),
      role: 'img',
    },
    element('title', {}, plots.map(({ title }) => title).join('; ')),
    element('desc', {}, plots.map(({ description }) => description).join(' ')),
    styleElement(tokenCss('.plot') + plotCss),
    element('rect', { class: 'back', width: '100%', height: '100%' }),
    hatches(),
    plots.map((plot, place) => element('g', { transform: `translate(0 ${starts[place] ?? 0})` }, plot.body)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg.markup}\n`
}

const GAP = 24

/** Patterns that plots refer to, once a page. */
export function hatches(): Markup {
  return element(
    'defs',
    {},
    Array.from({ length: 8 }, (_, colour) =>
      element(
        'pattern',
        {
          id: `hatch${colour}`,
          width: 3,
          height: 3,
          patternUnits: 'userSpaceOnUse',
          patternTransform: 'rotate(45)',
        },
        element('rect', { class: 'back', width: 3, height: 3 }),
        element('line', { class: `c${colour}`, x1: 0, y1: 0, x2: 0, y2: 3, 'stroke-width': 3 }),
      ),
    ),
  )
}

/** A system's mark at a place. */
export function pointMark(name: string, kind: PointKind, x: number, y: number): Markup {
  if (kind === 'published') {
    // An open book, as the literature is.
    return element('path', {
      class: `c${lookOf(name).colour} hollow`,
      d: `M${px(x - 6)} ${px(y - 4)}L${px(x)} ${px(y - 2)}L${px(x + 6)} ${px(y - 4)}V${px(y + 3)}L${px(x)} ${px(y + 5)}L${px(x - 6)} ${px(y + 3)}ZM${px(x)} ${px(y - 2)}V${px(y + 5)}`,
      'stroke-width': 1.3,
    })
  }
  const { colour, shape } = lookOf(name)
  const fill =
    kind === 'ranked'
      ? { class: `c${colour} f${colour}` }
      : kind === 'input-blind' || kind === 'unranked'
        ? { class: `c${colour} hollow` }
        : { class: `c${colour}`, fill: `url(#hatch${colour})` }
  const common = { ...fill, 'stroke-width': 1.5 }
  if (shape === 'circle') return element('circle', { ...common, cx: x, cy: y, r: 4.5 })
  if (shape === 'square') return element('rect', { ...common, x: x - 4, y: y - 4, width: 8, height: 8 })
  const points =
    shape === 'triangle'
      ? [
          [x, y - 5],
          [x + 5, y + 4],
          [x - 5, y + 4],
        ]
      : [
          [x, y - 5.5],
          [x + 5.5, y],
          [x, y + 5.5],
          [x - 5.5, y],
        ]
  return element('polygon', {
    ...common,
    points: points.map((pair) => pair.map((value) => px(value ?? 0)).join(' ')).join(' '),
  })
}

function px(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** A horizontal or vertical interval with its ends. */
export function intervalMark(
  colour: number,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): Markup {
  const [dx, dy] = y1 === y2 ? [0, 3] : [3, 0]
  const line = (from: readonly [number, number], to: readonly [number, number]): Markup =>
    element('line', {
      class: `c${colour}`,
      x1: from[0],
      y1: from[1],
      x2: to[0],
      y2: to[1],
      'stroke-width': 1.5,
    })
  return fragment(
    line([x1, y1], [x2, y2]),
    line([x1 - dx, y1 - dy], [x1 + dx, y1 + dy]),
    line([x2 - dx, y2 - dy], [x2 + dx, y2 + dy]),
  )
}
