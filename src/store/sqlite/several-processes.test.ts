import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { build } from 'tsdown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketOf } from '../../core/hash.ts'
import { sampleEntry, samplePinned, sampleProject } from '../../testing/annotation-rows.ts'
import { gather, sampleRun } from '../../testing/store-rows.ts'
import { openStore } from '../index.ts'
import { builder } from './builder.ts'
import { openConnection } from './open.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Inside node_modules, so that the built program finds the packages. */
const built = join(root, 'node_modules', `.rapport-store-test-${process.pid}`)
const folder = mkdtempSync(join(tmpdir(), 'rapport-store-'))

beforeAll(async () => {
  const entry = fileURLToPath(new URL('child-writer.ts', import.meta.url))
  const options = { config: false, dts: false, clean: false, logLevel: 'silent', format: 'esm' } as const
  await build({ ...options, cwd: root, entry: [entry], outDir: built, platform: 'node', hash: false })
})
afterAll(() => {
  for (const path of [built, folder]) rmSync(path, { recursive: true, force: true })
})

interface Ended {
  /** Batches that the store had acknowledged to the process, and that it could still print. */
  readonly acknowledged: readonly string[]
  readonly code: number | null
  readonly errors: string
}

/** Runs a writer to its end, or kills it without warning when it has printed `killAfter` batches. */
async function writer(
  options: { path: string; name: string; batches: number },
  killAfter?: number,
): Promise<Ended> {
  const settings = JSON.stringify({
    ...options,
    run: sampleRun('shared'),
    project: sampleProject('shared'),
    content: samplePinned('a').content,
    body: sampleEntry('x').body,
  })
  const child = spawn(process.execPath, [join(built, 'child-writer.mjs'), settings])
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const acknowledged: string[] = []
  let errors = ''
  child.stderr.on('data', (text) => (errors += String(text)))
  createInterface(child.stdout).on('line', (line) => {
    acknowledged.push(line)
    if (acknowledged.length === killAfter) child.kill('SIGKILL')
  })
  return { code: await ended, acknowledged, errors }
}

async function integrity(path: string): Promise<unknown> {
  const connection = await openConnection(path)
  const rows = connection.all(sql`pragma integrity_check`.compile(builder))
  connection.close()
  return rows
}

describe('several processes on one file', () => {
  it('create it together and write at once, and nothing is lost', async () => {
    const path = join(folder, 'shared.db')
    const names = ['a', 'b', 'c']
    const batches = 80
    const ended = await Promise.all(names.map((name) => writer({ path, name, batches })))
    for (const { code, errors, acknowledged } of ended) {
      expect(code, errors).toBe(0)
      expect(acknowledged).toHaveLength(batches)
    }
    const store = await openStore(path)
    expect(await gather(store.outcomes('shared', {}))).toHaveLength(names.length * batches * 3)
    const events = await store.events('shared', 0)
    expect(events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: (names.length * batches) / 4 }, (_, i) => i + 1),
    )
    expect(new Set(events.map(({ event }) => event.type === 'warning' && event.message))).toEqual(
      new Set(names),
    )
    const totals = await store.callTotals('shared')
    expect(totals.map(({ purpose, calls, cost }) => ({ purpose, calls, cost }))).toEqual(
      names.map((name) => ({ purpose: name, calls: batches, cost: batches })),
    )
    for (let batch = 0; batch < batches; batch += 1) {
      expect(names).toContain(await store.cachedReply(`shared ${batch}`))
    }
    const entries = await store.annotationEntries('shared')
    expect(entries.map(({ seq }) => seq)).toEqual(
      Array.from({ length: names.length * batches }, (_, i) => i + 1),
    )
    expect(new Set(entries.map(({ id }) => id)).size).toBe(names.length * batches)
    await store.close()
    expect(await integrity(path)).toEqual([{ integrity_check: 'ok' }])
  })

  for (const seed of [1, 2, 3, 4, 5]) {
    const killAfter = 1 + bucketOf(`kill ${seed}`, 120)
    it(`keep all that was acknowledged when one is killed after ${killAfter} batches`, async () => {
      const path = join(folder, `killed-${seed}.db`)
      const { code, acknowledged } = await writer({ path, name: 'k', batches: 1_000_000 }, killAfter)
      expect(code).toBeNull()
      expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter)
      const store = await openStore(path)
      const metrics = new Map<string, number>()
      for await (const row of store.outcomes('shared', {}))
        metrics.set(row.case, (metrics.get(row.case) ?? 0) + 1)
      expect(acknowledged.filter((batch) => metrics.get(batch) !== 3)).toEqual([])
      // Batches whose acknowledgement was not seen are there whole or not at all.
      expect(new Set(metrics.values())).toEqual(new Set([3]))
      expect((await store.lookup(acknowledged)).size).toBe(acknowledged.length)
      const called = new Set((await gather(store.calls('shared'))).map(({ request }) => request))
      expect(acknowledged.filter((batch) => !called.has(batch))).toEqual([])
      const annotated = new Set((await store.annotationEntries('shared')).map(({ id }) => id))
      expect(acknowledged.filter((batch) => !annotated.has(batch))).toEqual([])
      for (const batch of acknowledged) {
        expect(await store.cachedReply(batch)).toEqual({ text: 'reply '.repeat(200) + batch })
      }
      await store.close()
      expect(await integrity(path)).toEqual([{ integrity_check: 'ok' }])
    })
  }
})
