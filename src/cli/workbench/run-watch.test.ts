import { expect, it } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import type { RunRecord } from '../../core/run.ts'
import { MemoryStore } from '../../testing/memory-store.ts'
import { sampleRun } from '../../testing/store-rows.ts'
import { RunWatch } from './run-watch.ts'

const context = { cwd: '/', env: {}, clock: { now: () => 2, monotonic: () => 2 } }
const owner = { pid: 4711, host: 'lab1', since: 0, command: 'run' }
const started: RunEvent = { type: 'run-started', tracks: ['t'], total: null }

/** A store that counts how often a run is taken, and sums are made. */
class CountingStore extends MemoryStore {
  claims = 0
  sums = 0

  override claimRun(...args: Parameters<MemoryStore['claimRun']>): ReturnType<MemoryStore['claimRun']> {
    this.claims += 1
    return super.claimRun(...args)
  }

  override stageTotals(
    ...args: Parameters<MemoryStore['stageTotals']>
  ): ReturnType<MemoryStore['stageTotals']> {
    this.sums += 1
    return super.stageTotals(...args)
  }
}

async function withRun(state: RunRecord['state']) {
  const store = new CountingStore()
  await store.createRun(sampleRun('r', { state }))
  const watch = new RunWatch(context)
  const look = async () => {
    const run = await store.run('r')
    if (run === undefined) throw new Error('the run is there')
    return watch.now(store, run)
  }
  return { store, watch, look }
}

it('a run that goes on has its worker, and one that was killed is orphaned', async () => {
  const { store, look } = await withRun('running')
  const claim = await store.claimRun('r', owner)
  expect(await look()).toMatchObject({ worker: owner, orphaned: false })
  if ('release' in claim) await claim.release()
  expect(await look()).toMatchObject({ worker: null, orphaned: true })
})

it("a run that nobody works on is taken once to find out, so that it is in nobody's way", async () => {
  const { store, look } = await withRun('running')
  for (let times = 0; times < 5; times += 1) expect((await look()).orphaned).toBe(true)
  expect(store.claims).toBe(1)
  // Somebody goes on with it.
  await store.claimRun('r', owner)
  await store.appendEvents('r', [{ at: 3, event: started }])
  expect(await look()).toMatchObject({ worker: owner, orphaned: false })
})

it.each(['done', 'stopped', 'failed'] as const)('a run that is %s is never taken', async (state) => {
  const { store, look } = await withRun(state)
  expect(await look()).toMatchObject({ worker: null, orphaned: false })
  expect(store.claims).toBe(0)
})

it('sums are made again when something happened, and not before', async () => {
  const { store, watch, look } = await withRun('done')
  await watch.totals(store, await look())
  await watch.totals(store, await look())
  expect(store.sums).toBe(1)
  await store.appendEvents('r', [{ at: 3, event: started }])
  await watch.totals(store, await look())
  expect(store.sums).toBe(2)
})

it('of a run that goes on sums that took long are not made again at once', async () => {
  const store = new CountingStore()
  await store.createRun(sampleRun('r', { state: 'running' }))
  await store.claimRun('r', owner)
  let time = 0
  // Every reading of the clock is 100 ms later, so that a sum takes 100 ms.
  const watch = new RunWatch({ ...context, clock: { now: () => 2, monotonic: () => (time += 100) } })
  const look = async () => {
    const run = await store.run('r')
    if (run === undefined) throw new Error('the run is there')
    await store.appendEvents('r', [{ at: 3, event: started }])
    await watch.totals(store, await watch.now(store, run))
  }
  await look()
  await look()
  expect(store.sums).toBe(1)
  time += 20 * 100
  await look()
  expect(store.sums).toBe(2)
  await store.setState('r', 'stopped', 5)
  await look()
  expect(store.sums).toBe(3)
})
