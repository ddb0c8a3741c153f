import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import { memoryCheckIds } from '../../core/memory-checks.ts'
import type { MemoryScope, MemorySystem } from '../../core/memory.ts'
import { fakeMemories } from '../../testing/fake-memories.ts'
import { runMemoryChecks } from './index.ts'

const check = (system: MemorySystem, signal = new AbortController().signal) =>
  runMemoryChecks(system, {
    scopePrefix: 'run-1',
    wait: 2_000,
    sample: { repeat: 0, attempt: 0, fresh: null },
    signal,
  })

/** The system with other methods in each scope; tells the id of the scope. */
function changed(system: MemorySystem, change: (scope: MemoryScope, id: string) => Partial<MemoryScope>) {
  return {
    ...system,
    async open(request) {
      const scope = await system.open(request)
      return { ...scope, ...change(scope, request.id) }
    },
  } satisfies MemorySystem
}

const stateOf = (results: Awaited<ReturnType<typeof check>>, id: string) =>
  results.find((result) => result.check === id)

describe('the checks of memory systems', () => {
  it('tell fewer than 25 sessions and destroy every scope, also of a system that fails', async () => {
    for (const make of Object.values(fakeMemories)) {
      const open = new Map<string, number>()
      let sessions = 0
      const system = make()
      await check({
        ...system,
        async open(request) {
          open.set(request.id, (open.get(request.id) ?? 0) + 1)
          const scope = await system.open(request)
          return {
            ...scope,
            async ingest(session) {
              sessions += 1
              await scope.ingest(session)
            },
            async destroy() {
              open.set(request.id, (open.get(request.id) ?? 0) - 1)
              await scope.destroy()
            },
          }
        },
      })
      expect(sessions).toBeLessThan(25)
      expect([...open.values()].filter((count) => count !== 0)).toEqual([])
      for (const id of open.keys()) expect(id).toMatch(/^run-1-[a-z0-9-]{1,57}$/)
    }
  })

  it('does not measure what the infrastructure prevents, and counts what the system throws', async () => {
    const broken = (error: Error) =>
      check(
        changed(fakeMemories.honest(), (scope, id) => ({
          async search(...args) {
            if (id.includes('unicode')) throw error
            return scope.search(...args)
          },
        })),
      )
    expect(stateOf(await broken(new Fault('provider', 'infrastructure', 'down')), 'unicode')).toEqual({
      check: 'unicode',
      state: 'not-measured',
      detail: 'Something else stood in the way: “down”.',
    })
    for (const error of [new Fault('refusal', 'system', 'no\u001b[31m'), new Error('no\u001b[31m')]) {
      const results = await broken(error)
      expect(stateOf(results, 'unicode')).toEqual({
        check: 'unicode',
        state: 'failed',
        detail: 'It threw where nothing should: “no [31m”.',
      })
      expect(results.filter(({ state }) => state !== 'passed')).toHaveLength(1)
    }
  })

  it('lets through what ends the run', async () => {
    for (const error of [new RunStop('budget', 'raise it'), new UsageError('no key')]) {
      const system = fakeMemories.honest()
      await expect(check({ ...system, open: () => Promise.reject(error) })).rejects.toBe(error)
      for (const id of ['delete', 'survives-a-bad-session']) {
        const late = changed(system, (scope, at) => ({
          ingest: (session) => (at.includes(id) ? Promise.reject(error) : scope.ingest(session)),
          destroy: () => (at.includes('-delete-') ? Promise.reject(error) : scope.destroy()),
        }))
        await expect(check(late)).rejects.toBe(error)
      }
    }
  })

  it('ends with the signal', async () => {
    const stop = new AbortController()
    let scopes = 0
    const system = changed(fakeMemories.honest(), (scope) => {
      if ((scopes += 1) === 3) stop.abort(new Error('stopped'))
      return scope
    })
    await expect(check(system, stop.signal)).rejects.toThrow('stopped')
    expect(scopes).toBe(3)
  })

  it('does not wait again after a memory that is never ready', async () => {
    let waits = 0
    const system = changed(fakeMemories.honest(), () => ({
      waitReady: async () => {
        waits += 1
        return { state: 'timeout' }
      },
    }))
    const [first, ...others] = await check(system)
    expect(first?.detail).toBe('It was told one sentence and was not ready within 2 s.')
    expect(others.map(({ state }) => state)).toEqual(others.map(() => 'not-measured'))
    expect(waits).toBe(1)
  })

  it('does not say that something is missing while it is not ready', async () => {
    const slow = changed(fakeMemories.honest(), (scope, id) => ({
      waitReady: async (deadline) =>
        id.includes('long-message') ? { state: 'timeout' } : scope.waitReady(deadline),
    }))
    expect(stateOf(await check(slow), 'long-message')?.state).toBe('not-measured')
  })

  it.each([
    [{ state: 'unknown' }, 'noted'],
    [{ state: 'failed', sessions: ['first'] }, 'failed'],
  ] as const)('readiness %j', async (readiness, state) => {
    const system = changed(fakeMemories.honest(), () => ({ waitReady: () => Promise.resolve(readiness) }))
    const [first, ...others] = await check(system)
    expect(first?.state).toBe(state)
    expect(others.every((other) => other.state === 'passed')).toBe(true)
  })

  it('takes a refusal of the session without words', async () => {
    const system = changed(fakeMemories.honest(), (scope) => ({
      ingest: (session) =>
        session.id === 'wordless' ? Promise.reject(new Error('empty')) : scope.ingest(session),
    }))
    expect(stateOf(await check(system), 'survives-a-bad-session')).toMatchObject({
      state: 'passed',
      detail: 'It refused a session without words, and those before and after it were found.',
    })
  })

  it('fails a deletion that throws', async () => {
    const system = changed(fakeMemories.honest(), (scope, id) => ({
      destroy: () => (id.includes('-delete-') ? Promise.reject(new Error('403')) : scope.destroy()),
    }))
    expect(stateOf(await check(system), 'delete')).toMatchObject({
      state: 'failed',
      detail: 'Deleting threw “403”.',
    })
  })

  it('leaves out what a system does not claim', async () => {
    const honest = fakeMemories.honest()
    const system = changed(
      {
        ...honest,
        capabilities: { ...honest.capabilities, list: false },
        facts: { ...honest.facts, searches: false },
      },
      () => ({ list: () => Promise.resolve([]) }),
    )
    const results = await check(system)
    expect(results.map((result) => result.check)).toEqual(memoryCheckIds)
    expect(results.filter(({ state }) => state !== 'passed').map((result) => result.check)).toEqual([
      'returns-at-most-k',
      'ids-listed',
      'selects',
    ])
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['passed', 'not-applicable']))
  })

  it('does not fail the baseline that keeps nothing by design', async () => {
    const system = fakeMemories['stores-nothing']()
    const [ready, keeps, ...others] = await check({ ...system, facts: { ...system.facts, searches: false } })
    expect([ready?.state, keeps?.state]).toEqual(['passed', 'noted'])
    expect(others.some(({ state }) => state === 'failed' || state === 'passed')).toBe(false)
  })

  it('keeps to the most items that a search can return', async () => {
    const asked = new Set<number>()
    const honest = fakeMemories.honest()
    const system = changed({ ...honest, capabilities: { ...honest.capabilities, maxK: 4 } }, (scope) => ({
      search: (query, options) => {
        asked.add(options.k)
        return scope.search(query, options)
      },
    }))
    await check(system)
    expect([...asked].toSorted((a, b) => a - b)).toEqual([1, 4])
  })
})

describe('dates and updates', () => {
  const withDates = (dates: 'native' | 'in-text' | 'none', field: boolean, text: string) => {
    const honest = fakeMemories.honest()
    return changed({ ...honest, capabilities: { ...honest.capabilities, dates } }, (scope) => ({
      search: async (...args) =>
        (await scope.search(...args)).map((item) => ({
          ...item,
          saidAt: field ? item.saidAt : null,
          text: `${text}${item.text}`,
        })),
    }))
  }

  it.each([
    ['native', true, '', 'passed'],
    ['native', false, '17 March 2023: ', 'noted'],
    ['native', false, '', 'failed'],
    ['native', false, '7 March 2023: ', 'failed'],
    ['in-text', true, '', 'passed'],
    ['in-text', false, '2023-03-17 ', 'passed'],
    ['in-text', false, '', 'failed'],
    ['none', true, '', 'noted'],
    ['none', false, '', 'noted'],
    ['none', false, '2023年3月17日 ', 'noted'],
  ] as const)('declared %s, field %s, text %j: %s', async (dates, field, text, state) => {
    expect(stateOf(await check(withDates(dates, field, text)), 'dated-fact')?.state).toBe(state)
  })

  /** Finds the oldest first. */
  const oldestFirst = (saidAt: boolean) =>
    changed(fakeMemories.honest(), (scope) => ({
      search: async (...args) =>
        (await scope.search(...args)).toReversed().map((item) => (saidAt ? item : { ...item, saidAt: null })),
    }))

  it('is a note that the old fact comes first where dates tell which is true, else a failure', async () => {
    expect(stateOf(await check(oldestFirst(true)), 'knowledge-update')?.state).toBe('noted')
    expect(stateOf(await check(oldestFirst(false)), 'knowledge-update')?.state).toBe('failed')
  })

  it('takes one item that tells of the change', async () => {
    const system = changed(fakeMemories.honest(), (scope) => ({
      search: async (...args) => {
        const items = await scope.search(...args)
        const text = items.map((item) => item.text).join(' ')
        return items.slice(0, 1).map((item) => ({ ...item, text }))
      },
    }))
    expect(stateOf(await check(system), 'knowledge-update')?.state).toBe('passed')
  })
})
