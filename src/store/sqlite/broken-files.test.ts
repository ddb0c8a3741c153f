import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { RapportError } from '../../core/errors.ts'
import { gather, sampleOutcome, sampleRun } from '../../testing/store-rows.ts'
import { openStore } from '../index.ts'
import { builder } from './builder.ts'
import { storeError } from './errors.ts'
import { loadSqlite } from './engine.ts'
import { openConnection } from './open.ts'
import { SqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'rapport-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string) => join(folder, name)

/** The error of a promise that must be rejected with one that tells a person what to do. */
async function errorOf(promise: Promise<unknown>): Promise<RapportError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof RapportError)) throw new Error('was not refused as it should be', { cause: error })
  return error
}

async function filled(path: string, rows: number): Promise<void> {
  const store = await openStore(path)
  await store.createRun(sampleRun('r'))
  await store.commit({
    outcomes: Array.from({ length: rows }, (_, index) => sampleOutcome({ run: 'r', case: `case ${index}` })),
  })
  await store.close()
}

describe('files that can not be a store', () => {
  it('refuses a file of something else, and leaves it as it is', async () => {
    const path = file('notes.txt')
    writeFileSync(path, 'just some notes\n'.repeat(500))
    const error = await errorOf(openStore(path))
    expect(error.message).toContain('is damaged or is no database')
    expect(error.place.file).toBe(path)
    expect(error.fix).toContain('backup')
    expect(readFileSync(path, 'utf8')).toBe('just some notes\n'.repeat(500))
  })

  it('refuses a database of another program', async () => {
    const path = file('other.db')
    const DatabaseSync = await loadSqlite(process.versions.node)
    const other = new DatabaseSync(path)
    other.exec('create table bookmarks (id)')
    other.close()
    expect((await errorOf(openStore(path))).message).toContain('belongs to another program')
  })

  it('refuses a store of a newer version, and says to update', async () => {
    const path = file('newer.db')
    const connection = await openConnection(path)
    connection.run(sql`insert into migrations (version) values (999)`.compile(builder))
    connection.close()
    const error = await errorOf(openStore(path))
    expect(error.message).toContain('newer Rapport (schema 999')
    expect(error.fix).toContain('Update Rapport')
  })

  it('refuses a folder, and a file where a folder should be', async () => {
    mkdirSync(file('folder.db'))
    expect((await errorOf(openStore(file('folder.db')))).message).toContain('can not be opened')
    writeFileSync(file('plain'), '')
    const error = await errorOf(openStore(file('plain/store.db')))
    expect(error.message).toContain('can not be opened')
    expect(error.fix).toContain('RAPPORT_HOME')
  })

  it('takes an empty file for a new store, and any name for a file', async () => {
    writeFileSync(file('empty.db'), '')
    for (const name of ['empty.db', ':memory:', 'file:x?mode=memory', '长 name.db']) {
      await filled(file(name), 1)
      const store = await openStore(file(name))
      expect(await store.runs()).toHaveLength(1)
      await store.close()
    }
  })

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'refuses a folder without write permission (root may write everywhere, so not tested as root)',
    async () => {
      mkdirSync(file('closed'), { mode: 0o555 })
      expect((await errorOf(openStore(file('closed/store.db')))).fix).toContain('RAPPORT_HOME')
    },
  )

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'refuses a file without write permission (root may write everywhere, so not tested as root)',
    async () => {
      await filled(file('read-only.db'), 1)
      chmodSync(file('read-only.db'), 0o444)
      const store = await openStore(file('read-only.db'))
      const error = await errorOf(store.setState('r', 'done', 1))
      expect(error.message).toContain('read-only')
      await store.close()
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'refuses a folder that takes no files (Linux has one)',
    async () => {
      const error = await errorOf(openStore('/proc/self/rapport/store.db'))
      expect(error.fix).toContain('RAPPORT_HOME')
    },
  )
})

describe('files that break while they are used', () => {
  it('says that it is damaged when its pages are overwritten', async () => {
    const path = file('damaged.db')
    await filled(path, 3_000)
    const bytes = readFileSync(path)
    // The first pages hold the schema; the rest holds rows.
    bytes.fill(0xa5, Math.floor(bytes.length / 2))
    writeFileSync(path, bytes)
    const store = await openStore(path)
    const error = await errorOf(gather(store.outcomes('r', {})))
    expect(error.message).toContain('is damaged')
    expect(error.fix).toContain('backup')
    await store.close()
  })

  it('says that it is damaged when a stored value does not unpack, or a text is missing', async () => {
    const path = file('values.db')
    const store = await openStore(path)
    const output = 'long '.repeat(1_000)
    const result = { fingerprint: 'p', stage: 's', outputHash: '', output, duration: 1, finishedAt: 1 }
    await store.commit({ results: [result] })
    const connection = await openConnection(path)
    connection.run(sql`update texts set body = x'00ff00'`.compile(builder))
    expect((await errorOf(store.lookup(['p']))).message).toContain('is damaged')
    connection.run(sql`delete from texts`.compile(builder))
    expect((await errorOf(store.lookup(['p']))).message).toContain('is damaged')
    connection.close()
    await store.close()
  })

  it('says to update when a stored outcome has an unknown form', async () => {
    const path = file('form.db')
    await filled(path, 1)
    const connection = await openConnection(path)
    connection.run(sql`update outcomes set unmeasured = '{"status":"pending"}'`.compile(builder))
    const store = new SqliteStore(connection)
    const error = await errorOf(gather(store.outcomes('r', {})))
    expect(error.message).toContain('form that this version does not know')
    expect(error.fix).toContain('Update Rapport')
    await store.close()
  })

  it('gives up when another process keeps the lock too long, and goes on afterwards', async () => {
    const path = file('locked.db')
    await filled(path, 1)
    const other = await openConnection(path)
    const store = new SqliteStore(await openConnection(path, { busyTimeout: 20 }))
    other.exec('begin immediate')
    const error = await errorOf(store.setState('r', 'done', 1))
    expect(error.message).toContain('locked by another process')
    expect(error.fix).toContain('Wait')
    // Readers are not kept waiting by a writer.
    expect(await gather(store.outcomes('r', {}))).toHaveLength(1)
    other.exec('rollback')
    await store.setState('r', 'done', 1)
    expect((await store.run('r'))?.state).toBe('done')
    other.close()
    await store.close()
  })

  it('says that the disk is full, keeps what was committed, and goes on when there is room', async () => {
    const path = file('full.db')
    await filled(path, 1)
    const connection = await openConnection(path)
    const store = new SqliteStore(connection)
    connection.exec('pragma max_page_count = 40')
    const batch = (name: string) => ({
      outcomes: Array.from({ length: 3_000 }, (_, index) =>
        sampleOutcome({ run: 'r', case: `${name} ${index}` }),
      ),
    })
    const small = store.commit({ outcomes: [sampleOutcome({ run: 'r', case: 'small' })] })
    const error = await errorOf(store.commit(batch('big')))
    expect(error.message).toContain('disk is full')
    expect(error.fix).toContain('Free some space')
    await small
    expect((await gather(store.outcomes('r', {}))).map((row) => row.case)).toEqual(['case 0', 'small'])
    connection.exec('pragma max_page_count = 100000')
    await store.commit(batch('big'))
    expect(await gather(store.outcomes('r', {}))).toHaveLength(3_002)
    await store.close()
  })
})

describe('errors of the database', () => {
  it('say what to do for each result code, basic or extended', () => {
    const cases = [
      [5, 'locked'],
      [6, 'locked'],
      [8, 'read-only'],
      [8 | (5 << 8), 'read-only'],
      [10 | (1 << 8), 'could not be read or written'],
      [11, 'damaged'],
      [13, 'full'],
      [14, 'can not be opened'],
      [26, 'damaged'],
      [787, 'run that exists'],
    ] as const
    for (const [errcode, words] of cases) {
      const error = storeError(Object.assign(new Error('sqlite'), { errcode }), '/x.db')
      expect(error.message).toContain(words)
      expect(error.fix?.length).toBeGreaterThan(10)
    }
  })

  it('are known by their words where the code is left out', () => {
    expect(storeError(new Error('database disk image is malformed'), '/x.db').fix).toContain('backup')
  })

  it('ask for a report when they are unknown', () => {
    expect(storeError(new Error('odd'), '/x.db').fix).toContain('report')
    expect(storeError('odd', '/x.db').message).toContain('odd')
  })
})
