import { axisOver, scaleOf, ticksOf, tickTexts } from './axis.ts'
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

export interface Coordinate {
  readonly value: number
  /** null: known without an interval. */
  readonly interval: readonly [number, number] | null
}

export interface ScatterPoint {
  readonly name: string
  readonly kind: PointKind
  readonly x: Coordinate
  readonly y: Coordinate
}

export interface Scatter {
  readonly title: string
  readonly xText: string
  readonly yText: string
  /** Drawn from corner to corner where both axes have one scale: equal values. */
  readonly diagonal: boolean
  readonly points: readonly ScatterPoint[]
}

/** Points that are drawn; a page with more says so. */
export const MOST_POINTS = 40

const LEFT = 52
const RIGHT = 16
const TOP = 44
const HEIGHT = 300
const LEGEND = 18

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Points with intervals in both directions, numbered; the legend below says who is who. */
export function scatterPlot({ title, xText, yText, diagonal, points }: Scatter): TabledPlot {
  const shown = points.slice(0, MOST_POINTS)
  const [xAxis, yAxis] = axesOf(shown, diagonal)
  const bottom = TOP + HEIGHT
  const x = scaleOf(xAxis, LEFT, PLOT_WIDTH - RIGHT)
  const y = scaleOf(yAxis, bottom, TOP)
  const places = shown.map((point) => ({ x: x(point.x.value), y: y(point.y.value) }))
  const left = points.length - shown.length
  return {
    title,
    description: shown
      .map(
        ({ name, ...point }, place) =>
          `${place + 1} ${name}: ${point.x.value.toFixed(3)}, ${point.y.value.toFixed(3)}`,
      )
      .join('; '),
    width: PLOT_WIDTH,
    height: bottom + 46 + (shown.length + (left > 0 ? 1 : 0)) * LEGEND,
    table: tableOf(xText, yText, points),
    body: fragment(
      element('text', { class: 'head', x: 12, y: 14 }, fitText(title, PLOT_WIDTH - 24)),
      element('text', { class: 'dim', x: 12, y: 32 }, fitText(`↑ ${yText}`, PLOT_WIDTH - 24)),
      gridOf(xAxis, yAxis, x, y, bottom),
      diagonal
        ? element('line', {
            class: 'mark',
            x1: x(xAxis[0]),
            y1: y(yAxis[0]),
            x2: x(xAxis[1]),
            y2: y(yAxis[1]),
          })
        : null,
      element(
        'text',
        { class: 'dim', x: (LEFT + PLOT_WIDTH) / 2, y: bottom + 34, 'text-anchor': 'middle' },
        fitText(`${xText} →`, PLOT_WIDTH - LEFT),
      ),
      shown.map((point, place) => pointOf(point, places[place] ?? { x: 0, y: 0 }, x, y)),
      numbersOf(places).map(({ x: at, y: down, width }, place) =>
        element(
          'text',
          { class: 'num', x: at + width / 2, y: down + 10, 'text-anchor': 'middle' },
          String(place + 1),
        ),
      ),
      shown.map(({ name, kind }, place) =>
        legendLine(`${place + 1}`, name, kind, bottom + 54 + place * LEGEND),
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

function tableOf(xText: string, yText: string, points: readonly ScatterPoint[]): PlotTable {
  const cells = ({ value, interval }: Coordinate): string[] => [
    numberText(value),
    interval === null ? '' : interval.map(numberText).join(' to '),
  ]
  return {
    columns: ['name', 'kind', xText, 'interval', yText, 'interval'],
    rows: points.map(({ name, kind, x, y }) => [name, kind, ...cells(x), ...cells(y)]),
  }
}

/** Money can be far below a thousandth. */
function numberText(value: number): string {
  return Math.abs(value) > 0 && Math.abs(value) < 0.001 ? value.toPrecision(3) : value.toFixed(3)
}

function axesOf(points: readonly ScatterPoint[], isOneScale: boolean): [[number, number], [number, number]] {
  const ends = ({ value, interval }: Coordinate): number[] => [value, ...(interval ?? [])]
  const xs = points.flatMap((point) => ends(point.x))
  const ys = points.flatMap((point) => ends(point.y))
  if (!isOneScale) return [axisOver(xs, [0, 0]), axisOver(ys)]
  const both = axisOver([...xs, ...ys])
  return [both, both]
}

function gridOf(
  xAxis: readonly [number, number],
  yAxis: readonly [number, number],
  x: (value: number) => number,
  y: (value: number) => number,
  bottom: number,
): Markup {
  const xs = ticksOf(xAxis)
  const ys = ticksOf(yAxis)
  const xTexts = tickTexts(xs)
  const yTexts = tickTexts(ys)
  return fragment(
    xs.map((tick, place) => [
      element('line', { class: 'grid', x1: x(tick), y1: TOP, x2: x(tick), y2: bottom }),
      element(
        'text',
        {
          class: 'dim',
          x: x(tick),
          y: bottom + 16,
          'text-anchor': place === xs.length - 1 ? 'end' : 'middle',
        },
        xTexts[place] ?? '',
      ),
    ]),
    ys.map((tick, place) => [
      element('line', { class: 'grid', x1: LEFT, y1: y(tick), x2: PLOT_WIDTH - RIGHT, y2: y(tick) }),
      element(
        'text',
        { class: 'dim', x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' },
        yTexts[place] ?? '',
      ),
    ]),
  )
}

function pointOf(
  { name, kind, ...at }: ScatterPoint,
  place: { readonly x: number; readonly y: number },
  x: (value: number) => number,
  y: (value: number) => number,
): Markup {
  const { colour } = lookOf(name)
  return element(
    'g',
    { 'data-system': name },
    element('title', {}, `${name}: ${numberText(at.x.value)}, ${numberText(at.y.value)}`),
    at.x.interval === null
      ? null
      : intervalMark(colour, [x(at.x.interval[0]), place.y], [x(at.x.interval[1]), place.y]),
    at.y.interval === null
      ? null
      : intervalMark(colour, [place.x, y(at.y.interval[0])], [place.x, y(at.y.interval[1])]),
    pointMark(name, kind, place.x, place.y),
  )
}

/** A place for each number beside its point, clear of other numbers and points where there is one. */
function numbersOf(points: readonly { readonly x: number; readonly y: number }[]): Box[] {
  const taken: Box[] = points.map(({ x, y }) => ({ x: x - 5, y: y - 5, width: 10, height: 10 }))
  return points.map(({ x, y }, place) => {
    const width = textWidth(String(place + 1)) + 2
    const height = 12
    const candidates = [1, 2, 3].flatMap((ring) => {
      const far = 7 * ring
      return [
        [far, -far - height / 2],
        [-far - width, -far - height / 2],
        [far, far - height / 2],
        [-far - width, far - height / 2],
      ].map(([dx = 0, dy = 0]) => ({ x: x + dx, y: y + dy, width, height }))
    })
    const found = candidates.find((box) => taken.every((other) => !overlaps(box, other))) ?? candidates[0]
    const box = found ?? { x, y, width, height }
    taken.push(box)
    return box
  })
}

/** True when two boxes share a part. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** A line of a legend: a mark and a name. */
export function legendLine(number: string, name: string, kind: PointKind, y: number): Markup {
  const text = kind === 'ranked' ? name : `${name} (${kind})`
  return element(
    'g',
    { 'data-system': name },
    element('title', {}, name),
    element('text', { class: 'num', x: 26, y: y + 4, 'text-anchor': 'end' }, number),
    pointMark(name, kind, 40, y),
    element('text', { x: 54, y: y + 4 }, fitText(text, PLOT_WIDTH - 66)),
  )
}
