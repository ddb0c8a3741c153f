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
import { legendLine, type Coordinate } from './scatter.ts'
import { fitText } from './text.ts'

export interface LineSeries {
  readonly name: string
  readonly kind: PointKind
  readonly points: readonly (Coordinate & { readonly x: number })[]
}

export interface LinePlot {
  readonly title: string
  readonly xText: string
  readonly yText: string
  readonly axis: readonly [number, number]
  readonly series: readonly LineSeries[]
}

/** Lines that are drawn; a page with more says so. */
export const MOST_LINES = 24

const LEFT = 52
const RIGHT = 44
const TOP = 44
const HEIGHT = 260
const LEGEND = 18
const NUMBER_GAP = 12

/** A figure over a number, such as candidates of a search, one line a system; published lines are dashed. */
export function linePlot({ title, xText, yText, axis, series }: LinePlot): TabledPlot {
  const shown = series.slice(0, MOST_LINES)
  const left = series.length - shown.length
  const levels = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].toSorted(
    (a, b) => a - b,
  )
  const bottom = TOP + HEIGHT
  const x = scaleOf([levels[0] ?? 0, levels.at(-1) ?? 1], LEFT + 12, PLOT_WIDTH - RIGHT)
  const y = scaleOf(axis, bottom, TOP)
  const ticks = ticksOf(axis)
  const texts = tickTexts(ticks)
  return {
    title,
    description: shown
      .map(
        ({ name, kind, points }) =>
          `${name} (${kind}) ${points.map((point) => `${point.x}: ${point.value}`).join(', ')}`,
      )
      .join('; '),
    width: PLOT_WIDTH,
    height: bottom + 46 + (shown.length + (left > 0 ? 1 : 0)) * LEGEND,
    table: tableOf(xText, series),
    body: fragment(
      element('text', { class: 'head', x: 12, y: 14 }, fitText(title, PLOT_WIDTH - 24)),
      element('text', { class: 'dim', x: 12, y: 32 }, fitText(`↑ ${yText}`, PLOT_WIDTH - 24)),
      ticks.map((tick, place) => [
        element('line', { class: 'grid', x1: LEFT, y1: y(tick), x2: PLOT_WIDTH - RIGHT + 8, y2: y(tick) }),
        element(
          'text',
          { class: 'dim', x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' },
          texts[place] ?? '',
        ),
      ]),
      levels.map((level) =>
        element(
          'text',
          { class: 'dim', x: x(level), y: bottom + 16, 'text-anchor': 'middle' },
          String(level),
        ),
      ),
      element(
        'text',
        { class: 'dim', x: (LEFT + PLOT_WIDTH) / 2, y: bottom + 34, 'text-anchor': 'middle' },
        fitText(`${xText} →`, PLOT_WIDTH - LEFT),
      ),
      // Side by side, so that intervals at one level don't hide each other.
      shown.map((one, place) =>
        lineOf(one, (place - (shown.length - 1) / 2) * Math.min(3, 18 / shown.length), x, y),
      ),
      endNumbers(shown, y, bottom),
      shown.map(({ name, kind }, place) =>
        legendLine(String(place + 1), name, kind, bottom + 54 + place * LEGEND),
      ),
      left > 0
        ? element(
            'text',
            { class: 'dim', x: 12, y: bottom + 58 + shown.length * LEGEND },
            `${left} more are in the table`,
          )
        : null,
    ),
  }
}

function tableOf(xText: string, series: readonly LineSeries[]): PlotTable {
  return {
    columns: ['name', 'kind', xText, 'value', 'from', 'to'],
    rows: series.flatMap(({ name, kind, points }) =>
      points.map(({ x, value, interval }) => [
        name,
        kind,
        String(x),
        kind === 'published' ? String(value) : value.toFixed(3),
        interval === null ? '' : interval[0].toFixed(3),
        interval === null ? '' : interval[1].toFixed(3),
      ]),
    ),
  }
}

/** Numbers behind the lines, moved apart where lines end close together: colours are too few for all names. */
function endNumbers(series: readonly LineSeries[], y: (value: number) => number, bottom: number): Markup {
  const wanted = series
    .map(({ points }, place) => ({ place, top: y(points.at(-1)?.value ?? 0) }))
    .toSorted((a, b) => a.top - b.top)
  const gap = Math.min(NUMBER_GAP, (bottom - TOP + 20) / Math.max(1, series.length))
  // From the top down, then from the bottom up, so that neither end runs out of the plot.
  const tops: number[] = []
  for (const { top } of wanted) tops.push(Math.max(top, (tops.at(-1) ?? Number.NEGATIVE_INFINITY) + gap))
  let limit = bottom + 4
  for (let at = tops.length - 1; at >= 0; at -= 1) {
    tops[at] = Math.min(tops[at] ?? 0, limit)
    limit = (tops[at] ?? 0) - gap
  }
  return fragment(
    wanted.map(({ place }, at) =>
      element(
        'text',
        { class: 'num', x: PLOT_WIDTH - RIGHT + 16, y: (tops[at] ?? 0) + 4 },
        String(place + 1),
      ),
    ),
  )
}

function lineOf(
  { name, kind, points }: LineSeries,
  shift: number,
  x: (value: number) => number,
  y: (value: number) => number,
): Markup {
  const { colour } = lookOf(name)
  const places = points.map((point) => ({ ...point, left: x(point.x) + shift, top: y(point.value) }))
  return element(
    'g',
    { 'data-system': name },
    element('title', {}, name),
    element('polyline', {
      class: `c${colour} none`,
      points: places.map(({ left, top }) => `${left.toFixed(1)} ${top.toFixed(1)}`).join(' '),
      'stroke-width': 1.5,
      ...(kind === 'published' ? { 'stroke-dasharray': '5 3' } : {}),
    }),
    places.map(({ left, top, interval }) => [
      interval === null ? null : intervalMark(colour, [left, y(interval[0])], [left, y(interval[1])]),
      pointMark(name, kind, left, top),
    ]),
  )
}
