import { createColors } from 'picocolors'
import type { MetricDefinition } from '../core/metric.ts'
import { correlationTexts } from './correlation-text.ts'
import { figureLabel } from './figure-label.ts'
import { decimalsOf, figureText, plainText } from './format.ts'
import { intervalPlot } from './interval-plot.ts'
import { judgeRows } from './judge-notes.ts'
import { hasLeaderboard, judgedBoards } from './judged-board.ts'
import { judgedLines, judgesTable } from './judged-tables.ts'
import {
  coverageText,
  leaderboardOf,
  lossText,
  marksOf,
  type Leaderboard,
  type LeaderboardLine,
} from './leaderboard.ts'
import { memoryLines } from './memory/memory-lines.ts'
import { reportNotes, runLine } from './notes.ts'
import { overviewLines } from './overview.ts'
import { publishedText } from './published-text.ts'
import { rankedFigure } from './ranking.ts'
import { readingTables } from './reading-tables.ts'
import type { Figure, Report, ResultRow, TrackReport } from './report.ts'
import { casesText } from './selection.ts'
import { repeatLines } from './repeat-lines.ts'
import { systemName } from './system-name.ts'
import { layoutTable, type Column, type TableRow } from './table.ts'
import { wrap } from './wrap.ts'

export interface TerminalOptions {
  /** Terminal cells; lines never run over. */
  readonly width: number
  readonly color: boolean
  /** Show every metric, not the leaderboard only. */
  readonly allMetrics: boolean
  /** Only one table with a line per track. */
  readonly overview: boolean
  /** Plain ASCII for bars, for terminals that have nothing else; absent: no. */
  readonly ascii?: boolean
}

type Colors = ReturnType<typeof createColors>

/** The report as text for a terminal. Names from data are cleaned of control characters. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const colors = createColors(options.color)
  const width = Math.max(60, options.width)
  const parts = options.overview
    ? []
    : report.tracks.map((track) => trackText(track, report, { ...options, width }, colors))
  const notes = reportNotes(report).flatMap((note) =>
    wrap(plainText(note), width).map((line) => colors.dim(line)),
  )
  if (options.overview || report.tracks.length > 1) {
    parts.push([colors.bold('Overview'), ...overviewLines(report.tracks, width)].join('\n'))
  }
  const together = correlationTexts(report).flatMap((text) => wrap(plainText(text), width))
  if (together.length > 0) parts.push([colors.bold('Across tracks'), ...together].join('\n'))
  const judges = judgesTable(judgeRows(report), width)
  if (judges.length > 0) parts.push([colors.bold('Judges'), ...judges].join('\n'))
  return [...parts, [...wrap(plainText(runLine(report)), width), ...notes].join('\n'), ''].join('\n\n')
}

function trackText(
  track: TrackReport,
  { judges }: Pick<Report, 'judges'>,
  { width, allMetrics, ascii = false }: TerminalOptions,
  colors: Colors,
): string {
  const title = `${track.track} · ${track.title} · ${casesText(track)} in ${track.clusters} clusters`
  const judged = judgedBoards(track, judges)
  const lines = wrap(plainText(title), width).map((line) => colors.bold(line))
  if (hasLeaderboard(track, leaderboardOf(track), judged))
    lines.push(...layoutTable(...leaderboardTable(track, width, colors), width))
  if (width < WIDE) lines.push(...lossLines(track, width))
  for (const line of repeatLines(track)) lines.push(...wrap(plainText(line), width, '  '))
  lines.push(...judgedLines(track, judged, width, colors), ...readingLines(track, width, colors, allMetrics))
  lines.push(...memoryLines(track, { width, bold: colors.bold, allFigures: allMetrics, ascii }))
  if (allMetrics && track.rows.length > 0) lines.push('', ...layoutTable(...metricTable(track), width))
  const slices = sliceTable(track, width)
  if (slices !== null) lines.push('', ...layoutTable(...slices, width))
  const isSplit = judged.length > 0 || track.memory !== null || readingTables(track).length > 0
  if (isSplit && track.findings.length > 0) lines.push('')
  for (const finding of track.findings) lines.push(...wrap(`• ${plainText(finding)}`, width, '  '))
  return lines.join('\n')
}

/** Small tables, with shorter figures where there is little room. */
function readingLines(track: TrackReport, width: number, colors: Colors, allFigures: boolean): string[] {
  return readingTables(track, { allFigures, decimals: width < 110 ? 2 : 3 }).flatMap(
    ({ heading, columns, rows }) => [
      '',
      ...wrap(plainText(heading), width, '  ').map((line) => colors.bold(line)),
      ...layoutTable(
        columns,
        rows.map((cells) => ({ cells })),
        width,
      ),
    ],
  )
}

/** From here on a leaderboard has room for what happened to each system's cases; else it stands below. */
const WIDE = 120

function lossLines(track: TrackReport, width: number): string[] {
  const board = leaderboardOf(track)
  const losses = [...board.ranked, ...board.privileged, ...board.inputBlind].flatMap((line) => {
    const text = lossText((board.ownName === null ? line.published : line.own) ?? line.published)
    return text === '' ? [] : [`${line.system} ${text}`]
  })
  return losses.length === 0 ? [] : wrap(plainText(`not scored: ${losses.join('; ')}`), width, '  ')
}

/** Cells of a plot: half as many where there is little room. */
function plotCells(width: number): number {
  return width < 110 ? 11 : 21
}

/** What the intervals of a track are drawn of: the headline from floor to oracle, or else the ranking metric. */
interface Plot {
  readonly title: string
  figureOf(line: LeaderboardLine): Figure | null
  readonly axis: readonly [number, number]
}

function plotOf(track: TrackReport, board: Leaderboard, width: number): Plot {
  if (board.ranked.some((line) => line.headline !== null)) {
    return {
      title: width < 110 ? 'floor oracle' : '0 = floor, 1 = oracle',
      figureOf: (line) => line.headline,
      axis: [0, 1],
    }
  }
  const axis = track.metrics.get(board.rankedBy ?? '')?.range ?? [0, 1]
  return {
    title: `${axis[0]} to ${axis[1]}`,
    figureOf: (line) => {
      const row = board.ownName === null ? line.published : line.own
      return row === null ? null : rankedFigure(row)
    },
    axis,
  }
}

/** How many cases the ranked systems share, where their own cases differ. */
function commonCases(lines: readonly LeaderboardLine[], rowOf: RowOf): number | null {
  const counts = lines.flatMap((line) => rowOf(line)?.common?.n ?? [])
  return counts[0] ?? null
}

type RowOf = (line: LeaderboardLine) => ResultRow | null

function leaderboardTable(track: TrackReport, width: number, colors: Colors): [Column[], TableRow[]] {
  const board = leaderboardOf(track)
  const plot = plotOf(track, board, width)
  const hasHeadline = board.ranked.some((line) => line.headline !== null)
  const rankedRow: RowOf = (line) => (board.ownName === null ? line.published : line.own)
  const common = commonCases(board.ranked, rankedRow)
  const isSame = board.ownName === board.publishedName
  const columns: Column[] = [
    { title: 'system', align: 'left', droppable: 0 },
    { title: 'headline', align: 'left', droppable: 0, keep: true },
    { title: plot.title, align: 'left', droppable: 5, keep: true },
    {
      title: board.ownName === null ? '' : figureLabel(track, board.ownName),
      align: 'left',
      droppable: hasHeadline ? 1 : 0,
      keep: true,
    },
    { title: `on ${common ?? 0} common cases`, align: 'left', droppable: 6, keep: true },
    {
      title: isSame || board.publishedName === null ? '' : figureLabel(track, board.publishedName),
      align: 'left',
      droppable: board.ownName === null ? 0 : 2,
      keep: true,
    },
    { title: 'published', align: 'right', droppable: 3, keep: true },
    { title: 'n', align: 'right', droppable: 0, keep: true },
    { title: 'notes', align: 'left', droppable: 0, keep: true },
  ]
  const decimals = (name: string | null): number => decimalsOf(track.metrics.get(name ?? ''))
  const rowOf = (line: LeaderboardLine): TableRow => {
    const marks = marksOf(line)
    const drawn = plot.figureOf(line)
    const row = rankedRow(line) ?? line.published
    const cells = [
      systemName(line.system),
      line.headline === null ? '' : figureText(line.headline, 3),
      drawn === null ? '' : intervalPlot(drawn, plot.axis, plotCells(width)),
      line.own === null ? '' : cellOf(line.own.figure, decimals(board.ownName)),
      row?.common == null ? '' : figureText(row.common, decimals(board.rankedBy)),
      line.published === null || isSame ? '' : cellOf(line.published.figure, decimals(board.publishedName)),
      line.literature === null ? '' : publishedText(line.literature),
      String(row?.figure?.n ?? 0),
      [...marks, width < WIDE ? '' : lossText(row)].filter((note) => note !== '').join(', '),
    ]
    return marks.includes('INVALID') ? { cells, style: colors.dim } : { cells }
  }
  const group = (heading: string, lines: readonly TableRow[]): TableRow[] =>
    lines.length === 0 ? [] : [{ heading }, ...lines]
  return [
    columns,
    [
      ...board.ranked.map(rowOf),
      ...group('privileged: reads the gold, never ranked', board.privileged.map(rowOf)),
      ...group('input-blind: reads nothing of substance', board.inputBlind.map(rowOf)),
      ...group(
        'published: point estimates of the literature, other rows and prompts',
        board.literature.map((result) => ({
          cells: [result.system, '', '', '', '', '', publishedText(result), '', ''],
        })),
      ),
    ],
  ]
}

function cellOf(figure: Figure | null, decimals: number): string {
  return figure === null ? 'none' : figureText(figure, decimals)
}

function metricTable(track: TrackReport): [Column[], TableRow[]] {
  const columns: Column[] = [
    { title: 'instrument', align: 'left', droppable: 0, keep: true },
    { title: 'metric', align: 'left', droppable: 0 },
    { title: 'value', align: 'left', droppable: 0, keep: true },
    { title: 'cases', align: 'left', droppable: 0 },
  ]
  const rows = track.rows.filter((row) => row.slice === undefined)
  const systems = [...new Set(rows.map(({ system }) => system))]
  // A heading for each system leaves room for the cases that a figure is of.
  return [
    columns,
    systems.flatMap((system) => [
      { heading: system },
      ...rows
        .filter((row) => row.system === system)
        .map((row) => ({
          cells: [
            track.labels.get(row.instrument) ?? row.instrument,
            row.metric,
            cellOf(row.figure, decimalsOf(track.metrics.get(`${row.instrument} ${row.metric}`))),
            coverageText(row, track.cases),
          ],
        })),
    ]),
  ]
}

function sliceTable(track: TrackReport, width: number): [Column[], TableRow[]] | null {
  const byMetric = new Map<string, ResultRow[]>()
  for (const row of track.rows) {
    if (row.slice === undefined || !track.slices.includes(row.slice.tag)) continue
    const name = `${row.instrument} ${row.metric}`
    byMetric.set(name, [...(byMetric.get(name) ?? []), row])
  }
  if (byMetric.size === 0) return null
  const columns: Column[] = [
    { title: 'slice', align: 'left', droppable: 0, keep: true },
    { title: 'system', align: 'left', droppable: 0 },
    { title: 'value', align: 'left', droppable: 0, keep: true },
    { title: '', align: 'left', droppable: 1, keep: true },
    { title: 'n', align: 'right', droppable: 0, keep: true },
    { title: 'notes', align: 'left', droppable: 0, readable: width < 100 ? 9 : 20 },
  ]
  return [
    columns,
    [...byMetric].flatMap(([name, rows]) => [
      { heading: figureLabel(track, name) },
      ...rows.map((row) => sliceCells(row, track.metrics.get(name), width)),
    ]),
  ]
}

function sliceCells(row: ResultRow, metric: MetricDefinition | undefined, width: number): TableRow {
  return {
    cells: [
      `${row.slice?.tag ?? ''}=${row.slice?.value ?? ''}`,
      systemName(row.system),
      cellOf(row.figure, decimalsOf(metric)),
      row.figure === null ? '' : intervalPlot(row.figure, metric?.range ?? [0, 1], plotCells(width)),
      String(row.figure?.n ?? 0),
      [row.invalid ? 'INVALID' : '', lossText(row)].filter((note) => note !== '').join(', '),
    ],
  }
}
