import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import type { MemoryScope, MemorySystem } from '../../core/memory.ts'
import { fakeMemories } from '../../testing/fake-memories.ts'
import { tickingClock } from '../../testing/tiny-track.ts'
import { growthResultSchema, measureGrowth, type GrowthOptions } from './index.ts'

const measure = (system: MemorySystem, change: Partial<GrowthOptions> = {}) =>
  measureGrowth(system, {
    sizes: [10, 100],
    seed: 3,
    facts: 10,
    k: 5,
    clock: tickingClock(),
    wait: 1_000,
    signal: new AbortController().signal,
    sample: { repeat: 0, attempt: 0, fresh: null },
    scope: 'growth',
    countTokens: (text) => Promise.resolve(text.split(' ').length),
    ...change,
  })

/** The honest fake with other methods. */
function changed(change: (scope: MemoryScope) => Partial<MemoryScope>): MemorySystem {
  const honest = fakeMemories.honest()
  return {
    ...honest,
    async open(request) {
      const scope = await honest.open(request)
      return { ...scope, ...change(scope) }
    },
  }
}

describe('a growing history', () => {
  it('leaves the recall of what keeps everything as it was', async () => {
    const result = await measure(fakeMemories.honest(), { sizes: [1, 10, 100, 500] })
    expect(growthResultSchema.parse(result)).toEqual(result)
    expect(result).toMatchObject({ memory: 'honest', version: '1', seed: 3, k: 5, stopped: false })
    expect(result.points.map(({ sessions, facts }) => [sessions, facts])).toEqual([
      [1, { asked: 1, first: 1, within: 1, lost: 0 }],
      [10, { asked: 10, first: 10, within: 10, lost: 0 }],
      [100, { asked: 10, first: 10, within: 10, lost: 0 }],
      [500, { asked: 10, first: 10, within: 10, lost: 0 }],
    ])
    expect(result.points.map(({ stored, storedPerSession }) => [stored, storedPerSession])).toEqual([
      [1, 1],
      [10, 1],
      [100, 1],
      [500, 1],
    ])
  })

  it('shows what forgets the old', async () => {
    const { points } = await measure(fakeMemories['forgets-old'](), { sizes: [10, 20, 100] })
    // The newest ten are kept: of ten sessions spread over 20 the last five, over 100 the last one.
    expect(points.map(({ facts }) => facts.within)).toEqual([10, 5, 1])
    expect(points.map(({ stored, storedPerSession }) => [stored, storedPerSession])).toEqual([
      [10, 1],
      [10, 0.5],
      [10, 0.1],
    ])
  })

  it('counts a fact that is found later than first, and not one beyond k', async () => {
    const { points } = await measure(
      changed((scope) => ({
        search: async (query, options) => {
          const [best, second, ...others] = await scope.search(query, { ...options, k: 10 })
          if (best === undefined || second === undefined) return []
          return [second, best, ...others]
        },
      })),
    )
    expect(points.at(-1)?.facts).toEqual({ asked: 10, first: 0, within: 10, lost: 0 })
    const late = await measure(
      changed((scope) => ({
        search: async (query, options) => (await scope.search(query, { ...options, k: 10 })).toReversed(),
      })),
    )
    expect(late.points.at(-1)?.facts).toEqual({ asked: 10, first: 0, within: 0, lost: 0 })
  })

  it('counts tokens of what is kept, and nothing where that is not shown', async () => {
    const { points } = await measure(fakeMemories.honest(), { countTokens: () => Promise.resolve(7) })
    expect(points.map(({ storedTokens }) => storedTokens)).toEqual([70, 700])
    const honest = fakeMemories.honest()
    const unlisted = { ...honest, capabilities: { ...honest.capabilities, list: false } }
    const [first] = (await measure(unlisted)).points
    expect(first).toMatchObject({ stored: null, storedPerSession: null, storedTokens: null })
  })

  it('measures each phase by the clock, ingest over the sessions since the size before', async () => {
    let time = 0
    let sessions = 0
    let searches = 0
    const { points } = await measure(
      changed((scope) => ({
        ingest(session) {
          time += sessions += 1
          return scope.ingest(session)
        },
        waitReady() {
          time += 500
          return Promise.resolve({ state: 'unknown' })
        },
        search(query, options) {
          time += (searches += 1) * 10
          return scope.search(query, options)
        },
      })),
      { clock: { now: () => 0, monotonic: () => time } },
    )
    expect(points).toMatchObject([
      // 1 … 10: the 95th of a hundred is the last of ten.
      { ingest: { mean: 5.5, p95: 10 }, waiting: 500, readiness: 'unknown', search: { p50: 50, p95: 100 } },
      // 11 … 100: rank 86 of 90.
      { ingest: { mean: 55.5, p95: 96 }, waiting: 500, search: { p50: 150, p95: 200 } },
    ])
  })

  it('counts sessions that are refused and searches that fail, by whose fault', async () => {
    let calls = 0
    const { points } = await measure(
      changed((scope) => ({
        ingest: async (session) => {
          if (session.id === 'session-4') throw new Error('no')
          await scope.ingest(session)
        },
        search: async (query, options) => {
          calls += 1
          if (calls === 1) throw new Fault('provider', 'infrastructure', 'down')
          if (calls === 2) throw new Error('crash')
          return scope.search(query, options)
        },
      })),
      { sizes: [10] },
    )
    expect(points).toMatchObject([{ refused: 1, facts: { asked: 9, within: 7, lost: 1 }, stored: 9 }])
    const all = await measure(
      changed(() => ({ ingest: () => Promise.reject(new Error('no')) })),
      { sizes: [3] },
    )
    expect(all.points).toMatchObject([{ ingest: null, refused: 3, facts: { asked: 3, within: 0 } }])
  })

  it('stops between sessions with the sizes that are done, and destroys the scope', async () => {
    const stop = new AbortController()
    const seen: string[] = []
    let destroyed = 0
    const result = await measure(
      changed((scope) => ({
        ingest: async (session) => {
          seen.push(session.id)
          if (seen.length === 37) stop.abort(new Error('stopped'))
          await scope.ingest(session)
        },
        destroy: async () => {
          destroyed += 1
          await scope.destroy()
        },
      })),
      { signal: stop.signal },
    )
    expect(result).toMatchObject({ stopped: true, points: [{ sessions: 10 }] })
    expect(result.points).toHaveLength(1)
    expect(seen).toHaveLength(37)
    expect(destroyed).toBe(1)
    expect(await measure(fakeMemories.honest(), { signal: stop.signal })).toMatchObject({
      stopped: true,
      points: [],
    })
  })

  it('ends with what ends a run', async () => {
    const stop = new RunStop('budget', 'raise it')
    await expect(measure(changed(() => ({ ingest: () => Promise.reject(stop) })))).rejects.toBe(stop)
    await expect(measure(changed(() => ({ search: () => Promise.reject(stop) })))).rejects.toBe(stop)
  })

  it('tells how far it is', async () => {
    const told: string[] = []
    await measure(fakeMemories.honest(), {
      sizes: [1, 3],
      facts: 2,
      onProgress: ({ sessions, of, asked }) => told.push(`${sessions}/${of} ${asked}`),
    })
    expect(told).toEqual(['1/3 0', '1/3 1', '2/3 0', '3/3 0', '3/3 1', '3/3 2'])
  })

  it.each([[[]], [[0]], [[10, 10]], [[10, 5]], [[1.5]], [[2_000_000]]])(
    'refuses the sizes %j',
    async (sizes) => {
      await expect(measure(fakeMemories.honest(), { sizes })).rejects.toBeInstanceOf(UsageError)
    },
  )

  it('refuses no questions and no items', async () => {
    await expect(measure(fakeMemories.honest(), { facts: 0 })).rejects.toBeInstanceOf(UsageError)
    await expect(measure(fakeMemories.honest(), { k: 0 })).rejects.toBeInstanceOf(UsageError)
  })
})
