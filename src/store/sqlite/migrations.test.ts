import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../core/hash.ts'
import { gather, sampleCall, sampleCase, sampleOutcome, sampleRun } from '../../testing/store-rows.ts'
import { openStore } from '../index.ts'
import { builder } from './builder.ts'
import { Connection } from './connection.ts'
import { loadSqlite } from './engine.ts'
import { MIGRATIONS, migrate } from './migrations.ts'
import { SqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'rapport-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A database as the version with only the first `count` migrations made it. */
async function earlier(name: string, count: number): Promise<Connection> {
  const path = join(folder, name)
  const DatabaseSync = await loadSqlite(process.versions.node)
  const connection = new Connection(new DatabaseSync(path), path)
  migrate(connection, MIGRATIONS.slice(0, count))
  return connection
}

describe('migrations', () => {
  it('never change once they are published', () => {
    expect(MIGRATIONS.map((statements) => sha256(statements).slice(0, 12))).toEqual([
      '4bbb0c4445a6',
      '86c33afa8236',
      '1f68b8d102cc',
      '081b2087401c',
      '155370fa341d',
      'c73b717ab956',
    ])
  })

  it('bring a database of the first version up to date and keep all that is in it', async () => {
    const connection = await earlier('first.db', 1)
    const tables = sql<{ name: string }>`select name from sqlite_schema where name in ('calls', 'replies')`
    expect(connection.all(tables.compile(builder))).toEqual([])
    const old = new SqliteStore(connection)
    const run = sampleRun('old')
    await old.createRun(run)
    await old.putCases('old', 't', [{ ordinal: 0, subject: sampleCase('a') }])
    await old.commit({ outcomes: [sampleOutcome({ run: 'old', case: 'a' })] })
    await old.close()

    const stores = await Promise.all([openStore(connection.path), openStore(connection.path)])
    const [store, other] = stores
    expect(await store.run('old')).toEqual(run)
    expect(await gather(store.cases('old', 't'))).toEqual([sampleCase('a')])
    expect(await gather(store.outcomes('old', {}))).toEqual([sampleOutcome({ run: 'old', case: 'a' })])
    await store.recordCalls('old', [sampleCall()])
    await store.keepReply('key', 'reply')
    expect(await gather(other.calls('old'))).toEqual([sampleCall()])
    expect(await other.cachedReply('key')).toBe('reply')
    await Promise.all(stores.map((each) => each.close()))
  })

  it('reads a run whose specification was written before there were samples', async () => {
    const connection = await earlier('old-spec.db', 1)
    const { sample: _, ...data } = sampleRun('old').spec.data
    const spec = JSON.stringify({ ...sampleRun('old').spec, data })
    connection.run(
      sql`insert into runs (id, created_at, updated_at, state, spec, provenance)
        values ('old', 1, 1, 'done', ${spec}, '{}')`.compile(builder),
    )
    connection.close()
    const store = await openStore(connection.path)
    expect((await store.run('old'))?.spec.data.sample).toBeNull()
    await store.close()
  })

  it('an earlier version refuses a database of this one', async () => {
    const connection = await earlier('both.db', MIGRATIONS.length)
    expect(() => migrate(connection, MIGRATIONS.slice(0, 1))).toThrow(
      `newer Rapport (schema ${MIGRATIONS.length}`,
    )
    connection.close()
  })
})
