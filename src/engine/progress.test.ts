import { beforeEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { sampleCall, sampleRun } from '../testing/store-rows.ts'
import { ProgressKeeper } from './progress.ts'

let store: MemoryStore
let now: number
let events: RunEvent[]
let keeper: ProgressKeeper
beforeEach(async () => {
  store = new MemoryStore()
  await store.createRun(sampleRun('r'))
  now = 0
  events = []
  const clock = { now: () => now, monotonic: () => now }
  keeper = new ProgressKeeper(store, clock, 'r', (event) => events.push(event))
  keeper.startTrack('t', ['a', 'b'], 3, 6)
})

const last = () => events.findLast((event) => event.type === 'progress')
const done = (system: string, failed = 0) => {
  const failure = { reason: 'timeout', by: 'system', message: '', stage: 's', instrument: '' } as const
  const failures = Array.from({ length: failed }, () => failure)
  keeper.unitDone({ system, case: 'c', repeat: 0, attempt: 1 }, { reused: false, failures })
}

describe('progress', () => {
  it('counts units and units with a failure by system, afresh in each track', async () => {
    done('a')
    done('a', 2)
    done('b')
    await keeper.flushIfDue()
    expect(last()).toMatchObject({
      done: 3,
      failures: { timeout: 2 },
      perSystem: [
        { system: 'a', done: 2, total: 3, failures: 1 },
        { system: 'b', done: 1, total: 3, failures: 0 },
      ],
    })
    keeper.startTrack('u', ['b'], 1, 2)
    await keeper.endTrack()
    expect(last()).toMatchObject({ perSystem: [{ system: 'b', done: 0, total: 2, failures: 0 }] })
  })

  it('tells what the run cost so far; null without calls, and when one has no price', async () => {
    await keeper.endTrack()
    expect(last()).toMatchObject({ cost: null })
    await store.recordCalls('r', [sampleCall({ cost: 0.5 }), sampleCall({ model: 'other', cost: 0.25 })])
    await keeper.endTrack()
    expect(last()).toMatchObject({ cost: 0.75 })
    // Of unknown cost, but not more than that.
    await store.recordCalls('r', [sampleCall({ cost: null, worstCost: 0.25 })])
    await keeper.endTrack()
    expect(last()).toMatchObject({ cost: 1 })
    await store.recordCalls('r', [sampleCall({ model: 'third', cost: null })])
    await keeper.endTrack()
    expect(last()).toMatchObject({ cost: null })
  })

  it('asks for the money at most once a second while units end, and tells at most four times', async () => {
    await keeper.flushIfDue()
    await store.recordCalls('r', [sampleCall({ cost: 0.5 })])
    now = 240
    await keeper.flushIfDue()
    expect(events.filter(({ type }) => type === 'progress')).toHaveLength(1)
    now = 250
    await keeper.flushIfDue()
    expect(last()).toMatchObject({ cost: null })
    now = 1000
    // Two units that end at once tell it once.
    await Promise.all([keeper.flushIfDue(), keeper.flushIfDue()])
    expect(last()).toMatchObject({ cost: 0.5 })
    expect(events.filter(({ type }) => type === 'progress')).toHaveLength(3)
  })

  it('can be followed by another process', async () => {
    done('a')
    await keeper.flushIfDue()
    expect((await store.events('r', 0)).map(({ event }) => event)).toEqual(events)
  })
})
