import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { InputError, type Place } from '../core/errors.ts'

/** One record of a CSV file: its cells by column, and where each of them starts. */
export interface CsvRow {
  readonly cells: Readonly<Record<string, string>>
  /** Line and column (from 1, UTF-16 units) of a column's cell, with the column's name as field. */
  placeOf(column: string): Place
}

const recordShape = z.object({
  record: z.array(z.string()),
  raw: z.string(),
  info: z.object({ lines: z.number() }),
})

type RawRecord = z.infer<typeof recordShape>

/**
 * Reads CSV (RFC 4180: commas, double quotes, LF or CRLF) whose first record names the columns. Every cell is text:
 * nothing is computed, whatever it starts with. Blank lines are left out.
 * @param columns the names there may be; other columns are refused
 * @param required those that must be there; an optional column that is absent is empty in every row
 * @throws InputError `broken-csv`, `unknown-column`, `missing-column`, `duplicate-column`, with line and column
 */
export function parseCsv(
  text: string,
  file: string,
  columns: readonly string[],
  required: readonly string[],
): CsvRow[] {
  const [head, ...rows] = recordsOf(text, file)
  const names = head?.record.map((name) => name.trim()) ?? []
  const headPlace = (index: number): Place =>
    head === undefined ? { file, line: 1, column: 1 } : cellPlace(head, index, file)
  for (const [index, name] of names.entries()) {
    const place = headPlace(index)
    if (names.indexOf(name) < index) {
      throw new InputError('duplicate-column', `the column ${JSON.stringify(name)} stands twice`, place)
    }
    if (columns.includes(name)) continue
    const known = `columns are: ${columns.join(', ')}`
    throw new InputError('unknown-column', `there is no column ${JSON.stringify(name)}`, place, known)
  }
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new InputError(
      'missing-column',
      `the first line lacks ${missing.join(', ')}`,
      headPlace(0),
      `it names the columns: ${required.join(',')}`,
    )
  }
  return rows.map((row) => ({
    cells: Object.fromEntries(columns.map((name) => [name, (row.record[names.indexOf(name)] ?? '').trim()])),
    placeOf: (column) => ({ ...cellPlace(row, Math.max(names.indexOf(column), 0), file), field: column }),
  }))
}

function recordsOf(text: string, file: string): RawRecord[] {
  try {
    return z.array(recordShape).parse(
      parse(text, {
        info: true,
        raw: true,
        bom: true,
        skip_empty_lines: true,
        record_delimiter: ['\r\n', '\n'],
      }),
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { line, said } = problemOf(error)
    throw new InputError('broken-csv', said, { file, line })
  }
}

const problems: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a double quote is opened and not closed',
  CSV_INVALID_CLOSING_QUOTE: 'text stands behind a closing double quote',
  INVALID_OPENING_QUOTE:
    'a double quote stands inside a cell without quotes: put the cell in quotes and double it',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'the line has another number of cells than the first line',
}

function problemOf(error: CsvError): { line: number; said: string } {
  const lines = z.object({ lines: z.number() }).safeParse(error)
  return { line: lines.success ? lines.data.lines : 1, said: problems[error.code] ?? error.message }
}

/** Where cell `index` of a record starts; `info.lines` is the line on which the record ends. */
function cellPlace({ raw, info }: RawRecord, index: number, file: string): Place {
  const text = raw
    .replace(/^\uFEFF/, '')
    .replace(/^(?:\r?\n)+/, '')
    .replace(/\r?\n$/, '')
  let line = info.lines - (text.match(/\n/g)?.length ?? 0)
  let column = 1
  let cell = 0
  let isQuoted = false
  for (const char of text.split('')) {
    if (cell === index) break
    if (char === '"') isQuoted = !isQuoted
    if (char === ',' && !isQuoted) cell += 1
    column = char === '\n' ? 1 : column + 1
    if (char === '\n') line += 1
  }
  return { file, line, column }
}
