import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { RapportError } from '../../core/errors.ts'
import { Connection } from './connection.ts'
import { isBusy, storeError } from './errors.ts'
import { loadSqlite } from './engine.ts'
import { migrate } from './migrations.ts'

const BUSY_TIMEOUT = 10_000
const WAL_TRIES = 100

interface OpenOptions {
  /** How long a writer waits for the others, in milliseconds; 10,000 when absent. */
  readonly busyTimeout?: number
  /** What happens between tries to switch the log; 20 ms of waiting when absent. */
  readonly pause?: () => Promise<void>
}

/**
 * Opens a database file, creates it and its folder where they are missing, and brings it up to date.
 * @throws RapportError that says what to do
 */
export async function openConnection(
  path: string,
  { busyTimeout = BUSY_TIMEOUT, pause = shortPause }: OpenOptions = {},
): Promise<Connection> {
  // An absolute path is never taken for a `file:` address or `:memory:`.
  const file = resolve(path)
  try {
    await ensureFolder(dirname(file))
    const DatabaseSync = await loadSqlite(process.versions.node)
    const connection = new Connection(new DatabaseSync(file, { timeout: busyTimeout }), file)
    try {
      await useWriteAheadLog(connection, pause)
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
 * Makes a folder and those above it. Not by mkdir's `recursive`, which never returns where a file system refuses
 * folders with "no such file".
 */
async function ensureFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) await ensureFolder(dirname(folder))
  await mkdir(folder).catch((error: unknown) => {
    // Another process may have made it.
    if (existsSync(folder)) return
    throw new RapportError(`the folder of the store can not be made: ${folder}`, {
      cause: error,
      place: { file: folder },
      fix: 'Set RAPPORT_HOME to a folder that you may write to.',
    })
  })
}

/**
 * Write-ahead log: readers and the one writer do not wait for each other, and what was committed survives the
 * end of the process. SQLite does not use the busy timeout for the switch, so it is tried again here.
 */
async function useWriteAheadLog(connection: Connection, pause: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      connection.exec('pragma journal_mode = wal; pragma synchronous = normal')
      return
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (!isBusy(cause) || tries === WAL_TRIES) throw error
      await pause()
    }
  }
}

async function shortPause(): Promise<void> {
  await new Promise((done) => setTimeout(done, 20))
}
