import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sampleCase, sampleReference, sampleResult, sampleRun } from '../../testing/store-rows.ts'
import { storeConformance } from '../../testing/store-conformance.ts'
import { openStore } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'rapport-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

storeConformance('sqlite', () => openStore(join(folder, 'new folder', `${(files += 1)}.db`)), {
  describe,
  it,
  expect,
})

describe('search in SQLite', () => {
  it('shows cases and answers side by side when there are too many of both', async () => {
    const store = await openStore(join(folder, 'fair.db'))
    await store.createRun(sampleRun('r'))
    const ids = Array.from({ length: 30 }, (_, index) => `c${index}`)
    const placed = ids.map((id, ordinal) => ({
      ordinal,
      subject: sampleCase(id, { input: `${id} green tea` }),
    }))
    await store.putCases('r', 't', placed)
    await store.commit({
      results: ids.map((id) => sampleResult(id, { form: 'text', text: `${id} tea` })),
      references: ids.map((id) => sampleReference({ run: 'r', case: id, fingerprint: id })),
    })
    const kinds = async (query: string) => {
      const hits = await store.search(query, { limit: 8 })
      return [
        hits.filter((hit) => hit.where === 'case').length,
        hits.filter((hit) => hit.where === 'respond').length,
      ]
    }
    expect(await kinds('tea')).toEqual([4, 4])
    expect(await kinds('green tea')).toEqual([8, 0])
    await store.close()
  })

  it('indexes a text once, although two processes search at the same time', async () => {
    const path = join(folder, 'twice.db')
    const stores = await Promise.all([openStore(path), openStore(path)])
    const [store] = stores
    await store.createRun(sampleRun('r'))
    const placed = Array.from({ length: 45 }, (_, ordinal) => ({
      ordinal,
      subject: sampleCase(`c${ordinal}`),
    }))
    await store.putCases('r', 't', placed)
    const found = await Promise.all(stores.map((each) => each.search('hello from', { limit: 1_000 })))
    expect(found.map((hits) => hits.length)).toEqual([45, 45])
    await Promise.all(stores.map((each) => each.close()))
  })
})
