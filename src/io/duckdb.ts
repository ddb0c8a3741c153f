import type { DuckDBConnection } from '@duckdb/node-api'

/** A text in SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name in SQL. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * Works with a fresh database in memory that loads nothing from outside. The engine itself is loaded on first use.
 * @param threads as many as the machine has by default; with one, little is held at once
 */
export async function openDuckDb(threads?: number): Promise<{ connection: DuckDBConnection; close(): void }> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', {
    ...(threads === undefined ? {} : { threads: String(threads) }),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  return {
    connection,
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
