import { plainText } from '../format.ts'
import type { ReadingTable } from '../reading-tables.ts'
import type { TrackReport } from '../report.ts'
import { layoutTable } from '../table.ts'
import { wrap } from '../wrap.ts'
import { flowLines } from './flow-plot.ts'
import { checkLines, fairnessLines } from './memory-notes.ts'
import { liftTables, memoryTables } from './memory-tables.ts'
import { PUBLISHED_HEADING, publishedMemoryLines } from './published-memories.ts'

export interface MemoryLinesOptions {
  readonly width: number
  readonly bold: (text: string) => string
  /** Lift on every main figure, not on the leading one only. */
  readonly allFigures: boolean
  readonly ascii: boolean
}

/** A track's memory systems as lines for a terminal, none wider than `width`; none where no memory took part. */
export function memoryLines(track: TrackReport, options: MemoryLinesOptions): string[] {
  const { memory } = track
  if (memory === null) return []
  const { width, bold, allFigures, ascii } = options
  const heading = (text: string): string[] => ['', ...wrap(plainText(text), width, '  ').map(bold)]
  const decimals = width < 140 ? 2 : 3
  const table = ({ heading: title, columns, rows }: ReadingTable): string[] => [
    ...heading(title),
    ...layoutTable(
      columns,
      rows.map((cells) => ({ cells })),
      width,
    ),
  ]
  const listed = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : [...heading(title), ...lines.flatMap((line) => wrap(plainText(line), width, '  '))]
  const hasFlow = memory.systems.some(({ flow }) => flow !== null)
  return [
    ...liftTables(track, memory, { decimals, allFigures }).flatMap(table),
    ...(hasFlow ? [...heading(FLOW_HEADING), ...flowLines(memory, { width, ascii })] : []),
    ...memoryTables(track, memory, { decimals, allFigures }).flatMap(table),
    ...listed(PUBLISHED_HEADING, publishedMemoryLines(memory)),
    ...listed('fairness sheet', fairnessLines(track, memory)),
    ...listed('conformance checks', checkLines(memory)),
  ]
}

/** Above the flow of every form of a report. */
export const FLOW_HEADING =
  'where the evidence gets lost: cases that are left after each step, as far as its words are recognised'
