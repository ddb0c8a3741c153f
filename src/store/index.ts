import type { Store } from '../core/store.ts'
import { openConnection } from './sqlite/open.ts'
import { SqliteStore } from './sqlite/sqlite-store.ts'

/**
 * Opens the store in a file, creating file and folder where they are missing. Several processes may open the
 * same file at once.
 * @throws RapportError when the file is damaged, newer than this version, locked, read-only or no store
 */
export async function openStore(path: string): Promise<Store> {
  return new SqliteStore(await openConnection(path))
}
