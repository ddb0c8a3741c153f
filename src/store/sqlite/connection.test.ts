import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { RapportError } from '../../core/errors.ts'
import { builder } from './builder.ts'
import { loadSqlite } from './engine.ts'
import { openConnection } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'rapport-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const count = sql<{ n: number }>`select count(*) as n from texts`.compile(builder)
const insert = (hash: string) => sql`insert into texts (hash, body) values (${hash}, '')`.compile(builder)

describe('connection', () => {
  it('takes the write lock before it reads, so that what it read is still true when it writes', async () => {
    const path = join(folder, 'lock.db')
    const first = await openConnection(path)
    const second = await openConnection(path, { busyTimeout: 0 })
    first.transaction(() => {
      expect(first.first(count)?.n).toBe(0)
      expect(() => second.transaction(() => second.run(insert('b')))).toThrow('locked')
      first.run(insert('a'))
      // The reader sees the state before the transaction, and need not wait.
      expect(second.first(count)?.n).toBe(0)
    })
    expect(second.first(count)?.n).toBe(1)
    first.close()
    second.close()
  })

  it('takes everything back when the work fails, and can go on', async () => {
    const connection = await openConnection(join(folder, 'rollback.db'))
    const work = () => {
      connection.run(insert('a'))
      throw new RapportError('not this')
    }
    expect(() => connection.transaction(work)).toThrow('not this')
    expect(connection.first(count)?.n).toBe(0)
    connection.transaction(() => connection.run(insert('b')))
    expect(connection.first(count)?.n).toBe(1)
    connection.close()
  })

  it('switches to the write-ahead log as soon as another process lets it', async () => {
    const path = join(folder, 'switch.db')
    const DatabaseSync = await loadSqlite(process.versions.node)
    const other = new DatabaseSync(path)
    other.exec('begin exclusive')
    let pauses = 0
    const pause = async () => {
      pauses += 1
      if (pauses === 2) other.exec('rollback')
    }
    const connection = await openConnection(path, { busyTimeout: 0, pause })
    expect(pauses).toBe(2)
    expect(connection.first(sql`pragma journal_mode`.compile(builder))).toEqual({ journal_mode: 'wal' })
    other.close()
    connection.close()
  })

  it('leaves everything in the one file when it is closed', async () => {
    const path = join(folder, 'closed.db')
    const connection = await openConnection(path)
    for (let row = 0; row < 50; row += 1) connection.run(insert(`row ${row}`))
    connection.close()
    const log = `${path}-wal`
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0)
  })
})
