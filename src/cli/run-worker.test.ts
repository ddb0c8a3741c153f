import { expect, it } from 'vitest'
import { MemoryStore } from '../testing/memory-store.ts'
import { sampleRun } from '../testing/store-rows.ts'
import { workerOf, workerText } from './run-worker.ts'

const context = { clock: { now: () => 2, monotonic: () => 2 } }

it('a run that was killed has no worker, one that goes on names it, and asking leaves no claim', async () => {
  const store = new MemoryStore()
  const run = sampleRun('r', { state: 'running' })
  await store.createRun(run)
  expect(await workerOf(store, run, 'list', context)).toBeNull()
  const owner = { pid: 4711, host: 'lab1', since: 0, command: 'run' }
  await store.claimRun('r', owner)
  expect(await workerOf(store, run, 'list', context)).toEqual(owner)
  expect(workerText(owner)).toBe('process 4711 on lab1 (rapport run, since 1970-01-01T00:00:00.000Z)')
  expect(await workerOf(store, { ...run, state: 'done' }, 'list', context)).toBeNull()
})
