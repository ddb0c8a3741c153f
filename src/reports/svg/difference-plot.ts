import { intervalText, signed } from '../format.ts'
import { axisOver, scaleOf, ticksOf, tickTexts } from './axis.ts'
import { element, fragment, type Markup } from './markup.ts'
import { intervalMark, PLOT_WIDTH, type PlotTable, type TabledPlot } from './plot.ts'
import { fitText, textWidth } from './text.ts'

export interface DifferenceRow {
  /** The difference is a − b. */
  readonly a: string
  readonly b: string
  readonly value: number
  readonly low: number
  readonly high: number
  /** Shown to differ after correction: filled, else hollow. */
  readonly differs: boolean
  readonly wins: number
  readonly ties: number
  readonly losses: number
}

const MARGIN = 14
const ROW = 62

/** Rows that are drawn; a page with more says so. */
export const MOST_DIFFERENCES = 40

/** Differences with intervals around 0, and below each how many cases are better, the same, worse. */
export function differencePlot(title: string, decimals: number, rows: readonly DifferenceRow[]): TabledPlot {
  const shown = rows.slice(0, MOST_DIFFERENCES)
  const axis = axisOver(
    shown.flatMap(({ low, high, value }) => [low, high, value]),
    [0, 0],
  )
  const x = scaleOf(axis, MARGIN, PLOT_WIDTH - MARGIN)
  const top = 24
  const bottom = top + shown.length * ROW
  const ticks = ticksOf(axis)
  const texts = tickTexts(ticks)
  const foot = rows.length > shown.length ? `; ${rows.length - shown.length} more are in the table` : ''
  return {
    title,
    description:
      shown.map((row) => `${nameOf(row)}: ${differenceText(row, decimals)}`).join('; ') || 'no pair',
    width: PLOT_WIDTH,
    height: bottom + 40,
    table: tableOf(rows, decimals),
    body: fragment(
      element('text', { class: 'head', x: MARGIN, y: 14 }, fitText(title, PLOT_WIDTH - 2 * MARGIN)),
      element('line', { class: 'mark', x1: x(0), y1: top, x2: x(0), y2: bottom }),
      shown.map((row, place) => rowMark(row, top + place * ROW, x, decimals)),
      element('line', { class: 'axis', x1: MARGIN, y1: bottom, x2: PLOT_WIDTH - MARGIN, y2: bottom }),
      ticks.map((tick, place) => {
        const text = texts[place] ?? ''
        const half = textWidth(text) / 2
        const at = Math.min(PLOT_WIDTH - half, Math.max(half, x(tick)))
        return element('text', { class: 'dim', x: at, y: bottom + 15, 'text-anchor': 'middle' }, text)
      }),
      element(
        'text',
        { class: 'dim', x: PLOT_WIDTH / 2, y: bottom + 32, 'text-anchor': 'middle' },
        fitText(`difference; filled: shown to differ${foot}`, PLOT_WIDTH - 2 * MARGIN),
      ),
    ),
  }
}

function tableOf(rows: readonly DifferenceRow[], decimals: number): PlotTable {
  return {
    columns: ['pair', 'difference', 'from', 'to', 'differs', 'better', 'the same', 'worse'],
    rows: rows.map((row) => [
      nameOf(row),
      signed(row.value, decimals),
      row.low.toFixed(decimals),
      row.high.toFixed(decimals),
      row.differs ? 'yes' : 'not shown',
      ...[row.wins, row.ties, row.losses].map(String),
    ]),
  }
}

function nameOf({ a, b }: DifferenceRow): string {
  return `${a} − ${b}`
}

function differenceText({ value, low, high }: DifferenceRow, decimals: number): string {
  return `${signed(value, decimals)} ${intervalText({ low, high }, decimals)}`
}

function rowMark(row: DifferenceRow, top: number, x: (value: number) => number, decimals: number): Markup {
  const text = differenceText(row, decimals)
  const y = top + 38
  return element(
    'g',
    { 'data-a': row.a, 'data-b': row.b },
    element('title', {}, `${nameOf(row)}: ${text}`),
    element(
      'text',
      { x: MARGIN, y: top + 10 },
      fitText(row.a, PLOT_WIDTH - 2 * MARGIN - textWidth(text) - 10),
    ),
    element('text', { x: MARGIN, y: top + 25 }, fitText(`− ${row.b}`, PLOT_WIDTH - 2 * MARGIN)),
    element('text', { class: 'dim', x: PLOT_WIDTH - MARGIN, y: top + 10, 'text-anchor': 'end' }, text),
    intervalMark(0, [x(row.low), y], [x(row.high), y]),
    element('circle', {
      class: row.differs ? 'c0 f0' : 'c0 hollow',
      'stroke-width': 1.5,
      cx: x(row.value),
      cy: y,
      r: 4.5,
    }),
    shares(row, top + 47),
  )
}

/** Better, the same and worse as one thin bar. */
function shares({ wins, ties, losses }: DifferenceRow, y: number): Markup {
  const total = wins + ties + losses
  if (total === 0) return fragment()
  const width = PLOT_WIDTH - 2 * MARGIN
  const parts = [
    { count: wins, css: 'f0', opacity: 1 },
    { count: ties, css: 'o-skipped', opacity: 0.5 },
    { count: losses, css: 'f1', opacity: 1 },
  ]
  return fragment(
    element('title', {}, `${wins} better, ${ties} the same, ${losses} worse`),
    parts.map(({ count, css, opacity }, place) => {
      const before = parts.slice(0, place).reduce((sum, part) => sum + part.count, 0)
      return count === 0
        ? null
        : element('rect', {
            class: css,
            opacity,
            x: MARGIN + (before / total) * width,
            y,
            width: (count / total) * width,
            height: 4,
          })
    }),
  )
}
