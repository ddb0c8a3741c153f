import { createColors } from 'picocolors'
import stringWidth from 'string-width'
import { decimalsOf, figureText, plainText } from './format.ts'
import { intervalPlot } from './interval-plot.ts'
import { coverageText, leaderboardOf, marksOf, type LeaderboardLine } from './leaderboard.ts'
import { reportNotes, runLine } from './notes.ts'
import type { Report, TrackReport } from './report.ts'
import { layoutTable, type Column, type TableRow } from './table.ts'

export interface TerminalOptions {
  /** Terminal cells; lines never run over. */
  readonly width: number
  readonly color: boolean
  /** Show every metric, not the leaderboard only. */
  readonly allMetrics: boolean
}

type Colors = ReturnType<typeof createColors>

/** The report as text for a terminal. Names from data are cleaned of control characters. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const colors = createColors(options.color)
  const width = Math.max(60, options.width)
  const parts = report.tracks.map((track) => trackText(track, width, colors, options.allMetrics))
  const notes = reportNotes(report).flatMap((note) =>
    wrap(plainText(note), width).map((line) => colors.dim(line)),
  )
  return [...parts, [...wrap(plainText(runLine(report)), width), ...notes].join('\n'), ''].join('\n\n')
}

function trackText(track: TrackReport, width: number, colors: Colors, allMetrics: boolean): string {
  const title = `${track.track} · ${track.title} · ${track.cases} cases in ${track.clusters} clusters`
  const lines = [
    ...wrap(title, width).map((line) => colors.bold(line)),
    ...layoutTable(...leaderboardTable(track, colors), width),
  ]
  if (allMetrics) lines.push('', ...layoutTable(...metricTable(track), width))
  const slices = sliceTable(track)
  if (slices !== null) lines.push('', ...layoutTable(...slices, width))
  for (const finding of track.findings) lines.push(...wrap(`• ${plainText(finding)}`, width, '  '))
  return lines.join('\n')
}

const PLOT_CELLS = 21

function leaderboardTable(track: TrackReport, colors: Colors): [Column[], TableRow[]] {
  const board = leaderboardOf(track)
  const ownMetric = board.ownName === null ? undefined : track.metrics.get(board.ownName)
  const publishedMetric = board.publishedName === null ? undefined : track.metrics.get(board.publishedName)
  const isSame = board.ownName === board.publishedName
  const columns: Column[] = [
    { title: 'system', align: 'left', droppable: 0 },
    { title: 'headline', align: 'left', droppable: 0 },
    { title: '0 = floor, 1 = oracle', align: 'left', droppable: 4 },
    { title: board.ownName ?? '', align: 'left', droppable: 2 },
    { title: isSame ? '' : (board.publishedName ?? ''), align: 'left', droppable: 1 },
    { title: 'published', align: 'right', droppable: 3 },
    { title: 'cases', align: 'left', droppable: 5 },
  ]
  const rowOf = (line: LeaderboardLine): TableRow => {
    const marks = marksOf(line)
    const isInvalid = marks.includes('INVALID')
    const row: TableRow = {
      cells: [
        plainText([line.system, ...marks.map((mark) => `(${mark})`)].join(' ')),
        line.headline === null ? (line.headlineMissing === null ? '' : 'none') : figureText(line.headline, 3),
        line.headline === null ? '' : intervalPlot(line.headline, [0, 1], PLOT_CELLS),
        line.own === null ? '' : cellOf(line.own.figure, decimalsOf(ownMetric)),
        line.published === null || isSame ? '' : cellOf(line.published.figure, decimalsOf(publishedMetric)),
        line.literature === null ? '' : String(line.literature.value),
        coverageText(line.own ?? line.published, track.cases),
      ],
    }
    return isInvalid ? { ...row, style: colors.dim } : row
  }
  const rows: TableRow[] = board.ranked.map(rowOf)
  if (board.privileged.length > 0) {
    rows.push({ heading: 'privileged: reads the gold, never ranked' }, ...board.privileged.map(rowOf))
  }
  if (board.inputBlind.length > 0) {
    rows.push({ heading: 'input-blind: reads nothing of substance' }, ...board.inputBlind.map(rowOf))
  }
  if (board.literature.length > 0) {
    rows.push(
      { heading: 'published: point estimates, other rows and prompts' },
      ...board.literature.map((result) => ({
        cells: [plainText(result.system), '', '', '', '', String(result.value), ''],
      })),
    )
  }
  return [columns, rows]
}

function cellOf(figure: Parameters<typeof figureText>[0] | null, decimals: number): string {
  return figure === null ? 'not measured' : figureText(figure, decimals)
}

function metricTable(track: TrackReport): [Column[], TableRow[]] {
  const columns: Column[] = [
    { title: 'system', align: 'left', droppable: 0 },
    { title: 'instrument', align: 'left', droppable: 1 },
    { title: 'metric', align: 'left', droppable: 0 },
    { title: 'value', align: 'left', droppable: 0 },
    { title: 'cases', align: 'left', droppable: 2 },
  ]
  const rows = track.rows
    .filter((row) => row.slice === undefined)
    .map((row) => ({
      cells: [
        plainText(row.system),
        row.instrument,
        row.metric,
        cellOf(row.figure, decimalsOf(track.metrics.get(`${row.instrument} ${row.metric}`))),
        coverageText(row, track.cases),
      ],
    }))
  return [columns, rows]
}

function sliceTable(track: TrackReport): [Column[], TableRow[]] | null {
  const rows = track.rows.filter((row) => row.slice !== undefined)
  if (rows.length === 0) return null
  const columns: Column[] = [
    { title: 'slice', align: 'left', droppable: 0 },
    { title: 'system', align: 'left', droppable: 0 },
    { title: 'metric', align: 'left', droppable: 0 },
    { title: 'value', align: 'left', droppable: 0 },
    { title: 'n', align: 'right', droppable: 1 },
  ]
  return [
    columns,
    rows.map((row) => ({
      cells: [
        plainText(`${row.slice?.tag ?? ''}=${row.slice?.value ?? ''}`),
        plainText(row.system),
        `${row.instrument} ${row.metric}`,
        cellOf(row.figure, decimalsOf(track.metrics.get(`${row.instrument} ${row.metric}`))),
        String(row.figure?.n ?? 0),
      ],
    })),
  ]
}

/** Breaks a sentence at blanks so that no line is wider than `width` cells. */
function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && stringWidth(longer) > width) {
      lines.push(line)
      line = `${indent}${word}`
    } else {
      line = longer
    }
  }
  return [...lines, line]
}
