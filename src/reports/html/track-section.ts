import { figureLabel } from '../figure-label.ts'
import { decimalsOf, figureText } from '../format.ts'
import { hasLeaderboard, judgedBoards, type JudgedBoard } from '../judged-board.ts'
import { judgeNote } from '../judge-notes.ts'
import { leaderboardOf, lossText, marksOf, type Leaderboard, type LeaderboardLine } from '../leaderboard.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import { importedText, publishedText } from '../published-text.ts'
import { readingTables } from '../reading-tables.ts'
import { repeatLines } from '../repeat-lines.ts'
import type { Report, ResultRow, TrackReport } from '../report.ts'
import { casesText } from '../selection.ts'
import { costPlot, unknownCosts } from '../svg/cost.ts'
import { element, fragment, type Markup } from '../svg/markup.ts'
import { drawnFigures, figurePlot, headlinePlot, recallPlots } from '../svg/report-plots.ts'
import { figureCell, nameCell } from './cells.ts'
import { figures, list, pageTable, readingTable, section, type PageColumn, type PageRow } from './blocks.ts'
import { memoryPart } from './memory-part.ts'
import { outcomesTable } from './outcomes.ts'
import type { PageFacts } from './page-facts.ts'
import { slicesPart } from './slices.ts'

/** Everything about one track: figures first, then what they leave out. */
export function trackSection(id: string, track: TrackReport, report: Report, facts: PageFacts): Markup {
  const board = leaderboardOf(track)
  const judged = judgedBoards(track, report.judges)
  const byType = [...track.rows, ...(facts.byType.get(track.track) ?? [])]
  return section(
    id,
    track.track,
    element('p', { class: 'dim' }, `${track.title}: ${casesText(track)} in ${track.clusters} clusters.`),
    list(track.findings),
    hasLeaderboard(track, board, judged) ? leaderboardTable(track, board) : null,
    figures([headlinePlot(track), ...drawnFigures(track).map((shown) => figurePlot(track, shown))]),
    judged.map((one) => judgedPart(track, one)),
    element('h3', {}, 'What became of the cases'),
    outcomesTable(track),
    list(repeatLines(track)),
    figures(recallPlots(track, byType)),
    readingTables(track, { allFigures: true }).map(readingTable),
    memoryPart(track),
    slicesPart(track),
    costPart(report, track),
  )
}

function costPart(report: Report, track: TrackReport): Markup {
  if (report.calls.length === 0) return fragment()
  const plot = costPlot(report, track)
  return fragment(
    element('h3', {}, 'Cost against score'),
    plot === null
      ? element('p', { class: 'dim' }, 'Not drawn: the cost of no system can be told.')
      : figures([plot]),
    list(unknownCosts(report, track).map((text) => `Cost not known: ${text}.`)),
  )
}

function leaderboardTable(track: TrackReport, board: Leaderboard): Markup {
  const { ownName, publishedName } = board
  const isSame = ownName === publishedName
  const rankedRow = (line: LeaderboardLine): ResultRow | null =>
    (ownName === null ? line.published : line.own) ?? line.published
  const lines = [...board.ranked, ...board.privileged, ...board.inputBlind]
  const has = {
    headline: lines.some(({ headline }) => headline !== null),
    common: lines.some((line) => rankedRow(line)?.common != null),
    own: ownName !== null,
    published: publishedName !== null && !isSame,
    literature: board.literature.length > 0 || lines.some(({ literature }) => literature !== null),
  }
  const columns: PageColumn[] = [
    { title: 'system', kind: 'name' },
    ...(has.headline ? [{ title: 'headline', kind: 'fig' } as const] : []),
    ...(has.own ? [{ title: figureLabel(track, ownName ?? ''), kind: 'fig' } as const] : []),
    ...(has.common ? [{ title: 'on common cases', kind: 'fig' } as const] : []),
    ...(has.published ? [{ title: figureLabel(track, publishedName ?? ''), kind: 'fig' } as const] : []),
    ...(has.literature ? [{ title: 'published', kind: 'num' } as const] : []),
    { title: 'n', kind: 'num' },
    { title: 'not scored', kind: 'words' },
  ]
  const metric = (name: string | null): MetricDefinition | undefined => track.metrics.get(name ?? '')
  const rowOf = (line: LeaderboardLine): PageRow => {
    const marks = marksOf(line)
    const row = rankedRow(line)
    return {
      invalid: marks.includes('INVALID'),
      cells: [
        nameCell(line.system, marks),
        ...(has.headline ? [line.headline === null ? '' : figureText(line.headline, 3)] : []),
        ...(has.own ? [figureCell(line.own?.figure, metric(ownName))] : []),
        ...(has.common
          ? [row?.common == null ? '' : figureText(row.common, decimalsOf(metric(board.rankedBy)))]
          : []),
        ...(has.published ? [figureCell(line.published?.figure, metric(publishedName))] : []),
        ...(has.literature ? [line.literature === null ? '' : publishedText(line.literature)] : []),
        String(row?.figure?.n ?? 0),
        lossText(row),
      ],
    }
  }
  const group = (title: string, rows: readonly PageRow[]): PageRow[] =>
    rows.length === 0 ? [] : [{ group: title }, ...rows]
  const gaps = columns.length - 4
  const told = [...board.literature, ...lines.flatMap(({ literature }) => literature ?? [])]
  const table = pageTable(`${track.track}: figures with 95 % intervals`, columns, [
    ...board.ranked.map(rowOf),
    ...group('privileged: reads the gold, never ranked', board.privileged.map(rowOf)),
    ...group('input-blind: reads nothing of substance', board.inputBlind.map(rowOf)),
    ...group(
      'published: point estimates of the literature, other rows and prompts',
      board.literature.map((result) => ({
        cells: [result.system, ...Array.from({ length: gaps }, () => ''), publishedText(result), '', ''],
      })),
    ),
  ])
  return fragment(table, list([...new Set(told.map((result) => `Published: ${sourceText(result)}`))]))
}

/** Where figures are printed, with what is to know of them. */
function sourceText(result: Parameters<typeof importedText>[0]): string {
  return [importedText(result), result.note ?? '']
    .filter((part) => part !== '')
    .join('. ')
    .replace(/\.?$/, '.')
}

function judgedPart(track: TrackReport, { setup, by, cards, lines }: JudgedBoard): Markup {
  return fragment(
    element('h3', {}, `${setup.label}, judged by ${by}`),
    pageTable(
      `${setup.instrument}: figures with 95 % intervals`,
      [
        { title: 'system', kind: 'name' },
        ...setup.metrics.map((title) => ({ title, kind: 'fig' as const })),
        { title: 'n', kind: 'num' },
        { title: 'left out', kind: 'words' },
      ],
      lines.map(({ system, rows, n, marks, losses, kind }) => ({
        invalid: marks.includes('INVALID'),
        cells: [
          nameCell(system, kind === 'ranked' ? marks : [...marks, kind]),
          ...rows.map((row) => figureCell(row.figure, track.metrics.get(`${row.instrument} ${row.metric}`))),
          n,
          losses,
        ],
      })),
    ),
    list(cards.map(judgeNote)),
  )
}
