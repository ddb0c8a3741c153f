import stringWidth from 'string-width'
import { plainText } from './format.ts'
import { startOf } from './wrap.ts'

export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Columns with the highest number go first when the table is too wide; 0 stays always. */
  readonly droppable: number
  /** Cut only when nothing else is left to cut: figures (a cut number is another number), names of slices. */
  readonly keep?: true
  /** Cells down to which a text is cut before anything is dropped; 20 when absent. */
  readonly readable?: number
}

/** A row of cells, or a heading that spans the table. */
export type TableRow =
  | { readonly cells: readonly string[]; readonly style?: (text: string) => string }
  | { readonly heading: string }

/** Cells below which no column is cut. */
const LEAST = 4
const READABLE = 20

function readableOf(column: Column): number {
  return column.keep === true ? Number.POSITIVE_INFINITY : (column.readable ?? READABLE)
}
const GAP = 2

/** Shortest form of a cell that is cut: what fits, and an ellipsis. */
function fit(text: string, width: number): string {
  return stringWidth(text) <= width ? text : `${startOf(text, width - 1)}…`
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const gap = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'left' ? text + gap : gap + text
}

/**
 * Lays a table out in at most `width` cells: long texts are cut to 20 cells, then droppable columns go, then texts
 * are cut further, then figures. Rows of which only the first cell is left go too. Widths are terminal cells, so Chinese counts double. Cells are cleaned of control characters.
 */
export function layoutTable(columns: readonly Column[], rows: readonly TableRow[], width: number): string[] {
  const cleaned = rows.map((row): TableRow =>
    'cells' in row
      ? { ...row, cells: columns.map((_, index) => plainText(row.cells[index] ?? '')) }
      : { heading: plainText(row.heading) },
  )
  const shown = shrink(dropped(measured(columns, cleaned), width), width)
  const line = (cells: readonly string[]): string =>
    shown
      .map(({ index, cells: size, column }) => pad(fit(cells[index] ?? '', size), size, column.align))
      .join(' '.repeat(GAP))
      .trimEnd()
  return [
    line(columns.map((column) => plainText(column.title))),
    '─'.repeat(Math.max(0, Math.min(width, total(shown)))),
    ...withoutHollow(cleaned, shown).map((row) =>
      'heading' in row ? fit(`── ${row.heading}`, width) : (row.style ?? ((text) => text))(line(row.cells)),
    ),
  ]
}

/** A column with its place and its width. */
interface Sized {
  readonly index: number
  readonly column: Column
  readonly cells: number
}

/** The columns with the width that they would like; one that is empty throughout says nothing and is left out. */
function measured(columns: readonly Column[], rows: readonly TableRow[]): Sized[] {
  return columns.flatMap((column, index) => {
    const widths = rows.map((row) => ('cells' in row ? stringWidth(row.cells[index] ?? '') : 0))
    const widest = widths.reduce((most, cells) => Math.max(most, cells), 0)
    if (index > 0 && widest === 0) return []
    return [{ index, column, cells: Math.max(stringWidth(plainText(column.title)), widest) }]
  })
}

/** Leaves out rows that say nothing once columns are dropped, and headings over nothing. */
function withoutHollow(rows: readonly TableRow[], shown: readonly Sized[]): TableRow[] {
  const filled = rows.filter(
    (row) =>
      'heading' in row ||
      row.cells.every((cell, index) => index === 0 || cell === '') ||
      shown.some(({ index }) => index > 0 && row.cells[index] !== ''),
  )
  return filled.filter((row, place) => {
    const next = filled[place + 1]
    return !('heading' in row) || (next !== undefined && 'cells' in next)
  })
}

function total(shown: readonly Sized[]): number {
  return shown.reduce((sum, { cells }) => sum + cells + GAP, -GAP)
}

function dropped(columns: readonly Sized[], width: number): readonly Sized[] {
  let shown = columns
  const needed = (): number =>
    total(shown.map((sized) => ({ ...sized, cells: Math.min(sized.cells, readableOf(sized.column)) })))
  while (needed() > width) {
    const [candidate] = shown
      .filter(({ column }) => column.droppable > 0)
      .toSorted((a, b) => b.column.droppable - a.column.droppable)
    if (candidate === undefined) break
    shown = shown.filter((sized) => sized !== candidate)
  }
  return shown
}

/** How far a text is above what it may be cut to. */
function excessOf({ column, cells }: Sized): number {
  return Math.max(0, cells - readableOf(column))
}

function shrink(columns: readonly Sized[], width: number): readonly Sized[] {
  let shown = columns
  while (total(shown) > width) {
    const [candidate] = shown
      .filter(({ cells }) => cells > LEAST)
      .toSorted(
        (a, b) =>
          Number(a.column.keep ?? false) - Number(b.column.keep ?? false) ||
          excessOf(b) - excessOf(a) ||
          b.cells - a.cells,
      )
    if (candidate === undefined) break
    shown = shown.map((sized) => (sized === candidate ? { ...sized, cells: sized.cells - 1 } : sized))
  }
  return shown
}
