import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import type { RunClaim, Store } from '../../core/store.ts'
import type { Progress } from '../../server/schemas/runs.ts'
import { openStore } from '../../store/index.ts'
import { sampleReference, sampleRun } from '../../testing/store-rows.ts'
import { makeFolder } from '../testing/cli.ts'
import { ask, testServer, type TestServer } from '../testing/workbench.ts'

let folder: ReturnType<typeof makeFolder>
let server: TestServer
/** Stands for a terminal that works on the run: another connection to the same file. */
let terminal: Store
let claim: RunClaim
const progress = (done: number): RunEvent => ({
  type: 'progress',
  track: 't',
  done,
  reused: 0,
  total: 4,
  failures: {},
  perSystem: [{ system: 's', done, total: 4, failures: 0 }],
  cost: null,
})
beforeEach(async () => {
  folder = makeFolder()
  terminal = await openStore(join(folder.path, '.rapport', 'rapport.db'))
  const run = sampleRun('r', { state: 'running' })
  const tracks = [{ track: 't', version: '1', systems: [], instruments: [], judged: [] }]
  await terminal.createRun({ ...run, spec: { ...run.spec, tracks } })
  const found = await terminal.claimRun('r', { pid: 1, host: 'terminal', since: 5, command: 'run' })
  if (!('release' in found)) throw new Error('the run is free')
  claim = found
  server = testServer(folder.path)
})
afterEach(async () => {
  await server.close()
  await terminal.close()
  folder.remove()
})

it('a run that a terminal works on is followed to its end', async () => {
  await terminal.appendEvents('r', [{ at: 1, event: { type: 'run-started', tracks: ['t'], total: null } }])
  const got: Progress[] = []
  for await (const one of server.workbench.runs.live('r', new AbortController().signal)) {
    got.push(one)
    if (got.length === 1) {
      await terminal.commit({ references: [sampleReference({ run: 'r', case: 'a' })] })
      await terminal.appendEvents('r', [{ at: 2, event: progress(1) }])
    } else if (got.length === 2) {
      await terminal.appendEvents('r', [{ at: 3, event: progress(4) }])
      await terminal.setState('r', 'done', 4)
      await claim.release()
    }
  }
  const [first, second] = got
  expect(first).toMatchObject({ state: 'running', worker: { pid: 1, host: 'terminal', here: false } })
  expect(second).toMatchObject({
    orphaned: false,
    tracks: [{ done: 1, stages: [{ stage: 'respond', done: 1, failed: 0 }] }],
  })
  expect(got.at(-1)).toMatchObject({ state: 'done', worker: null, tracks: [{ done: 4 }] })
})

it('a run whose process was killed ends its stream, and says that it can be gone on with', async () => {
  const got: Progress[] = []
  for await (const one of server.workbench.runs.live('r', new AbortController().signal)) {
    got.push(one)
    if (got.length === 1) await claim.release()
  }
  expect(got.at(-1)).toMatchObject({ state: 'running', worker: null, orphaned: true })
  expect(await (await ask(server, '/api/runs')).json()).toMatchObject({
    runs: [{ state: 'running', worker: null }],
  })
})

it('a stream of a run that nobody works on tells how it stands and ends', async () => {
  await terminal.setState('r', 'stopped', 4)
  await claim.release()
  const text = await (await ask(server, '/api/runs/r/live')).text()
  expect(text.match(/^event: .*/gm)).toEqual(['event: progress', 'event: end'])
})

it('a run that is taken away, because it was stopped while its data was read, ends its stream', async () => {
  await terminal.setState('r', 'planning', 4)
  const got: Progress[] = []
  for await (const one of server.workbench.runs.live('r', new AbortController().signal)) {
    got.push(one)
    await terminal.discardPlanning('r')
    await claim.release()
  }
  expect(got.map(({ state }) => state)).toEqual(['planning'])
})

it('the list says when it changed, and not what was there before', async () => {
  const leaving = new AbortController()
  const changes = server.workbench.changes(leaving.signal)[Symbol.asyncIterator]()
  const next = changes.next()
  // Whether the first look comes before or after this one, a run that comes later is told.
  await server.workbench.runs.list()
  let added = 0
  const adding = setInterval(() => void terminal.createRun(sampleRun(`new-${(added += 1)}`)), 20)
  expect(await next).toEqual({ done: false, value: { runs: true, projects: false } })
  clearInterval(adding)
  leaving.abort()
  expect((await changes.next()).done).toBe(true)
})
