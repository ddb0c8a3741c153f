import type { StoreSuite } from './store-suite.ts'
import { gather, sampleCase, sampleOutcome, sampleReference, sampleResult, sampleRun } from './store-rows.ts'

/** Batches, results, references and units. */
export function resultsSuite({ name, describe, expect, withStore, refused }: StoreSuite): void {
  describe(`${name}: numbers`, () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      withStore(`refuses ${bad} wherever it stands`, async (store) => {
        const key = { run: 'r', case: 'a' }
        const { bounds } = sampleOutcome(key)
        const scored = (numerator: number, denominator: number) =>
          store.commit({
            outcomes: [sampleOutcome({ ...key, outcome: { status: 'scored', numerator, denominator } })],
          })
        await refused(scored(bad, 1))
        await refused(scored(1, bad))
        const worst = { numerator: bad, denominator: 1 }
        await refused(store.commit({ outcomes: [sampleOutcome({ ...key, bounds: { ...bounds, worst } })] }))
        await refused(
          store.commit({ results: [sampleResult('p', null), { ...sampleResult('q', 0), output: [bad] }] }),
        )
        await refused(store.putCases('r', 't', [{ ordinal: 0, subject: sampleCase('a', { weight: bad }) }]))
        await refused(store.createRun(sampleRun('bad', { provenance: { figure: bad } })))
        expect(await gather(store.outcomes('r', {}))).toEqual([])
        expect(await store.lookup(['p', 'q'])).toEqual(new Map())
      })
    }
  })

  describe(`${name}: results`, () => {
    withStore('looks up what is there and leaves out what is not', async (store) => {
      const rows = [sampleResult('p', { form: 'text', text: 'hi' }), sampleResult('q', null, 'score')]
      await store.commit({ results: rows })
      expect(await store.lookup(['q', 'nothing', 'p'])).toEqual(
        new Map(rows.map((row) => [row.fingerprint, row])),
      )
    })

    withStore('keeps the first result of a fingerprint', async (store) => {
      await store.commit({ results: [sampleResult('p', 'first')] })
      await store.commit({ results: [sampleResult('p', 'second')] })
      expect((await store.lookup(['p'])).get('p')?.output).toBe('first')
    })

    withStore('writes a batch whole or not at all', async (store) => {
      await refused(
        store.commit({
          results: [sampleResult('p', 'x')],
          outcomes: [sampleOutcome({ run: 'r', case: 'a' }), sampleOutcome({ run: 'none', case: 'a' })],
        }),
      )
      expect(await store.lookup(['p'])).toEqual(new Map())
      expect(await gather(store.outcomes('r', {}))).toEqual([])
    })

    withStore('one bad batch neither loses nor hangs those beside it', async (store) => {
      const commits = Array.from({ length: 20 }, (_, index) =>
        store.commit({ outcomes: [sampleOutcome({ run: index === 7 ? 'none' : 'r', case: `c${index}` })] }),
      )
      const settled = await Promise.allSettled(commits)
      expect(settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7])
      expect(await gather(store.outcomes('r', {}))).toHaveLength(19)
    })

    withStore('gives references by track, system and case', async (store) => {
      const failure = { reason: 'refusal', by: 'system', message: 'no\0 \uD800' } as const
      const rows = [
        sampleReference({ run: 'r', case: 'a', system: 's1', failure }),
        sampleReference({ run: 'r', case: 'a', system: 's2', reused: true }),
        sampleReference({ run: 'r', case: 'b', system: 's2' }),
        sampleReference({ run: 'r', case: 'a', track: 'u', system: 's1' }),
      ]
      await store.commit({ references: rows.toReversed() })
      await store.commit({ references: rows })
      expect(await gather(store.references('r', {}))).toEqual(rows)
      expect(await gather(store.references('r', { track: 't', system: 's2' }))).toEqual([rows[1], rows[2]])
      expect(await gather(store.references('r', { case: 'a' }))).toEqual([rows[0], rows[1], rows[3]])
      expect(await gather(store.references('other', {}))).toEqual([])
    })

    withStore(
      'counts references by stage; of several attempts one that succeeded is enough',
      async (store) => {
        await store.createRun(sampleRun('r2'))
        const failure = { reason: 'provider', by: 'infrastructure', message: 'down' } as const
        await store.commit({
          references: [
            sampleReference({ run: 'r', case: 'a', failure }),
            sampleReference({ run: 'r', case: 'a', attempt: 1 }),
            sampleReference({ run: 'r', case: 'b', failure }),
            sampleReference({ run: 'r', case: 'b', attempt: 1, failure }),
            sampleReference({ run: 'r', case: 'c' }),
            sampleReference({ run: 'r', case: 'c', repeat: 1, reused: true }),
            sampleReference({ run: 'r', case: 'c', stage: 'score', instrument: 'i' }),
            sampleReference({ run: 'r', case: 'c', stage: 'score', instrument: 'j', failure }),
            sampleReference({ run: 'r', track: 'a', case: 'c', failure }),
            sampleReference({ run: 'r2', case: 'c' }),
          ],
        })
        expect(await store.stageTotals('r')).toEqual([
          { track: 'a', stage: 'respond', done: 0, failed: 1 },
          { track: 't', stage: 'respond', done: 3, failed: 1 },
          { track: 't', stage: 'score', done: 1, failed: 1 },
        ])
        expect(await store.stageTotals('none')).toEqual([])
      },
    )

    withStore('streams more references than a page, each once', async (store) => {
      const references = Array.from({ length: 4_100 }, (_, index) =>
        sampleReference({ run: 'r', case: String(index).padStart(5, '0') }),
      )
      await store.commit({ references })
      expect(await gather(store.references('r', {}))).toEqual(references)
      expect(await gather(store.references('r', { track: 't', system: 's' }))).toEqual(references)
      expect(await gather(store.units('r', 't'))).toHaveLength(4_100)
    })
  })

  describe(`${name}: units`, () => {
    withStore('tells the highest attempt and its first failure', async (store) => {
      const failure = { reason: 'provider', by: 'infrastructure', message: 'down' } as const
      const judged = { ...failure, reason: 'judge' } as const
      await store.commit({
        references: [
          sampleReference({ run: 'r', case: 'a', failure }),
          sampleReference({ run: 'r', case: 'a', attempt: 1 }),
          sampleReference({ run: 'r', case: 'a', attempt: 1, stage: 'score', instrument: 'i' }),
          sampleReference({ run: 'r', case: 'b' }),
          sampleReference({ run: 'r', case: 'b', attempt: 1, stage: 'ingest' }),
          sampleReference({ run: 'r', case: 'b', attempt: 1, stage: 'parse', failure }),
          sampleReference({
            run: 'r',
            case: 'b',
            attempt: 1,
            stage: 'judge',
            instrument: 'i',
            failure: judged,
          }),
          sampleReference({
            run: 'r',
            case: 'b',
            repeat: 1,
            stage: 'judge',
            instrument: 'i',
            failure: judged,
          }),
          sampleReference({ run: 'r', case: 'a', track: 'other', attempt: 5 }),
        ],
      })
      expect(await gather(store.units('r', 't'))).toEqual([
        { system: 's', case: 'a', repeat: 0, attempt: 1, failure: null },
        {
          system: 's',
          case: 'b',
          repeat: 0,
          attempt: 1,
          failure: { ...failure, stage: 'parse', instrument: '' },
        },
        {
          system: 's',
          case: 'b',
          repeat: 1,
          attempt: 0,
          failure: { ...judged, stage: 'judge', instrument: 'i' },
        },
      ])
    })
  })
}
