import { access } from 'node:fs/promises'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { InputError, RapportError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { openDuckDb, sqlName, sqlText } from './duckdb.ts'
import { fileError } from './file-error.ts'
import { parseJsonText } from './json-text.ts'
import { compareColumns, type ParquetDifference, type ParquetFields } from './parquet-type.ts'

/** A row of a Parquet file, numbered from 1. */
export interface ParquetRow {
  readonly row: number
  readonly value: JsonObject
}

/** The file as a table. Signs that would match other files, and folders named `a=b`, mean nothing. */
function table(path: string): string {
  const pattern = path.replaceAll(/[*?[]/g, (sign) => `[${sign}]`)
  return `read_parquet(${sqlText(pattern)}, hive_partitioning = false)`
}

async function reading<T>(
  path: string,
  name: string,
  action: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  try {
    await access(path)
  } catch (error) {
    throw fileError(error, name)
  }
  const database = await openDuckDb(1)
  try {
    return await action(database.connection)
  } catch (error) {
    throw brokenFile(error, name)
  } finally {
    database.close()
  }
}

function brokenFile(error: unknown, name: string): unknown {
  if (error instanceof RapportError) return error
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return new InputError('broken-parquet', `this is no readable Parquet file (${reason})`, { file: name })
}

function refuseOther({ missing, otherType, extra }: ParquetDifference, file: string): void {
  if (missing.length === 0 && otherType.length === 0) return
  const parts = [
    ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
    ...(otherType.length === 0 ? [] : [`of another type: ${otherType.join(', ')}`]),
    ...(extra.length === 0 ? [] : [`not expected: ${extra.join(', ')}`]),
  ]
  const fix = 'give a file with the expected columns, or rename the columns of this one'
  throw new InputError('parquet-schema', `the columns are others; ${parts.join('; ')}`, { file }, fix)
}

/** A Parquet file with known columns, whose rows can be read any number of times. */
export class ParquetFile {
  /** Columns and nested fields that nobody expected; rows do not hold the columns, but do hold the nested fields. */
  readonly extra: readonly string[]
  readonly rowCount: number
  readonly #path: string
  readonly #name: string
  readonly #columns: readonly string[]

  private constructor(
    path: string,
    name: string,
    columns: readonly string[],
    extra: readonly string[],
    rows: number,
  ) {
    this.#path = path
    this.#name = name
    this.#columns = columns
    this.extra = extra
    this.rowCount = rows
  }

  /**
   * Looks at the columns of a file.
   * @param name the file's name in messages
   * @throws InputError `parquet-schema` naming the columns that are missing or of another type (and those that are
   * extra), `broken-parquet` when it is no Parquet; RapportError when it can't be read
   */
  static async open(path: string, fields: ParquetFields, name: string = path): Promise<ParquetFile> {
    return reading(path, name, async (connection) => {
      const found = await connection.run(`SELECT * FROM ${table(path)} LIMIT 0`)
      const columns = { names: found.columnNames(), types: found.columnTypes() }
      const difference = compareColumns(fields, columns)
      refuseOther(difference, name)
      const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${table(path)}`)
      const rows = Number(counted.getRows()[0]?.[0] ?? 0)
      return new ParquetFile(path, name, Object.keys(fields), difference.extra, rows)
    })
  }

  /**
   * The rows in the order of the file. The engine decodes 2,048 rows at most at a time, this one at a time.
   * @throws InputError `broken-parquet` for a file damaged half-way
   */
  async *rows(): AsyncGenerator<ParquetRow> {
    const database = await openDuckDb(1)
    try {
      const columns = this.#columns.map((column) => `to_json(${sqlName(column)})::VARCHAR`)
      const result = await database.connection.stream(
        `SELECT ${columns.join(', ')} FROM ${table(this.#path)}`,
      )
      let row = 0
      for (;;) {
        const chunk = await result.fetchChunk()
        if (chunk === null || chunk.rowCount === 0) return
        const vectors = this.#columns.map((_, column) => chunk.getColumnVector(column))
        for (let index = 0; index < chunk.rowCount; index += 1) {
          row += 1
          // A vector keeps every text it was asked for; a slice of it is thrown away with the row.
          yield {
            row,
            value: this.#rowOf(
              vectors.map((vector) => vector.slice(index, 1).getItem(0)),
              row,
            ),
          }
        }
      }
    } catch (error) {
      throw brokenFile(error, this.#name)
    } finally {
      database.close()
    }
  }

  #rowOf(cells: readonly DuckDBValue[], row: number): JsonObject {
    const entries = this.#columns.map((field, column): [string, Json] => {
      const cell = cells[column]
      return [field, typeof cell === 'string' ? parseJsonText(cell, { file: this.#name, row, field }) : null]
    })
    return Object.fromEntries(entries)
  }
}
