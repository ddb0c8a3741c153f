import { figureText } from '../format.ts'
import { scaleOf, ticksOf, tickTexts } from './axis.ts'
import { lookOf } from './colours.ts'
import { element, fragment, type Markup } from './markup.ts'
import {
  intervalMark,
  PLOT_WIDTH,
  pointMark,
  type PlotTable,
  type PointKind,
  type TabledPlot,
} from './plot.ts'
import { fitText, textWidth } from './text.ts'

export interface ForestRow {
  readonly name: string
  readonly kind: PointKind
  readonly value: number
  /** null: a point estimate without an interval. */
  readonly interval: readonly [number, number] | null
  /** null: not told. */
  readonly n: number | null
  readonly invalid: boolean
}

export interface Forest {
  readonly title: string
  /** Under the axis: what the figure is. */
  readonly axisText: string
  readonly axis: readonly [number, number]
  readonly decimals: number
  readonly rows: readonly ForestRow[]
  /** Lines across all rows, such as floor and oracle. */
  readonly marks: readonly { readonly at: number; readonly name: string }[]
}

const MARGIN = 14
const ROW = 34

/** Rows that are drawn; a page with more says so. */
export const MOST_FOREST_ROWS = 60

/** A dot with its interval for each row, on a common axis. The name and the figure stand above each. */
export function forestPlot({ title, axisText, axis, decimals, rows, marks }: Forest): TabledPlot {
  const shown = rows.slice(0, MOST_FOREST_ROWS)
  const left = rows.length - shown.length
  const x = scaleOf(axis, MARGIN, PLOT_WIDTH - MARGIN)
  const top = 26 + marks.length * 15
  const bottom = top + shown.length * ROW
  const ticks = ticksOf(axis)
  const texts = tickTexts(ticks)
  const foot = [axisText, left > 0 ? `${left} more are in the table` : '']
    .filter((text) => text !== '')
    .join('; ')
  return {
    title,
    description:
      shown.map((row) => `${row.name} (${row.kind}) ${valueText(row, decimals)}`).join('; ') || 'no figure',
    width: PLOT_WIDTH,
    height: bottom + 40,
    table: tableOf(rows, marks, decimals),
    body: fragment(
      element('text', { class: 'head', x: MARGIN, y: 14 }, fitText(title, PLOT_WIDTH - 2 * MARGIN)),
      ticks.map((tick, place) => [
        element('line', { class: 'grid', x1: x(tick), y1: top - 4, x2: x(tick), y2: bottom }),
        element(
          'text',
          { class: 'dim', x: x(tick), y: bottom + 15, 'text-anchor': anchorOf(x(tick), texts[place] ?? '') },
          texts[place] ?? '',
        ),
      ]),
      // Each on a line of its own: floor and ceiling may be close.
      marks.map(({ at, name }, place) => {
        const y = 30 + place * 15
        const isLeft = x(at) < PLOT_WIDTH / 2
        return [
          element('line', { class: 'mark', x1: x(at), y1: y - 9, x2: x(at), y2: bottom }),
          element(
            'text',
            { class: 'dim', x: x(at) + (isLeft ? 4 : -4), y, 'text-anchor': isLeft ? 'start' : 'end' },
            fitText(name, PLOT_WIDTH / 2 - MARGIN),
          ),
        ]
      }),
      shown.map((row, place) => rowMark(row, top + place * ROW, x, decimals)),
      element('line', { class: 'axis', x1: MARGIN, y1: bottom, x2: PLOT_WIDTH - MARGIN, y2: bottom }),
      element(
        'text',
        { class: 'dim', x: PLOT_WIDTH / 2, y: bottom + 32, 'text-anchor': 'middle' },
        fitText(foot, PLOT_WIDTH - 2 * MARGIN),
      ),
    ),
  }
}

function tableOf(rows: readonly ForestRow[], marks: Forest['marks'], decimals: number): PlotTable {
  return {
    columns: ['name', 'kind', 'value', 'from', 'to', 'n'],
    rows: [
      ...rows.map(({ name, kind, value, interval, n, invalid }) => [
        name,
        invalid ? `${kind}, INVALID` : kind,
        interval === null ? String(value) : value.toFixed(decimals),
        interval === null ? '' : interval[0].toFixed(decimals),
        interval === null ? '' : interval[1].toFixed(decimals),
        n === null ? '' : String(n),
      ]),
      ...marks.map(({ at, name }) => [name, 'mark', String(at), '', '', '']),
    ],
  }
}

function anchorOf(x: number, text: string): 'start' | 'middle' | 'end' {
  const half = textWidth(text) / 2
  return x - half < 0 ? 'start' : x + half > PLOT_WIDTH ? 'end' : 'middle'
}

function valueText({ value, interval, n }: ForestRow, decimals: number): string {
  const figure =
    interval === null
      ? String(value)
      : figureText(
          { value, low: interval[0], high: interval[1], method: '', n: n ?? 0, clusters: 0 },
          decimals,
        )
  return n === null ? figure : `${figure} n ${n}`
}

function rowMark(row: ForestRow, top: number, x: (value: number) => number, decimals: number): Markup {
  const text = valueText(row, decimals)
  const room = PLOT_WIDTH - 2 * MARGIN - textWidth(text) - 10
  const name = row.kind === 'published' ? `${row.name} (published)` : row.name
  const y = top + 22
  return element(
    'g',
    { ...(row.invalid ? { class: 'faded' } : {}), 'data-system': row.name },
    element('title', {}, `${row.name}: ${text}${row.invalid ? ', INVALID' : ''}`),
    element('text', { x: MARGIN, y: top + 10 }, fitText(row.invalid ? `${name} INVALID` : name, room)),
    element('text', { class: 'dim', x: PLOT_WIDTH - MARGIN, y: top + 10, 'text-anchor': 'end' }, text),
    row.interval === null
      ? null
      : intervalMark(lookOf(row.name).colour, [x(row.interval[0]), y], [x(row.interval[1]), y]),
    pointMark(row.name, row.kind, x(row.value), y),
  )
}
