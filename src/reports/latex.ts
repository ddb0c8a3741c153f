import { figureLabel } from './figure-label.ts'
import { decimalsOf, figureText, plainText } from './format.ts'
import { hasLeaderboard, judgedBoards, type JudgedBoard } from './judged-board.ts'
import { judgeNote } from './judge-notes.ts'
import { leaderboardOf, lossText, marksOf, type LeaderboardLine } from './leaderboard.ts'
import { latexTable, type LatexRow } from './latex/table.ts'
import { memorySections } from './memory/memory-sections.ts'
import { reportNotes, runLine } from './notes.ts'
import { importedText, publishedText } from './published-text.ts'
import { readingTables, type ReadingTable } from './reading-tables.ts'
import type { Report, ResultRow, TrackReport } from './report.ts'
import { casesText } from './selection.ts'

/**
 * The tables of a report for a paper: `\input` them where booktabs and graphicx are loaded. Figures carry their intervals; captions
 * name the instrument, n and clusters; figures of the literature stand in a block of their own.
 */
export function renderLatex(report: Report): string {
  const notes = [runLine(report), ...reportNotes(report)]
  return [
    '% Tables of Rapport. Needs \\usepackage{booktabs,graphicx,textcomp} and \\usepackage[T1]{fontenc};',
    '% text outside Latin needs XeLaTeX or LuaLaTeX with a font that has it.',
    // No line break is left that could end a comment.
    ...notes.map((note) => `% ${plainText(note)}`),
    '',
    ...report.tracks.flatMap((track, place) => trackTables(track, report, place + 1)),
  ].join('\n')
}

function trackTables(track: TrackReport, report: Report, number: number): string[] {
  const board = leaderboardOf(track)
  const judged = judgedBoards(track, report.judges)
  const tables = [
    ...(hasLeaderboard(track, board, judged) ? [leaderboard(track, number)] : []),
    ...judged.flatMap((one, place) =>
      one.lines.length === 0 ? [] : [judgedTable(track, one, `${number}-judged-${place + 1}`)],
    ),
    ...[
      ...readingTables(track, { allFigures: true }),
      ...memorySections(track).flatMap((part) => ('rows' in part ? [part] : [])),
    ].map((table, place) => smallTable(track, table, `${number}-${place + 1}`)),
    ...sliceTables(track, number),
  ]
  return tables.flatMap((table) => [table, ''])
}

function leaderboard(track: TrackReport, number: number): string {
  const board = leaderboardOf(track)
  const { ownName, publishedName } = board
  const isSame = ownName === publishedName
  const columns = [
    { title: 'system', align: 'l' as const },
    { title: 'headline', align: 'l' as const },
    ...(ownName === null ? [] : [{ title: figureLabel(track, ownName), align: 'l' as const }]),
    ...(publishedName === null || isSame
      ? []
      : [{ title: figureLabel(track, publishedName), align: 'l' as const }]),
    { title: 'published', align: 'r' as const },
    { title: 'n', align: 'r' as const },
    { title: 'not scored', align: 'l' as const },
  ]
  const valueOf = (row: ResultRow | null): string =>
    row?.figure == null
      ? 'none'
      : figureText(row.figure, decimalsOf(track.metrics.get(`${row.instrument} ${row.metric}`)))
  const rowOf = (line: LeaderboardLine): LatexRow => {
    const row = (ownName === null ? line.published : line.own) ?? line.published
    return {
      cells: [
        [line.system, ...marksOf(line).map((mark) => `(${mark})`)].join(' '),
        line.headline === null ? '' : figureText(line.headline, 3),
        ...(ownName === null ? [] : [valueOf(line.own)]),
        ...(publishedName === null || isSame ? [] : [valueOf(line.published)]),
        line.literature === null ? '' : publishedText(line.literature),
        String(row?.figure?.n ?? 0),
        lossText(row),
      ],
    }
  }
  const group = (title: string, rows: readonly LatexRow[]): LatexRow[] =>
    rows.length === 0 ? [] : [{ group: title }, ...rows]
  const gaps = columns.length - 4
  const sources = [
    ...new Set(
      [...board.literature, ...board.ranked.flatMap(({ literature }) => literature ?? [])].map(importedText),
    ),
  ]
  return latexTable({
    caption: captionOf(
      track,
      [ownName, isSame ? null : publishedName].filter((name) => name !== null).join(', '),
      sources.length === 0 ? '' : ` Published figures: ${sources.join('; ')}.`,
    ),
    label: `tab:rapport-${number}`,
    columns,
    rows: [
      ...board.ranked.map(rowOf),
      ...group('privileged: reads the gold, never ranked', board.privileged.map(rowOf)),
      ...group('input-blind: reads nothing of substance', board.inputBlind.map(rowOf)),
      ...group(
        'published: point estimates of the literature, other rows and prompts',
        board.literature.map((result) => ({
          cells: [result.system, ...Array.from({ length: gaps }, () => ''), publishedText(result), '', ''],
        })),
      ),
    ],
  })
}

/** What a table is of; the interval's level and method stand in every caption. */
function captionOf(track: TrackReport, instruments: string, more = ''): string {
  const methods = [...new Set(track.rows.flatMap(({ figure }) => figure?.method ?? []))].toSorted()
  const how = methods.length === 0 ? '' : ` (${methods.join('; ')})`
  return `${track.track}: ${track.title}, ${casesText(track)} in ${track.clusters} clusters. Instruments: ${instruments}. Intervals are 95 %${how}.${more}`
}

function judgedTable(track: TrackReport, { setup, by, cards, lines }: JudgedBoard, label: string): string {
  return latexTable({
    caption: captionOf(
      track,
      `${setup.instrument}, judged by ${by}`,
      cards.length === 0 ? '' : ` ${cards.map(judgeNote).join(' ')}`,
    ),
    label: `tab:rapport-${label}`,
    columns: [
      { title: 'system', align: 'l' },
      { title: 'kind', align: 'l' },
      ...setup.metrics.map((title) => ({ title, align: 'l' as const })),
      { title: 'n', align: 'r' },
      { title: 'left out', align: 'l' },
    ],
    rows: lines.map(({ system, kind, rows, n, marks, losses }) => ({
      cells: [
        [system, ...marks.map((mark) => `(${mark})`)].join(' '),
        kind,
        ...rows.map(({ figure, instrument, metric }) =>
          figure === null
            ? 'none'
            : figureText(figure, decimalsOf(track.metrics.get(`${instrument} ${metric}`))),
        ),
        n,
        losses,
      ],
    })),
  })
}

function smallTable(track: TrackReport, { heading, columns, rows }: ReadingTable, label: string): string {
  return latexTable({
    caption: `${track.track}: ${heading}. Intervals are 95 %.`,
    label: `tab:rapport-${label}`,
    columns: columns.map(({ title, align }) => ({ title, align: align === 'right' ? 'r' : 'l' })),
    rows: rows.map((cells) => ({ cells })),
  })
}

/** Rows of one table of slices; a page has no more. */
const MOST_SLICES = 40

function sliceTables(track: TrackReport, number: number): string[] {
  const byMetric = new Map<string, ResultRow[]>()
  for (const row of track.rows) {
    if (row.slice === undefined || !track.slices.includes(row.slice.tag)) continue
    const name = `${row.instrument} ${row.metric}`
    byMetric.set(name, [...(byMetric.get(name) ?? []), row])
  }
  return [...byMetric].flatMap(([name, rows], metric) =>
    Array.from({ length: Math.ceil(rows.length / MOST_SLICES) }, (_, part) =>
      latexTable({
        caption: captionOf(
          track,
          figureLabel(track, name),
          part === 0 ? ' Slices are exploratory.' : ' Continued.',
        ),
        label: `tab:rapport-${number}-slices-${metric + 1}-${part + 1}`,
        columns: [
          { title: 'slice', align: 'l' },
          { title: 'system', align: 'l' },
          { title: 'value', align: 'l' },
          { title: 'n', align: 'r' },
          { title: 'not scored', align: 'l' },
        ],
        rows: rows.slice(part * MOST_SLICES, (part + 1) * MOST_SLICES).map((row) => ({
          cells: [
            `${row.slice?.tag ?? ''}=${row.slice?.value ?? ''}`,
            row.system,
            row.figure === null ? 'none' : figureText(row.figure, decimalsOf(track.metrics.get(name))),
            String(row.figure?.n ?? 0),
            lossText(row),
          ],
        })),
      }),
    ),
  )
}
