import type { StoreSuite } from './store-suite.ts'
import { gather, sampleCall, sampleRun } from './store-rows.ts'

/** Replies of models, and the ledger of calls. */
export function callsSuite({ name, describe, expect, withStore, refused }: StoreSuite): void {
  describe(`${name}: replies`, () => {
    withStore('keeps a reply and gives it back equal, to whatever run', async (store) => {
      const reply = { text: `lone \uD800 and NUL \0 ${'茶 '.repeat(3_000)}`, nested: [{ $text: 'x' }, null] }
      expect(await store.cachedReply('key')).toBeUndefined()
      await store.keepReply('key', reply)
      expect(await store.cachedReply('key')).toEqual(reply)
      expect(await store.cachedReply('ke')).toBeUndefined()
      await store.keepReply('null', null)
      expect(await store.cachedReply('null')).toBeNull()
    })

    withStore('keeps the first reply of a key, also when two come at once', async (store) => {
      await Promise.all([store.keepReply('key', 'first'), store.keepReply('key', 'second')])
      await store.keepReply('key', 'third')
      expect(await store.cachedReply('key')).toBe('first')
    })

    withStore('is not reached by what the caller does to a reply afterwards', async (store) => {
      const reply = { list: ['a'] }
      await store.keepReply('key', reply)
      reply.list.push('b')
      expect(await store.cachedReply('key')).toEqual({ list: ['a'] })
    })

    withStore('refuses a number that is none', async (store) => {
      await refused(store.keepReply('key', { cost: Number.NaN }))
      expect(await store.cachedReply('key')).toBeUndefined()
    })
  })

  describe(`${name}: calls`, () => {
    withStore('gives calls of a run by time, those of one moment as they were written', async (store) => {
      await store.createRun(sampleRun('r2'))
      const failed = sampleCall({
        at: 1.5,
        outcome: 'failed',
        detail: 'HTTP 429 \0\uD800',
        usage: { input: null, output: null, cachedInput: null, reasoning: null },
        cost: null,
      })
      const same = ['b', 'a', 'c'].map((request) => sampleCall({ at: 7, request }))
      await store.recordCalls('r', same.slice(0, 2))
      await store.recordCalls('r2', [sampleCall({ request: 'other' })])
      await store.recordCalls('r', [failed, ...same.slice(2)])
      await store.recordCalls('r', [])
      expect(await gather(store.calls('r'))).toEqual([failed, ...same])
      expect(await gather(store.calls('r2'))).toEqual([sampleCall({ request: 'other' })])
      expect(await gather(store.calls('none'))).toEqual([])
    })

    withStore('streams more calls than a page, each once, although many share a moment', async (store) => {
      const entries = Array.from({ length: 4_500 }, (_, index) =>
        sampleCall({ at: Math.floor(index / 1_500), request: String(index) }),
      )
      await store.recordCalls('r', entries)
      expect(await gather(store.calls('r'))).toEqual(entries)
    })

    withStore('finds the calls of one answer by time, and no others', async (store) => {
      const about = { track: 't', system: 'x/y', case: 'a"\uD800', repeat: 0 }
      const first = sampleCall({ at: 2, request: '1', about })
      const second = sampleCall({ at: 1, request: '2', about })
      const others = [
        sampleCall({ request: '3' }),
        sampleCall({ request: '4', about: { ...about, repeat: 1 } }),
        sampleCall({ request: '5', about: { ...about, case: 'a' } }),
        sampleCall({ request: '6', about: { ...about, system: 'x' } }),
        sampleCall({ request: '7', about: { ...about, track: 'tx' } }),
      ]
      await store.createRun(sampleRun('r2'))
      await store.recordCalls('r2', [sampleCall({ request: 'elsewhere', about })])
      await store.recordCalls('r', [first, ...others, second])
      expect(await store.callsAbout('r', about)).toEqual([second, first])
      expect(await store.callsAbout('r', { ...about, case: 'none' })).toEqual([])
    })

    withStore('refuses calls of a run that is not there, whole', async (store) => {
      await refused(store.recordCalls('none', [sampleCall()]))
      await refused(store.recordCalls('r', [sampleCall(), sampleCall({ cost: Number.NaN })]))
      await refused(store.recordCalls('r', [sampleCall(), sampleCall({ latency: Number.POSITIVE_INFINITY })]))
      expect(await gather(store.calls('r'))).toEqual([])
      expect(await store.callTotals('r')).toEqual([])
    })

    withStore(
      'adds up by model and purpose; an unknown cost is no number, and drops no known one',
      async (store) => {
        await store.createRun(sampleRun('r2'))
        const usage = { input: 5, output: 6, cachedInput: 7, reasoning: 8 }
        await store.recordCalls('r', [
          sampleCall({ model: 'b', cost: 0.5, usage }),
          sampleCall({ model: 'b', cost: 0.25, usage: { ...usage, cachedInput: null } }),
          // Failed before it could cost anything.
          sampleCall({ model: 'b', outcome: 'failed', cost: 0, usage: { ...usage, input: null } }),
          sampleCall({ model: 'b', purpose: 'judge:x', cost: null, usage }),
          sampleCall({ model: 'b', purpose: 'judge:x', cost: 1, usage }),
          sampleCall({ model: 'c', outcome: 'failed', cost: null, worstCost: 0.125, usage }),
          sampleCall({ model: 'c', cost: 0.5, usage }),
          sampleCall({ model: 'd', outcome: 'failed', cost: null, usage }),
          sampleCall({ model: 'a', outcome: 'failed', cost: 2, usage }),
        ])
        await store.recordCalls('r2', [sampleCall({ model: 'b' })])
        const sums = (
          calls: number,
          failed: number,
          tokens: readonly number[],
          money: { cost: number | null; spent: number; unpriced: number },
        ) => {
          const [inputTokens, outputTokens, cachedTokens, reasoningTokens] = tokens
          return { calls, failed, inputTokens, outputTokens, cachedTokens, reasoningTokens, ...money }
        }
        const paid = (cost: number) => ({ cost, spent: cost, unpriced: 0 })
        expect(await store.callTotals('r')).toEqual([
          { model: 'a', purpose: 'respond', ...sums(1, 1, [5, 6, 7, 8], paid(2)) },
          {
            model: 'b',
            purpose: 'judge:x',
            ...sums(2, 0, [10, 12, 14, 16], { cost: null, spent: 1, unpriced: 1 }),
          },
          { model: 'b', purpose: 'respond', ...sums(3, 1, [10, 18, 14, 24], paid(0.75)) },
          {
            model: 'c',
            purpose: 'respond',
            ...sums(2, 1, [10, 12, 14, 16], { cost: null, spent: 0.625, unpriced: 0 }),
          },
          {
            model: 'd',
            purpose: 'respond',
            ...sums(1, 1, [5, 6, 7, 8], { cost: null, spent: 0, unpriced: 1 }),
          },
        ])
      },
    )
  })
}
