import { writeAtomic } from './atomic-file.ts'

/** A cell: null is empty. */
export type Cell = string | number | boolean | null

/** What spreadsheets take for the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * One record of a CSV file (RFC 4180), with its line end. Texts that a spreadsheet would run as a formula get a
 * single quote in front; numbers stay as they are.
 * @throws RangeError for NaN and Infinity
 */
export function csvRecord(cells: readonly Cell[]): string {
  for (const cell of cells) {
    if (typeof cell === 'number' && !Number.isFinite(cell)) throw new RangeError(`a cell can't hold ${cell}`)
  }
  return `${cells.map(cellText).join(',')}\r\n`
}

/** Writes a CSV file in UTF-8, whole or not at all. */
export async function writeCsv(
  path: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): Promise<void> {
  await writeAtomic(path, records(header, rows))
}

async function* records(
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<string> {
  yield csvRecord(header)
  for await (const row of rows) yield csvRecord(row)
}
