import type { createColors } from 'picocolors'
import { calibrationNote } from './calibration-note.ts'
import { decimalsOf, figureText, plainText } from './format.ts'
import { type JudgedBoard, type JudgedLine } from './judged-board.ts'
import { judgeNote, type JudgeRow } from './judge-notes.ts'
import type { TrackReport } from './report.ts'
import { systemName } from './system-name.ts'
import { layoutTable, type Column, type TableRow } from './table.ts'
import { wrap } from './wrap.ts'

type Colors = ReturnType<typeof createColors>

/** What judges said of a track: a table for each judged instrument, and under it how good its judges are. */
export function judgedLines(
  track: TrackReport,
  boards: readonly JudgedBoard[],
  width: number,
  colors: Pick<Colors, 'bold' | 'dim'>,
): string[] {
  return boards.flatMap((board) => [
    '',
    ...wrap(plainText(`${board.setup.label}, judged by ${board.by}`), width, '  ').map((line) =>
      colors.bold(line),
    ),
    ...(board.lines.length === 0 ? [] : layoutTable(...tableOf(track, board, colors), width)),
    ...board.cards.flatMap((card) => wrap(plainText(judgeNote(card)), width, '  ')),
    ...(board.setup.calibration === undefined
      ? []
      : wrap(plainText(calibrationNote(board.setup.calibration)), width, '  ')),
  ])
}

function tableOf(
  track: TrackReport,
  { setup, lines }: JudgedBoard,
  colors: Pick<Colors, 'dim'>,
): [Column[], TableRow[]] {
  const columns: Column[] = [
    { title: 'system', align: 'left', droppable: 0 },
    // The main figure stays; of the others the last go first.
    ...setup.metrics.map((title, droppable): Column => ({ title, align: 'left', droppable, keep: true })),
    { title: 'n', align: 'right', droppable: 0, keep: true },
    { title: 'notes', align: 'left', droppable: 0, readable: 9 },
  ]
  const rowOf = ({ system, rows, n, marks, losses }: JudgedLine): TableRow => {
    const figures = rows.map(({ figure, instrument, metric }) =>
      figure === null ? 'none' : figureText(figure, decimalsOf(track.metrics.get(`${instrument} ${metric}`))),
    )
    const cells = [
      systemName(system),
      ...figures,
      n,
      [...marks, losses].filter((note) => note !== '').join(', '),
    ]
    return marks.includes('INVALID') ? { cells, style: colors.dim } : { cells }
  }
  const group = (kind: JudgedLine['kind'], heading: string): TableRow[] => {
    const rows = lines.filter((line) => line.kind === kind).map(rowOf)
    return rows.length === 0 || heading === '' ? rows : [{ heading }, ...rows]
  }
  return [
    columns,
    [
      ...group('ranked', ''),
      ...group('privileged', 'privileged: reads the gold, never ranked'),
      ...group('input-blind', 'input-blind: reads nothing of substance'),
    ],
  ]
}

/** All judges of a report with what makes them these instruments, one line each; empty without judges. */
export function judgesTable(rows: readonly JudgeRow[], width: number): string[] {
  if (rows.length === 0) return []
  const columns: Column[] = [
    { title: 'instrument', align: 'left', droppable: 0 },
    // Names of models differ at their ends.
    { title: 'judge', align: 'left', droppable: 0, readable: 32 },
    { title: 'rule', align: 'left', droppable: 2, keep: true },
    { title: 'temp.', align: 'right', droppable: 1, keep: true },
    { title: 'prompt', align: 'left', droppable: 3, keep: true },
    { title: 'false accept', align: 'right', droppable: 0, keep: true },
    { title: 'false reject', align: 'right', droppable: 0, keep: true },
    { title: 'probes', align: 'left', droppable: 0, keep: true },
  ]
  return layoutTable(
    columns,
    rows.map((row) => ({
      cells: [
        row.instrument,
        row.judge,
        row.rule,
        row.temperature,
        row.prompt,
        row.falseAccept,
        row.falseReject,
        row.state,
      ],
    })),
    width,
  )
}
