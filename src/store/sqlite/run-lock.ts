import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256 } from '../../core/hash.ts'
import { loadSqlite } from './engine.ts'
import { isBusy, storeError } from './errors.ts'

/** A lock that is held until `release`. Whoever drops the object loses the lock when it is collected: keep it. */
export interface RunLock {
  release(): void
}

/**
 * Takes the lock of a run. It is SQLite's own lock on a file that stays empty, beside the store: the operating
 * system gives it back when the process ends, however it ends, so no lock is ever stale and none needs a heartbeat.
 * The file is not taken away afterwards: somebody may be opening it.
 * @param store path of the store's file
 * @returns null when somebody has it, in this process or another
 * @throws RapportError when the file can't be made
 */
export async function takeRunLock(store: string, run: string): Promise<RunLock | null> {
  const path = join(`${store}-locks`, sha256(run).slice(0, 32))
  try {
    const DatabaseSync = await loadSqlite(process.versions.node)
    await mkdir(dirname(path), { recursive: true })
    const database = new DatabaseSync(path, { timeout: 0 })
    try {
      // Not `exclusive`: of two that ask at once, exactly one gets it.
      database.exec('begin immediate')
    } catch (error) {
      database.close()
      if (isBusy(error)) return null
      throw error
    }
    return { release: () => database.close() }
  } catch (error) {
    throw storeError(error, path)
  }
}
