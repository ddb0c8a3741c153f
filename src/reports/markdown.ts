import { decimalsOf, figureText } from './format.ts'
import { calibrationNote } from './calibration-note.ts'
import { correlationTexts } from './correlation-text.ts'
import { figureLabel } from './figure-label.ts'
import { hasLeaderboard, judgedBoards, type JudgedBoard } from './judged-board.ts'
import { judgeNote, judgeRows } from './judge-notes.ts'
import { coverageText, leaderboardOf, marksOf, type LeaderboardLine } from './leaderboard.ts'
import { markdownCell as cell } from './markdown-cell.ts'
import { memorySections } from './memory/memory-sections.ts'
import { reportNotes, runLine } from './notes.ts'
import { importedText, publishedText } from './published-text.ts'
import { readingTables } from './reading-tables.ts'
import { repeatLines } from './repeat-lines.ts'
import type { Report, TrackReport } from './report.ts'
import { casesText } from './selection.ts'

/** The report as Markdown. */
export function renderMarkdown(report: Report): string {
  return [
    ...report.tracks.map((track) => trackMarkdown(track, report)),
    ...correlationMarkdown(report),
    ...judgesMarkdown(report),
    `${cell(runLine(report))}\n\n${reportNotes(report)
      .map((note) => `- ${cell(note)}`)
      .join('\n')}\n`,
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`
}

function headOf(titles: readonly string[]): string[] {
  return [line(titles), `| ${titles.map(() => '---').join(' | ')} |`]
}

function sliceLines(track: TrackReport): string[] {
  const rows = track.rows.flatMap((row) =>
    row.slice !== undefined && track.slices.includes(row.slice.tag) ? [{ ...row, slice: row.slice }] : [],
  )
  if (rows.length === 0) return []
  return [
    ...headOf(['slice', 'system', 'metric', 'value', 'n']),
    ...rows.map(({ slice, system, instrument, metric, figure }) => {
      const name = `${instrument} ${metric}`
      const value = figure === null ? '' : figureText(figure, decimalsOf(track.metrics.get(name)))
      return line([
        `${slice.tag}=${slice.value}`,
        system,
        figureLabel(track, name),
        value,
        String(figure?.n ?? 0),
      ])
    }),
    '',
  ]
}

/** A table of one judged instrument, and under it how good its judges are. */
function judgedMarkdown(track: TrackReport, { setup, by, cards, lines }: JudgedBoard): string[] {
  const rows = lines.map(({ system, kind, rows: figures, n, marks, losses }) =>
    line([
      [system, ...marks.map((mark) => `(${mark})`)].join(' '),
      kind,
      ...figures.map(({ figure, instrument, metric }) =>
        figure === null ? '' : figureText(figure, decimalsOf(track.metrics.get(`${instrument} ${metric}`))),
      ),
      n,
      losses,
    ]),
  )
  return [
    `${cell(`${setup.label}, judged by ${by}`)}:`,
    '',
    ...(rows.length === 0
      ? []
      : [...headOf(['system', 'kind', ...setup.metrics, 'n', 'left out']), ...rows, '']),
    ...cards.map((card) => `- ${cell(judgeNote(card))}`),
    ...(setup.calibration === undefined ? [] : [`- ${cell(calibrationNote(setup.calibration))}`]),
    '',
  ]
}

/** Places, differences and further figures, each in a table of its own. */
function readingMarkdown(track: TrackReport): string[] {
  return readingTables(track).flatMap(({ heading, columns, rows }) => [
    `${cell(heading)}:`,
    '',
    ...headOf(columns.map(({ title }) => title)),
    ...rows.map(line),
    '',
  ])
}

/** Memory systems: tables, lists, and the flow as it is, in a block that nothing can close. */
function memoryMarkdown(track: TrackReport): string[] {
  return memorySections(track).flatMap((section) => [
    `${cell(section.heading)}:`,
    '',
    ...('rows' in section
      ? [...headOf(section.columns.map(({ title }) => title)), ...section.rows.map(line)]
      : 'plot' in section
        ? section.plot.map((text) => `    ${text}`.trimEnd())
        : section.items.map((text) => `- ${cell(text)}`)),
    '',
  ])
}

function correlationMarkdown(report: Report): string[] {
  const texts = correlationTexts(report)
  if (texts.length === 0) return []
  return [['## Across tracks', '', ...texts.map((text) => `- ${cell(text)}`), ''].join('\n')]
}

function judgesMarkdown(report: Report): string[] {
  const rows = judgeRows(report)
  if (rows.length === 0) return []
  const titles = [
    'instrument',
    'judge',
    'rule',
    'temperature',
    'prompt',
    'false accept',
    'false reject',
    'probes',
  ]
  return [
    [
      '## Judges',
      '',
      ...headOf(titles),
      ...rows.map((row) =>
        line([
          row.instrument,
          row.judge,
          row.rule,
          row.temperature,
          row.prompt,
          row.falseAccept,
          row.falseReject,
          row.state,
        ]),
      ),
      '',
    ].join('\n'),
  ]
}

function trackMarkdown(track: TrackReport, { judges }: Pick<Report, 'judges'>): string {
  const board = leaderboardOf(track)
  const judged = judgedBoards(track, judges)
  const own = board.ownName === null ? undefined : track.metrics.get(board.ownName)
  const published = board.publishedName === null ? undefined : track.metrics.get(board.publishedName)
  const head = [
    'system',
    'kind',
    'headline',
    board.ownName === null ? 'own metric' : figureLabel(track, board.ownName),
    board.publishedName === null ? 'published metric' : figureLabel(track, board.publishedName),
    'published',
    'cases',
  ]
  const rowOf = (item: LeaderboardLine): string =>
    line([
      [item.system, ...marksOf(item).map((mark) => `(${mark})`)].join(' '),
      item.kind,
      item.headline === null ? '' : figureText(item.headline, 3),
      item.own?.figure == null ? '' : figureText(item.own.figure, decimalsOf(own)),
      item.published?.figure == null ? '' : figureText(item.published.figure, decimalsOf(published)),
      item.literature === null ? '' : publishedText(item.literature),
      coverageText(item.own ?? item.published, track.cases),
    ])
  return [
    `## ${cell(track.track)}`,
    '',
    `${cell(track.title)}: ${casesText(track)} in ${track.clusters} clusters.`,
    '',
    ...(hasLeaderboard(track, board, judged)
      ? [
          ...headOf(head),
          ...[...board.ranked, ...board.privileged, ...board.inputBlind].map(rowOf),
          ...board.literature.map((result) =>
            line([result.system, 'published', '', '', '', publishedText(result), importedText(result)]),
          ),
          '',
        ]
      : []),
    ...judged.flatMap((one) => judgedMarkdown(track, one)),
    ...readingMarkdown(track),
    ...memoryMarkdown(track),
    ...sliceLines(track),
    ...repeatLines(track).map((text) => `- ${cell(text)}`),
    ...track.findings.map((finding) => `- ${cell(finding)}`),
    '',
  ].join('\n')
}
