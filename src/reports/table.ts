import stringWidth from 'string-width'

export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Columns with the highest number go first when the table is too wide; 0 stays always. */
  readonly droppable: number
}

/** A row of cells, or a heading that spans the table. */
export type TableRow =
  | { readonly cells: readonly string[]; readonly style?: (text: string) => string }
  | { readonly heading: string }

/** Shortest form of a cell that is cut: what fits, and an ellipsis. */
function fit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let shown = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (stringWidth(shown + segment) > width - 1) break
    shown += segment
  }
  return `${shown}…`
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const gap = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'left' ? text + gap : gap + text
}

/**
 * Lays a table out in at most `width` columns: droppable columns go first, then the first column is cut. Widths
 * are terminal cells, so Chinese counts double.
 */
export function layoutTable(columns: readonly Column[], rows: readonly TableRow[], width: number): string[] {
  let shown = columns.map((_, index) => index)
  const cellsOf = (index: number): string[] =>
    rows.flatMap((row) => ('cells' in row ? [row.cells[index] ?? ''] : []))
  // A column that is empty throughout says nothing.
  shown = shown.filter((index) => index === 0 || cellsOf(index).some((cell) => cell !== ''))
  const widthOf = (index: number): number =>
    Math.max(stringWidth(columns[index]?.title ?? ''), ...cellsOf(index).map((cell) => stringWidth(cell)))
  const total = (): number => shown.reduce((sum, index) => sum + widthOf(index) + 2, -2)
  while (total() > width) {
    const candidate = shown
      .filter((index) => (columns[index]?.droppable ?? 0) > 0)
      .toSorted((a, b) => (columns[b]?.droppable ?? 0) - (columns[a]?.droppable ?? 0))[0]
    if (candidate === undefined) break
    shown = shown.filter((index) => index !== candidate)
  }
  const first = Math.max(8, widthOf(0) - Math.max(0, total() - width))
  const widths = shown.map((index, place) => (place === 0 ? Math.min(first, widthOf(0)) : widthOf(index)))
  const line = (cells: readonly string[]): string =>
    shown
      .map((index, place) =>
        pad(fit(cells[index] ?? '', widths[place] ?? 0), widths[place] ?? 0, columns[index]?.align ?? 'left'),
      )
      .join('  ')
      .trimEnd()
  const rule = '─'.repeat(
    Math.min(
      width,
      widths.reduce((sum, part) => sum + part + 2, -2),
    ),
  )
  return [
    line(columns.map((column) => column.title)),
    rule,
    ...rows.map((row) =>
      'heading' in row ? fit(`── ${row.heading}`, width) : (row.style ?? ((text) => text))(line(row.cells)),
    ),
  ]
}
