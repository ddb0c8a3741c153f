import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Connection } from './connection.ts'
import { isBusy, storeError } from './errors.ts'
import { loadSqlite } from './engine.ts'
import { migrate } from './migrations.ts'

/** How long a writer waits for the others, in milliseconds. */
const BUSY_TIMEOUT = 10_000
const WAL_TRIES = 100

/**
 * Opens a database file, creates it and its folder where they are missing, and brings it up to date.
 * @param busyTimeout in milliseconds; 10,000 when absent
 * @throws RapportError that says what to do
 */
export async function openConnection(
  path: string,
  { busyTimeout = BUSY_TIMEOUT }: { busyTimeout?: number } = {},
): Promise<Connection> {
  // An absolute path is never taken for a `file:` address or `:memory:`.
  const file = resolve(path)
  try {
    await mkdir(dirname(file), { recursive: true })
    const DatabaseSync = await loadSqlite(process.versions.node)
    const connection = new Connection(new DatabaseSync(file, { timeout: busyTimeout }), file)
    try {
      await useWriteAheadLog(connection)
      migrate(connection)
    } catch (error) {
      connection.close()
      throw error
    }
    return connection
  } catch (error) {
    throw storeError(error, file)
  }
}

/**
 * Write-ahead log: readers and the one writer do not wait for each other, and what was committed survives the
 * end of the process. SQLite does not use the busy timeout for the switch, so it is tried again here.
 */
async function useWriteAheadLog(connection: Connection): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      connection.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on')
      return
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (!isBusy(cause) || tries === WAL_TRIES) throw error
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}
