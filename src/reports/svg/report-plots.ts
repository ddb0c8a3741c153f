import type { PublishedResult } from '../../core/published.ts'
import { figureLabel } from '../figure-label.ts'
import { decimalsOf } from '../format.ts'
import { leaderboardOf, type LeaderboardLine } from '../leaderboard.ts'
import type { Report, ResultRow, TrackReport } from '../report.ts'
import { isPublishedUnder, type ShownFigure } from '../shown-figure.ts'
import { axisOver } from './axis.ts'
import { forestPlot, type ForestRow } from './forest.ts'
import { linePlot, type LineSeries } from './line-plot.ts'
import type { TabledPlot } from './plot.ts'
import { scatterPlot, type Coordinate, type ScatterPoint } from './scatter.ts'

function forestRow({ system, kind, figure, invalid }: ResultRow): ForestRow[] {
  if (figure === null) return []
  return [
    { name: system, kind, value: figure.value, interval: [figure.low, figure.high], n: figure.n, invalid },
  ]
}

function publishedRow({ system, value }: PublishedResult): ForestRow {
  return { name: system, kind: 'published', value, interval: null, n: null, invalid: false }
}

/** The headline of the ranked systems between floor (0) and oracle (1); null where there is none. */
export function headlinePlot(track: TrackReport): TabledPlot | null {
  const board = leaderboardOf(track)
  const rows = board.ranked.flatMap(({ system, kind, headline, own }): ForestRow[] =>
    headline === null
      ? []
      : [
          {
            name: system,
            kind,
            value: headline.value,
            interval: [headline.low, headline.high],
            n: headline.n,
            invalid: own?.invalid === true,
          },
        ],
  )
  if (rows.length === 0) return null
  return forestPlot({
    title: `${track.track}: headline`,
    axisText: '(system − floor) / (oracle − floor)',
    axis: axisOver(endsOf(rows), [0, 1]),
    decimals: 3,
    rows,
    marks: [
      { at: 0, name: `floor: ${track.floor ?? 'not run'}` },
      { at: 1, name: `oracle: ${track.ceiling ?? 'not run'}` },
    ],
  })
}

function endsOf(rows: readonly ForestRow[]): number[] {
  return rows.flatMap(({ value, interval }) => [value, ...(interval ?? [])])
}

/** A figure of all systems of a track with the published ones, on the metric's own axis; null without a figure. */
export function figurePlot(track: TrackReport, shown: ShownFigure): TabledPlot | null {
  const name = `${shown.instrument} ${shown.metric}`
  const metric = track.metrics.get(name)
  const board = leaderboardOf(track)
  const rowOf = ({ system }: LeaderboardLine): ForestRow[] => {
    const row = track.rows.find(
      (one) =>
        one.slice === undefined &&
        one.system === system &&
        one.instrument === shown.instrument &&
        one.metric === shown.metric,
    )
    return row === undefined ? [] : forestRow(row)
  }
  const measured = [...board.ranked, ...board.privileged, ...board.inputBlind].flatMap(rowOf)
  if (measured.length === 0) return null
  const published = track.published.filter((result) => isPublishedUnder(result, shown))
  const sign = metric?.direction === 'lower' ? 1 : -1
  const rows = [...measured, ...published.toSorted((a, b) => sign * (a.value - b.value)).map(publishedRow)]
  return forestPlot({
    title: `${track.track}: ${figureLabel(track, name)}`,
    axisText: `${shown.metric}, ${metric?.direction ?? 'higher'} is better`,
    axis: axisOver(endsOf(rows), metric?.range),
    decimals: decimalsOf(metric),
    rows,
    marks: [],
  })
}

/** Figures of a track that are drawn: what ranks, what the literature reports, and each judge's main one. */
export function drawnFigures(track: TrackReport): ShownFigure[] {
  const figures = [
    ...('none' in track.headline ? [] : [track.headline]),
    ...(track.publishedFigure === null ? [] : [track.publishedFigure]),
    ...track.judged.flatMap(({ instrument, metrics }) =>
      metrics[0] === undefined ? [] : [{ instrument, metric: metrics[0] }],
    ),
  ]
  return [...new Map(figures.map((shown) => [`${shown.instrument} ${shown.metric}`, shown])).values()]
}

/** What `--format svg` draws of a track: its headline, or else the first of its figures. */
export function leadingPlot(track: TrackReport): TabledPlot | null {
  const headline = headlinePlot(track)
  if (headline !== null) return headline
  const plots = drawnFigures(track).map((shown) => figurePlot(track, shown))
  return plots.find((plot) => plot !== null) ?? null
}

const LEVEL = /^(.+)\/d(\d+)$/

/** Tracks that differ in their number of distractors alone (`…/d100`), by what they share. */
function levelsOf({ tracks }: Pick<Report, 'tracks'>): Map<string, { level: number; track: TrackReport }[]> {
  const families = new Map<string, { level: number; track: TrackReport }[]>()
  for (const track of tracks) {
    const [, family, level] = LEVEL.exec(track.track) ?? []
    if (family === undefined) continue
    families.set(family, [...(families.get(family) ?? []), { level: Number(level), track }])
  }
  return families
}

/** How a figure falls with the number of distractors, with the published figures of the same instrument. */
export function decayPlots(report: Pick<Report, 'tracks'>): TabledPlot[] {
  return [...levelsOf(report)].flatMap(([family, levels]) => {
    const [first] = levels
    if (first === undefined || levels.length < 2) return []
    return drawnFigures(first.track).flatMap((shown) => {
      const series = [...measuredLines(levels, shown), ...publishedLines(levels, shown)]
      if (series.length === 0) return []
      const name = `${shown.instrument} ${shown.metric}`
      const metric = first.track.metrics.get(name)
      return [
        linePlot({
          title: `${family}: decay with more distractors`,
          xText: 'distractors',
          yText: figureLabel(first.track, name),
          axis: metric?.range ?? axisOver(series.flatMap(({ points }) => points.map(({ value }) => value))),
          series,
        }),
      ]
    })
  })
}

type Levels = readonly { readonly level: number; readonly track: TrackReport }[]

function measuredLines(levels: Levels, shown: ShownFigure): LineSeries[] {
  const lines = new Map<string, LineSeries & { points: (Coordinate & { x: number })[] }>()
  for (const { level, track } of levels) {
    for (const { system, kind, figure, ...row } of track.rows) {
      if (row.slice !== undefined || figure === null) continue
      if (row.instrument !== shown.instrument || row.metric !== shown.metric) continue
      const line = lines.get(system) ?? { name: system, kind, points: [] }
      line.points.push({ x: level, value: figure.value, interval: [figure.low, figure.high] })
      lines.set(system, line)
    }
  }
  const order = ['ranked', 'privileged', 'input-blind']
  return [...lines.values()].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

function publishedLines(levels: Levels, shown: ShownFigure): LineSeries[] {
  const lines = new Map<string, LineSeries & { points: (Coordinate & { x: number })[] }>()
  for (const { level, track } of levels) {
    for (const result of track.published) {
      if (!isPublishedUnder(result, shown)) continue
      const line = lines.get(result.system) ?? { name: result.system, kind: 'published', points: [] }
      line.points.push({ x: level, value: result.value, interval: null })
      lines.set(result.system, line)
    }
  }
  return [...lines.values()]
}

/** Recall of what a user said outright against what follows from it, one plot an instrument; rows by `type`. */
export function recallPlots(track: TrackReport, rows: readonly ResultRow[]): TabledPlot[] {
  const recall = rows.filter(
    ({ metric, figure, slice }) => metric === 'recall' && figure !== null && slice?.tag === 'type',
  )
  return [...new Set(recall.map(({ instrument }) => instrument))].flatMap((instrument) => {
    const own = recall.filter((row) => row.instrument === instrument)
    const of = (system: string, value: string): Coordinate | null => {
      const figure = own.find((row) => row.system === system && row.slice?.value === value)?.figure
      return figure == null ? null : { value: figure.value, interval: [figure.low, figure.high] }
    }
    const points = [...new Map(own.map(({ system, kind }) => [system, kind]))].flatMap(
      ([name, kind]): ScatterPoint[] => {
        const [x, y] = [of(name, 'direct'), of(name, 'indirect')]
        return x === null || y === null ? [] : [{ name, kind, x, y }]
      },
    )
    if (points.length === 0) return []
    const label = figureLabel(track, `${instrument} recall`)
    return [
      scatterPlot({
        title: `${track.track}: direct against indirect recall`,
        xText: `${label}, direct memories`,
        yText: `${label}, indirect memories`,
        diagonal: true,
        points,
      }),
    ]
  })
}
