import { describe, expect, it } from 'vitest'
import { loadSqlite } from './engine.ts'

describe('which SQLite is used', () => {
  it('has trigram search, whatever version of Node asks', async () => {
    for (const version of ['20.19.0', '22.12.0', '22.13.0', '24.1.0', process.versions.node]) {
      const DatabaseSync = await loadSqlite(version)
      const database = new DatabaseSync(':memory:')
      database.exec("create virtual table t using fts5(text, tokenize = 'trigram')")
      database.exec("insert into t values ('喜欢喝绿茶')")
      expect(database.prepare('select text from t where t match ?').all('"喝绿茶"')).toHaveLength(1)
      database.close()
    }
  })
})
