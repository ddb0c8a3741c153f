import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Cell } from './csv.ts'
import { openDuckDb, sqlName, sqlText } from './duckdb.ts'
import { fileError } from './file-error.ts'

export interface ParquetColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'number' | 'boolean'
}

const SQL_TYPES = { text: 'VARCHAR', integer: 'BIGINT', number: 'DOUBLE', boolean: 'BOOLEAN' } as const

/** Lets `write` make a file beside `path`, which then takes its place; nothing is left behind when it fails. */
export async function writeWhole(path: string, write: (target: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    await write(temporary)
    await rename(temporary, path)
  } catch (error) {
    throw fileError(error, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Writes a Parquet file (zstd), whole or not at all. Columns hold what their type says, or null. The engine is
 * loaded on first use.
 * @throws RangeError for a cell of another type; RapportError naming the file when it can't be written
 */
export async function writeParquet(
  path: string,
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): Promise<void> {
  const database = await openDuckDb()
  try {
    const { connection } = database
    const types = columns.map((column) => `${sqlName(column.name)} ${SQL_TYPES[column.type]}`)
    await connection.run(`CREATE TABLE rows (${types.join(', ')})`)
    const appender = await connection.createAppender('rows')
    for await (const row of rows) {
      for (const [index, column] of columns.entries()) append(appender, column, row[index] ?? null)
      appender.endRow()
    }
    appender.closeSync()
    await writeWhole(path, async (target) => {
      await connection.run(`COPY rows TO ${sqlText(target)} (FORMAT parquet, COMPRESSION zstd)`)
    })
  } finally {
    database.close()
  }
}

/** The part of DuckDB's appender that is used. */
interface Appender {
  appendNull(): void
  appendVarchar(value: string): void
  appendBigInt(value: bigint): void
  appendDouble(value: number): void
  appendBoolean(value: boolean): void
}

function append(appender: Appender, column: ParquetColumn, cell: Cell): void {
  if (cell === null) return appender.appendNull()
  if (column.type === 'text' && typeof cell === 'string') return appender.appendVarchar(cell)
  if (column.type === 'boolean' && typeof cell === 'boolean') return appender.appendBoolean(cell)
  if (typeof cell === 'number' && Number.isFinite(cell)) {
    if (column.type === 'number') return appender.appendDouble(cell)
    if (column.type === 'integer' && Number.isSafeInteger(cell)) return appender.appendBigInt(BigInt(cell))
  }
  throw new RangeError(`column ${column.name} (${column.type}) can't hold ${JSON.stringify(cell)}`)
}
