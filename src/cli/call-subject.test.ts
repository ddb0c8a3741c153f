import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../store/index.ts'
import { gather } from '../testing/store-rows.ts'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { makeFolder } from './testing/cli.ts'
import { liveCommand, startSampleServer } from './testing/live.ts'

let server: ScriptedServer
let folder: ReturnType<typeof makeFolder>
beforeAll(async () => {
  server = await startSampleServer()
  folder = makeFolder()
})
afterAll(async () => {
  folder.remove()
  await server.close()
})

it('puts every call of a run down to the answer that it was made for, also when many run at once', async () => {
  const track = 'alpsbench/utilization/persona'
  const systems = ['compatible/perfect', 'compatible/forgetful']
  const words = ['--judge', 'compatible/judge-fair', '--limit', '4', '--concurrency', '8', '--repeat', '2']
  const { code, err } = await liveCommand(
    folder.path,
    ['run', track, '--system', ...systems, ...words, '--quiet', '--json'],
    { RAPPORT_BASE_URL: server.baseUrl },
  )
  expect(err).not.toContain('error')
  expect(code).toBe(0)
  const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
  try {
    const run = (await store.runs())[0]?.id ?? ''
    const ids = (await gather(store.caseSummaries(run, track))).map(({ id }) => id)
    expect(ids).toHaveLength(4)
    const calls = await gather(store.calls(run))
    // A judge's probes are of no case.
    expect(new Set(calls.filter(({ about }) => about === undefined).map(({ purpose }) => purpose))).toEqual(
      new Set(['probe:judge-persona']),
    )
    let found = 0
    for (const system of systems) {
      for (const id of ids) {
        for (const repeat of [0, 1]) {
          const about = { track, system, case: id, repeat }
          const own = await store.callsAbout(run, about)
          const [answer, ...verdicts] = own.map(({ model, purpose }) => [model, purpose])
          expect(answer).toEqual([system, 'respond'])
          // Both systems can say the same: then the verdict of the one is reused for the other.
          expect([[], [['compatible/judge-fair', 'judge:judge-persona']]]).toContainEqual(verdicts)
          found += own.length
        }
      }
    }
    expect(found).toBeGreaterThan(2 * 4 * 2 + 8)
    expect(calls.filter(({ about }) => systems.includes(about?.system ?? ''))).toHaveLength(found)
  } finally {
    await store.close()
  }
})
