import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { MemoryItem, MemoryScope, MemorySystem } from '../../core/memory.ts'
import { sturdyMemory } from './sturdy-memory.ts'
import { Shelf, shelfItem, shelfMemory } from './fixtures/shelf-memory.ts'
import { tinySession } from './fixtures/tiny-plan.ts'

/** Time passes when a test says so. */
function handClock() {
  const waiting: { limit: number; pass: () => void }[] = []
  const waits: number[] = []
  const wait = (limit: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      waits.push(limit)
      const entry = { limit, pass: resolve }
      waiting.push(entry)
      signal.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(new Error('the wait was ended'))
      })
    })
  return {
    wait,
    waits,
    /** How many waits are under way. */
    open: () => waiting.length,
    async pass() {
      await turn()
      for (const { pass } of waiting.splice(0)) pass()
    },
  }
}

const never = <T>(): Promise<T> => new Promise<T>(() => {})
const options = { k: 5, tokenBudget: 100, asOf: null }
const session = tinySession('s1', 'one')

async function opened(
  change: Partial<MemoryScope> | ((honest: MemoryScope) => Partial<MemoryScope>),
  signal = new AbortController().signal,
) {
  const clock = handClock()
  const shelf = new Shelf()
  const scope = typeof change === 'function' ? change : () => change
  const memory = sturdyMemory(shelfMemory('state', shelf, { scope }), clock)
  const sample = { repeat: 0, attempt: 1, fresh: null }
  return { scope: await memory.open({ id: 'a', state: null, sample, signal }), clock, shelf }
}

const timeout = { reason: 'timeout', by: 'system' }

describe('a memory that does not end', () => {
  it.each([
    ['ingest', (scope: MemoryScope) => scope.ingest(session), 600_000],
    ['search', (scope: MemoryScope) => scope.search('q', options), 600_000],
    ['list', (scope: MemoryScope) => scope.list(), 600_000],
    ['preload', (scope: MemoryScope) => scope.preload?.([]), 600_000],
    ['snapshot', (scope: MemoryScope) => scope.snapshot?.(), 600_000],
    ['destroy', (scope: MemoryScope) => scope.destroy(), 60_000],
  ] as const)('%s is given up', async (name, call, limit) => {
    const { scope, clock } = await opened({ [name]: never })
    const ended = expect(call(scope)).rejects.toMatchObject({
      ...timeout,
      message: `${name}: no answer within ${limit / 1000} s`,
    })
    await clock.pass()
    await ended
    expect(clock.waits.at(-1)).toBe(limit)
  })

  it('open is given up', async () => {
    const clock = handClock()
    const memory = sturdyMemory({ ...shelfMemory('state', new Shelf()), open: never }, clock)
    const request = {
      id: 'a',
      state: null,
      sample: { repeat: 0, attempt: 1, fresh: null },
      signal: new AbortController().signal,
    }
    const ended = expect(memory.open(request)).rejects.toMatchObject(timeout)
    await clock.pass()
    await ended
  })

  it('waitReady was not ready: a little after the deadline, for good', async () => {
    const { scope, clock } = await opened({ waitReady: never })
    const ended = expect(scope.waitReady(2000)).resolves.toEqual({ state: 'timeout' })
    await clock.pass()
    await ended
    expect(clock.waits.at(-1)).toBe(7000)
    await expect(scope.search('q', options)).rejects.toMatchObject(timeout)
  })

  it('is not asked again, so that its sessions do not wait one after the other; it may still forget', async () => {
    let asked = 0
    const { scope, clock, shelf } = await opened({ ingest: () => ((asked += 1), never()) })
    const first = expect(scope.ingest(session)).rejects.toMatchObject(timeout)
    await clock.pass()
    await first
    for (const call of [
      () => scope.ingest(session),
      () => scope.search('q', options),
      () => scope.list(),
      () => scope.waitReady(10),
    ]) {
      await expect(call()).rejects.toMatchObject(timeout)
    }
    expect(asked).toBe(1)
    await scope.destroy()
    expect(shelf.kinds()).toEqual(['open', 'destroy'])
  })

  it('ends with the run that is stopped', async () => {
    const stop = new AbortController()
    const { scope } = await opened({ ingest: never }, stop.signal)
    const reason = new Error('stopped')
    const ended = expect(scope.ingest(session)).rejects.toBe(reason)
    stop.abort(reason)
    await ended
    await expect(scope.list()).rejects.toBe(reason)
  })

  it('can still be made to forget after the run was stopped', async () => {
    const stop = new AbortController()
    const { scope, shelf } = await opened({}, stop.signal)
    stop.abort()
    await scope.destroy()
    expect(shelf.kinds()).toEqual(['open', 'destroy'])
  })

  it('a call that ends leaves no wait behind', async () => {
    const { scope, clock } = await opened({})
    await scope.ingest(session)
    await scope.waitReady(10)
    expect(await scope.search('q', options)).toMatchObject([{ text: 'one' }])
    await expect(
      (await opened({ list: () => Promise.reject(new Error('no')) })).scope.list(),
    ).rejects.toThrow('no')
    expect(clock.open()).toBe(0)
  })
})

describe('a memory that does not keep its word', () => {
  const item = shelfItem('a', 'text')
  // What a search returns, as a module without types can, and what is said of it.
  it.each([
    ['no list', null, 'search: its answer is not as the port wants it: Invalid input'],
    ['a list of texts', ['x'], '[0]: Invalid input'],
    ['an item without a text', [{ ...item, text: undefined }], '[0].text: Invalid input'],
    ['an item without sources', [item, { ...item, sources: undefined }], '[1].sources: Invalid input'],
    ['a score of NaN', [{ ...item, score: Number.NaN }], '[0].score: Invalid input'],
    ['a score without end', [{ ...item, score: Infinity }], '[0].score: Invalid input'],
    ['a raw function', [{ ...item, raw: () => 1 }], '[0].raw: Invalid input'],
  ])('%s', async (_, value, message) => {
    const { scope } = await opened({ search: () => foreign(value) })
    await expect(scope.search('q', options)).rejects.toMatchObject({
      reason: 'unusable-output',
      by: 'system',
      message: expect.stringContaining(message),
    })
  })
})

/** A value as code without types returns it. */
async function foreign(value: unknown): Promise<MemoryItem[]> {
  const holder: { items: MemoryItem[] } = Object.assign({ items: [] }, { items: value })
  return holder.items
}

describe('closing', () => {
  it('is for the last one who has it, once', async () => {
    let closed = 0
    const shared = { ...shelfMemory('state', new Shelf()), close: async () => void (closed += 1) }
    const [checks, run] = [sturdyMemory(shared, handClock()), sturdyMemory(shared, handClock())]
    await checks.close?.()
    await checks.close?.()
    expect(closed).toBe(0)
    await run.close?.()
    await run.close?.()
    expect(closed).toBe(1)
    const later = sturdyMemory(shared, handClock())
    await later.close?.()
    expect(closed).toBe(2)
  })

  it('ends, whatever comes of it', async () => {
    const clock = handClock()
    const hanging = sturdyMemory({ ...shelfMemory('state', new Shelf()), close: never }, clock)
    const ended = expect(hanging.close?.()).resolves.toBeUndefined()
    await clock.pass()
    await ended
    const throwing = { ...shelfMemory('state', new Shelf()), close: () => Promise.reject(new Error('no')) }
    await expect(sturdyMemory(throwing, clock).close?.()).resolves.toBeUndefined()
  })
})

describe('what it says of itself', () => {
  it('passes through', async () => {
    const memory: MemorySystem = {
      ...shelfMemory('state', new Shelf()),
      hosts: ['memory.example'],
      ownPrompt: (query, items) => [{ role: 'user', content: `${query} ${items.length}` }],
    }
    const sturdy = sturdyMemory(memory, handClock())
    const plain = ({ name, version, identity, capabilities, facts, warnings, hosts }: MemorySystem) => ({
      name,
      version,
      identity,
      capabilities,
      facts,
      warnings,
      hosts,
    })
    expect(plain(sturdy)).toEqual(plain(memory))
    expect(sturdy.ownPrompt?.('q', [])).toEqual([{ role: 'user', content: 'q 0' }])
    expect(sturdyMemory(shelfMemory('state', new Shelf()), handClock())).not.toHaveProperty('ownPrompt')
  })

  it('of its use is unknown where it throws or talks nonsense', async () => {
    const unknown = { modelCalls: null, inputTokens: null, outputTokens: null, embeddedTexts: null }
    const told = async (usage: MemoryScope['usage']) => (await opened({ usage })).scope.usage()
    const known = { modelCalls: 1, inputTokens: 2, outputTokens: null, embeddedTexts: 0 }
    expect(await told(() => known)).toEqual(known)
    expect(await told(() => ({ ...known, modelCalls: -1 }))).toEqual(unknown)
    expect(
      await told(() => {
        throw new Error('not counted')
      }),
    ).toEqual(unknown)
  })

  it('half characters and raw values that no store keeps are mended, other fields are left out', async () => {
    const broken = {
      ...shelfItem('i\uD800', 'so cut \uD83D'),
      sources: ['s\uDC00'],
      raw: { a: '\uD83D' },
      more: 1,
    }
    const { scope } = await opened({ list: () => Promise.resolve([broken]) })
    expect(await scope.list()).toEqual([
      { ...shelfItem('i\uFFFD', 'so cut \uFFFD'), sources: ['s\uFFFD'], raw: null },
    ])
  })
})
