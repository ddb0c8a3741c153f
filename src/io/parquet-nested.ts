import type { JsonObject } from '../core/json.ts'
import { openDuckDb, sqlName, sqlText } from './duckdb.ts'
import { writeWhole } from './parquet.ts'
import { jsonStructure, type ParquetFields } from './parquet-type.ts'

/**
 * Writes JSON rows to a Parquet file (zstd) with nested columns, whole or not at all.
 * @throws RangeError for a row whose values are not of the types; RapportError when it can't be written
 */
export async function writeNestedParquet(
  path: string,
  fields: ParquetFields,
  rows: AsyncIterable<JsonObject> | Iterable<JsonObject>,
): Promise<void> {
  const names = Object.keys(fields)
  const database = await openDuckDb()
  try {
    const { connection } = database
    await connection.run(`CREATE TABLE rows (${names.map((_, index) => `c${index} VARCHAR`).join(', ')})`)
    const appender = await connection.createAppender('rows')
    for await (const row of rows) {
      for (const name of names) {
        const value = row[name] ?? null
        if (value === null) appender.appendNull()
        else appender.appendVarchar(JSON.stringify(value))
      }
      appender.endRow()
    }
    appender.closeSync()
    const columns = Object.entries(fields).map(([name, type], index) => {
      const structure = sqlText(JSON.stringify(jsonStructure(type)))
      return `from_json_strict(c${index}, ${structure}) AS ${sqlName(name)}`
    })
    await writeWhole(path, async (target) => {
      await connection.run(
        `COPY (SELECT ${columns.join(', ')} FROM rows) TO ${sqlText(target)} (FORMAT parquet, COMPRESSION zstd)`,
      )
    })
  } finally {
    database.close()
  }
}
