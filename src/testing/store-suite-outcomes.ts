import { RapportError } from '../core/errors.ts'
import type { StoreSuite } from './store-suite.ts'
import { gather, sampleOutcome } from './store-rows.ts'

/** Outcomes: the highest attempt of each key, in order. */
export function outcomesSuite({ name, describe, expect, withStore }: StoreSuite): void {
  describe(`${name}: outcomes`, () => {
    withStore('keeps every kind of outcome', async (store) => {
      const rows = (
        [
          { status: 'failed', stage: 'parse', reason: 'unusable-output', by: 'system', message: '\uD800\0' },
          { status: 'scored', numerator: -0.1, denominator: 1e-9 },
          { status: 'skipped', reason: 'no <b>gold</b>' },
          { status: 'unscored', reason: 'language' },
        ] as const
      ).map((outcome) => sampleOutcome({ run: 'r', case: outcome.status, outcome }))
      await store.commit({ outcomes: rows })
      expect(await gather(store.outcomes('r', {}))).toEqual(rows)
    })

    withStore('gives only the highest attempt, in whatever order attempts came', async (store) => {
      const row = (attempt: number, metric: string) => sampleOutcome({ run: 'r', case: 'a', attempt, metric })
      await store.commit({ outcomes: [row(10, 'f1'), row(2, 'f1')] })
      await store.commit({ outcomes: [row(1, 'recall'), row(9, 'f1'), row(0, 'recall')] })
      expect(await gather(store.outcomes('r', {}))).toEqual([row(10, 'f1'), row(1, 'recall')])
    })

    withStore('replaces the outcome of the same key', async (store) => {
      await store.commit({ outcomes: [sampleOutcome({ run: 'r', case: 'a' })] })
      const changed = sampleOutcome({
        run: 'r',
        case: 'a',
        outcome: { status: 'unscored', reason: 'language' },
      })
      await store.commit({ outcomes: [changed] })
      await store.commit({ outcomes: [changed] })
      expect(await gather(store.outcomes('r', {}))).toEqual([changed])
    })

    withStore('orders by system, case, repeat, instrument and metric, in code points', async (store) => {
      const rows = [
        sampleOutcome({ run: 'r', case: 'z', system: 'A' }),
        sampleOutcome({ run: 'r', case: 'a', system: 'a', repeat: 2 }),
        sampleOutcome({ run: 'r', case: 'a', system: 'a', repeat: 10 }),
        sampleOutcome({ run: 'r', case: 'b', system: 'a', instrument: 'i1', metric: 'z' }),
        sampleOutcome({ run: 'r', case: 'b', system: 'a', instrument: 'i2', metric: 'a' }),
        sampleOutcome({ run: 'r', case: 'b', system: 'a', instrument: 'i2', metric: 'b' }),
        // U+FF5E before U+1F600, although its UTF-16 unit is the higher one.
        sampleOutcome({ run: 'r', case: '\uFF5E', system: 'b' }),
        sampleOutcome({ run: 'r', case: '😀', system: 'b' }),
        sampleOutcome({ run: 'r', case: 'a', track: 'u', system: 'A' }),
      ]
      await store.commit({ outcomes: rows.toReversed() })
      expect(await gather(store.outcomes('r', {}))).toEqual(rows)
      expect(await gather(store.outcomes('r', { track: 'u' }))).toEqual(rows.slice(8))
      expect(await gather(store.outcomes('r', { system: 'A' }))).toEqual([rows[0], rows[8]])
      expect(await gather(store.outcomes('r', { track: 't', instrument: 'i2' }))).toEqual(rows.slice(4, 6))
      expect(await gather(store.outcomes('r', { case: 'b' }))).toEqual(rows.filter((row) => row.case === 'b'))
      expect(await gather(store.outcomes('r', { track: 't', case: 'none' }))).toEqual([])
    })

    withStore('streams more than a page, with attempts on both sides of its edge', async (store) => {
      const outcomes = Array.from({ length: 2_600 }, (_, index) =>
        sampleOutcome({ run: 'r', case: String(index).padStart(5, '0') }),
      )
      const second = outcomes.slice(1_990, 2_010).map((row) => ({ ...row, attempt: 1 }))
      await store.commit({ outcomes: [...outcomes, ...second] })
      const expected = outcomes.toSpliced(1_990, 20, ...second)
      expect(await gather(store.outcomes('r', {}))).toEqual(expected)
      expect(await gather(store.outcomes('r', { track: 't', system: 's' }))).toEqual(expected)
      expect(await gather(store.outcomes('r', { system: 's' }))).toEqual(expected)
    })

    withStore('refuses a name with half a surrogate pair, or keeps it exactly', async (store) => {
      const row = sampleOutcome({ run: 'r', case: 'a', system: 's\uD800' })
      const error: unknown = await store.commit({ outcomes: [row] }).catch((thrown: unknown) => thrown)
      if (error === undefined) expect(await gather(store.outcomes('r', {}))).toEqual([row])
      else expect(error).toBeInstanceOf(RapportError)
    })
  })
}
