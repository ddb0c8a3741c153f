import { describe, expect, it } from 'vitest'
import type { CallContext } from '../../core/call-context.ts'
import { UsageError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import type { MemoryScope } from '../../core/memory.ts'
import { fill, Scopes } from './scopes.ts'
import { Shelf, shelfItem, shelfMemory } from './fixtures/shelf-memory.ts'
import { tinySession } from './fixtures/tiny-plan.ts'

function at(change: Partial<CallContext> = {}): CallContext {
  return { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal, ...change }
}
const key = (id: string, change: Partial<CallContext> = {}) => ({ case: id, context: at(change) })
const history = { given: [], sessions: [tinySession('s1', 'one'), tinySession('s2', 'two')] }
const kept = [shelfItem('s1#0', 'one'), shelfItem('s2#0', 'two')]
const back = { state: null, stored: null, history, wait: 1000 }
const { signal } = at()

/** Ids under which scopes were opened. */
const idsOf = (shelf: Shelf) => new Set(shelf.of('open'))

/** A process that told a memory everything and is gone, by kill -9. */
async function killedAfterIngest(shelf: Shelf, keeps: 'state' | 'process' | 'service') {
  const memory = shelfMemory(keeps, shelf)
  const scope = await new Scopes(memory, 'run 1').fresh(key('a'))
  await fill(memory, scope, history, signal)
  const state = (await scope.snapshot?.()) ?? null
  shelf.calls.length = 0
  return state
}

describe('a scope in a new process', () => {
  // What it keeps, what was stored as ready, what is told again, what becomes of the one that was left.
  it.each([
    ['state', null, [], 'kept'],
    ['state', kept, [], 'kept'],
    ['process', null, ['one', 'two'], 'gone'],
    ['process', kept, ['one', 'two'], 'gone'],
    ['service', null, ['one', 'two'], 'destroyed'],
    ['service', kept, [], 'kept'],
    ['service', [shelfItem('s1#0', 'one')], ['one', 'two'], 'destroyed'],
    ['service', [shelfItem('s1#0', 'one'), shelfItem('s2#0', 'TWO')], ['one', 'two'], 'destroyed'],
  ] as const)('that keeps in its %s, stored as ready: %j', async (keeps, stored, toldAgain, left) => {
    const shelf = new Shelf()
    const state = await killedAfterIngest(shelf, keeps)
    const memory = shelfMemory(keeps, shelf)
    const scope = await new Scopes(memory, 'run 1').filled(key('a'), { ...back, state, stored })
    expect(shelf.of('ingest')).toEqual(toldAgain)
    expect(await scope.list()).toEqual(kept)
    const destroyedBefore = shelf.kinds().indexOf('destroy') < shelf.kinds().indexOf('ingest')
    expect(shelf.of('destroy').length > 0 && destroyedBefore).toBe(left === 'destroyed')
  })

  it('is told again where a service lost it, and where it lists in another order it is the same', async () => {
    const shelf = new Shelf()
    await killedAfterIngest(shelf, 'service')
    for (const [id, items] of shelf.items) shelf.items.set(id, items.toReversed())
    const scopes = new Scopes(shelfMemory('service', shelf), 'run 1')
    await scopes.filled(key('a'), { ...back, stored: kept })
    expect(shelf.of('ingest')).toEqual([])
    shelf.items.clear()
    await new Scopes(shelfMemory('service', shelf), 'run 1').filled(key('a'), { ...back, stored: kept })
    expect(shelf.of('ingest')).toEqual(['one', 'two'])
  })

  it('of another run is told for itself, whatever the store knows of the first', async () => {
    const shelf = new Shelf()
    await killedAfterIngest(shelf, 'service')
    const scopes = new Scopes(shelfMemory('service', shelf), 'run 2')
    const scope = await scopes.filled(key('a'), { ...back, stored: kept })
    expect(shelf.of('ingest')).toEqual(['one', 'two'])
    expect(await scope.list()).toEqual(kept)
    expect(shelf.items.size).toBe(2)
  })

  it('that was empty when it was ready is told again: empty and never told look the same', async () => {
    const shelf = new Shelf()
    await new Scopes(shelfMemory('service', shelf), 'run 1').filled(key('a'), { ...back, stored: [] })
    expect(shelf.of('ingest')).toEqual(['one', 'two'])
  })

  it('is waited for when it was told again, and not searched when it does not become ready', async () => {
    const memory = shelfMemory('process', new Shelf(), {
      scope: () => ({ waitReady: async () => ({ state: 'timeout' }) }),
    })
    const found = new Scopes(memory, 'run 1').filled(key('a'), back)
    await expect(found).rejects.toMatchObject({ reason: 'timeout', by: 'system' })
  })
})

describe('scopes', () => {
  it('are the same object while they are open', async () => {
    const shelf = new Shelf()
    const scopes = new Scopes(shelfMemory('process', shelf), 'run 1')
    const scope = await scopes.fresh(key('a'))
    expect(await scopes.filled(key('a'), back)).toBe(scope)
    expect(shelf.of('ingest')).toEqual([])
  })

  it('belong to one run, case and repeat; attempts have the same id, which a service can keep', async () => {
    const shelf = new Shelf()
    const memory = shelfMemory('process', shelf)
    const ids = async (owner: string, ...keys: Parameters<typeof key>[]) => {
      shelf.calls.length = 0
      for (const one of keys) await new Scopes(memory, owner).fresh(key(...one))
      return [...idsOf(shelf)]
    }
    const different = await ids('run 1', ['a'], ['b'], ['a', { repeat: 1 }], ['a b'], ['a"'])
    expect(different).toHaveLength(5)
    for (const id of different) expect(id).toMatch(/^[A-Za-z0-9-]{1,64}$/)
    expect(await ids('run 1', ['a', { attempt: 1 }], ['a', { attempt: 2 }])).toHaveLength(1)
    expect(await ids('run 2', ['a'])).not.toEqual([different[0]])
  })

  it('of a service: what a crash left is destroyed before it is opened', async () => {
    const shelf = new Shelf()
    await killedAfterIngest(shelf, 'service')
    const scope = await new Scopes(shelfMemory('service', shelf), 'run 1').fresh(key('a'))
    expect(shelf.kinds()).toEqual(['open', 'destroy', 'open'])
    expect(await scope.list()).toEqual([])
  })

  it('of this process and of a state open empty at once', async () => {
    for (const keeps of ['process', 'state'] as const) {
      const shelf = new Shelf()
      await new Scopes(shelfMemory(keeps, shelf), 'run 1').fresh(key('a'))
      expect(shelf.kinds()).toEqual(['open'])
    }
  })

  it('get what makes a draw: repeat, attempt, the word of --fresh, and the signal', async () => {
    const seen: unknown[] = []
    const memory = shelfMemory('process', new Shelf())
    const spied = {
      ...memory,
      open: (request: Parameters<typeof memory.open>[0]) => {
        seen.push(request.sample, request.signal)
        return memory.open(request)
      },
    }
    const context = at({ repeat: 2, attempt: 3, fresh: 'word' })
    await new Scopes(spied, 'run 1').fresh({ case: 'a', context })
    expect(seen).toEqual([{ repeat: 2, attempt: 3, fresh: 'word' }, context.signal])
  })

  it('are destroyed when they are closed, all of them, whatever one of them throws', async () => {
    const shelf = new Shelf()
    let destroyed = 0
    const memory = shelfMemory('process', shelf, {
      scope: () => ({
        destroy: () => ((destroyed += 1) === 1 ? Promise.reject(new Error('no')) : Promise.resolve()),
      }),
    })
    const scopes = new Scopes(memory, 'run 1')
    for (const id of ['a', 'b', 'c']) await scopes.fresh(key(id))
    await scopes.close()
    await scopes.close()
    expect(destroyed).toBe(3)
  })

  it('that are given up are destroyed, and a throw of that is nothing', async () => {
    const shelf = new Shelf()
    const scopes = new Scopes(shelfMemory('process', shelf), 'run 1')
    await scopes.fresh(key('a'))
    await scopes.drop(key('a'))
    await scopes.drop(key('a'))
    expect(shelf.kinds()).toEqual(['open', 'destroy'])
    const throwing = shelfMemory('process', shelf, {
      scope: () => ({ destroy: () => Promise.reject(new Error('no')) }),
    })
    const others = new Scopes(throwing, 'run 1')
    await others.fresh(key('a'))
    await expect(others.drop(key('a'))).resolves.toBeUndefined()
  })
})

describe('proof of deletion', () => {
  const wish = async (
    keeps: 'state' | 'process' | 'service',
    scope: (honest: MemoryScope, id: string) => Partial<MemoryScope> = () => ({}),
    query: string | null = 'q',
  ) => {
    const shelf = new Shelf()
    const memory = shelfMemory(keeps, shelf, { scope })
    const scopes = new Scopes(memory, 'run 1')
    await fill(memory, await scopes.fresh(key('a')), history, signal)
    shelf.calls.length = 0
    return { deleted: await scopes.release(key('a'), query), shelf }
  }

  it('a service that forgets is seen to be empty', async () => {
    const { deleted, shelf } = await wish('service')
    expect(deleted).toBe(true)
    expect(shelf.kinds()).toEqual(['destroy', 'open', 'list', 'search', 'destroy'])
    expect(shelf.items.size).toBe(0)
  })

  it('one that does not is seen to be full', async () => {
    let destroyed = 0
    const { deleted } = await wish('service', (honest) => ({
      destroy: () => ((destroyed += 1), destroyed === 1 ? honest.destroy() : Promise.resolve()),
    }))
    expect(deleted).toBe(false)
  })

  it('one that lists nothing and still finds is seen to be full', async () => {
    const finds = () => Promise.resolve([shelfItem('x', 'left')])
    expect((await wish('service', () => ({ search: finds }))).deleted).toBe(false)
    expect((await wish('service', () => ({ search: finds }), null)).deleted).toBe(true)
  })

  it('one that throws when it should forget has not, and the case goes on', async () => {
    let destroyed = 0
    const { deleted } = await wish('service', (honest) => ({
      destroy: () =>
        (destroyed += 1) === 1 ? honest.destroy() : Promise.reject(new Error('not allowed to delete')),
    }))
    expect(deleted).toBe(false)
  })

  it('what lives here alone needs none', async () => {
    for (const keeps of ['state', 'process'] as const) {
      expect((await wish(keeps)).deleted).toBeNull()
      const throwing = () => ({ destroy: () => Promise.reject(new Error('no')) })
      expect((await wish(keeps, throwing)).deleted).toBeNull()
    }
  })

  it('an outage is no answer', async () => {
    let destroyed = 0
    const outage = new Fault('provider', 'infrastructure', 'down')
    const found = wish('service', (honest) => ({
      destroy: () => ((destroyed += 1) === 1 ? honest.destroy() : Promise.reject(outage)),
    }))
    await expect(found).rejects.toBe(outage)
  })

  it('nothing is open: nothing is said', async () => {
    const scopes = new Scopes(shelfMemory('service', new Shelf()), 'run 1')
    expect(await scopes.release(key('a'), 'q')).toBeNull()
  })
})

describe('telling a scope', () => {
  const tell = async (ingest: MemoryScope['ingest'], change: { given?: boolean; preload?: boolean } = {}) => {
    const shelf = new Shelf()
    const memory = shelfMemory('process', shelf, {
      capabilities: { preload: change.preload ?? true },
      scope: (honest) => ({
        ingest: async (session) => {
          await ingest(session)
          await honest.ingest(session)
        },
      }),
    })
    const scope = await new Scopes(memory, 'run 1').fresh(key('a'))
    const given = change.given === true ? [{ id: 'g1', text: 'known', label: null, time: null }] : []
    const failed = await fill(memory, scope, { ...history, given }, signal)
    return { failed, shelf }
  }
  const throwing = (...ids: string[]): MemoryScope['ingest'] => {
    return ({ id }) => (ids.includes(id) ? Promise.reject(new Error(`no\n${id}`)) : Promise.resolve())
  }

  it('tells given memories first, then sessions in order', async () => {
    const { failed, shelf } = await tell(throwing(), { given: true })
    expect(failed).toEqual([])
    expect(shelf.calls.slice(1)).toEqual(['preload known', 'ingest one', 'ingest two'])
  })

  it('tells given memories as sessions to who can not start from them', async () => {
    const { shelf } = await tell(throwing(), { given: true, preload: false })
    expect(shelf.calls.slice(1)).toEqual(['ingest known', 'ingest one', 'ingest two'])
  })

  it('goes on after a session that it throws on, and notes it in one line', async () => {
    const { failed, shelf } = await tell(throwing('s1'))
    expect(failed).toEqual([{ session: 's1', message: 'ingest: no s1' }])
    expect(shelf.of('ingest')).toEqual(['two'])
  })

  it('a memory that throws on all sessions failed', async () => {
    await expect(tell(throwing('s1', 's2'))).rejects.toMatchObject({ reason: 'crash', by: 'system' })
  })

  it('no session is no failure', async () => {
    const memory = shelfMemory('process', new Shelf())
    const scope = await new Scopes(memory, 'run 1').fresh(key('a'))
    expect(await fill(memory, scope, { given: [], sessions: [] }, signal)).toEqual([])
  })

  it('a memory that throws on what it is given failed', async () => {
    const memory = shelfMemory('process', new Shelf(), {
      scope: () => ({ preload: () => Promise.reject(new Error('full')) }),
    })
    const scope = await new Scopes(memory, 'run 1').fresh(key('a'))
    const given = [{ id: 'g', text: 'x', label: null, time: null }]
    await expect(fill(memory, scope, { given, sessions: [] }, signal)).rejects.toMatchObject({
      by: 'system',
      message: 'preload: full',
    })
  })

  // What is thrown, and what comes of it.
  it.each([
    [new Fault('provider', 'infrastructure', 'down'), { reason: 'provider', by: 'infrastructure' }],
    [new RunStop('the budget is used up', 'x'), { name: 'RunStop' }],
    [new UsageError('no key', 'set KEY'), { name: 'RunStop', message: 'no key', fix: 'set KEY' }],
  ])('%s ends it', async (error, what) => {
    let told = 0
    const ingest = async () => {
      told += 1
      throw error
    }
    await expect(tell(ingest)).rejects.toMatchObject(what)
    expect(told).toBe(1)
  })

  it('a stop of the run ends it', async () => {
    const stop = new AbortController()
    const memory = shelfMemory('process', new Shelf(), {
      scope: () => ({
        ingest: () => {
          stop.abort(new Error('stopped'))
          return Promise.reject(new Error('the socket was closed'))
        },
      }),
    })
    const scope = await new Scopes(memory, 'run 1').fresh(key('a'))
    await expect(fill(memory, scope, history, stop.signal)).rejects.toThrow('the socket was closed')
  })
})
