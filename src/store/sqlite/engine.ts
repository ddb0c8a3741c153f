import type { DatabaseSyncInstance, DatabaseSyncOptions } from '@photostructure/sqlite'

type DatabaseConstructor = new (path: string, options?: DatabaseSyncOptions) => DatabaseSyncInstance

/** First release of Node with node:sqlite free of a flag. */
const BUILT_IN_SINCE = [22, 13] as const

/**
 * SQLite as Node has it built in, or the package with the same API. Some releases of Node were built without
 * full-text search; these get the package too.
 * @param version such as process.versions.node
 */
export async function loadSqlite(version: string): Promise<DatabaseConstructor> {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [sinceMajor, sinceMinor] = BUILT_IN_SINCE
  if (major > sinceMajor || (major === sinceMajor && minor >= sinceMinor)) {
    // The types of Node 20 do not know this module, hence a name that the compiler does not look up.
    const name: string = 'node:sqlite'
    const builtIn = await import(name).catch(() => undefined)
    if (builtIn !== undefined && hasTrigrams(builtIn.DatabaseSync)) return builtIn.DatabaseSync
  }
  const { DatabaseSync } = await import('@photostructure/sqlite')
  return DatabaseSync
}

function hasTrigrams(DatabaseSync: DatabaseConstructor): boolean {
  const probe = new DatabaseSync(':memory:')
  try {
    probe.exec("create virtual table probe using fts5(text, tokenize = 'trigram')")
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}
