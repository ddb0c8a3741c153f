import { parseJson, type Json } from '../core/json.ts'
import type { StoreSuite } from './store-suite.ts'
import { gather, sampleCase, sampleOutcome, sampleResult, sampleRun } from './store-rows.ts'

/** Values that careless storage changes. */
const AWKWARD: Readonly<Record<string, Json>> = {
  'lone surrogates': ['\uD800', 'a\uDC00b', '\uD83D'.repeat(600)],
  NUL: ['a\0b', '\0'.repeat(600)],
  'long text': ['x'.repeat(513), '长'.repeat(40_000), { deep: [{ er: '😀'.repeat(3_000) }] }],
  'text at the limit': ['x'.repeat(512)],
  'what looks like a reference': [
    { $text: 'abc' },
    { $data: { $text: 'x' } },
    { $text: 1, more: 2 },
    { $data: 3 },
  ],
  'awkward keys': [parseJson('{"__proto__": {"a": 1}, "": 0, "constructor": "x"}'), { '\uD800': 1, '\0': 2 }],
  numbers: [0.1, 1e308, 5e-324, 2 ** 53, -1, 123456789012],
  'empty things': [[], {}, '', null, false],
  hostile: ['<script>alert(1)</script>', "'; drop table runs; --", '\u001B[2J', '=cmd()'],
}

/** Cases: what goes in comes out, in order, in pages. */
export function casesSuite({ name, describe, expect, withStore }: StoreSuite): void {
  describe(`${name}: cases`, () => {
    withStore('gives cases back in the order of the data set, however they came', async (store) => {
      const subjects = ['c', 'a', 'b'].map((id) => sampleCase(id))
      const placed = subjects.map((subject, ordinal) => ({ ordinal, subject }))
      await store.putCases('r', 't', placed.toReversed())
      expect(await gather(store.cases('r', 't'))).toEqual(subjects)
      expect(await gather(store.cases('r', 'other'))).toEqual([])
    })

    withStore('takes the same cases twice, in two tracks and runs', async (store) => {
      await store.createRun(sampleRun('r2'))
      const placed = [{ ordinal: 0, subject: sampleCase('a', { input: 'long '.repeat(1_000) }) }]
      for (const [run, track] of [
        ['r', 't'],
        ['r', 't'],
        ['r', 'u'],
        ['r2', 't'],
      ] as const) {
        await store.putCases(run, track, placed)
      }
      for (const [run, track] of [
        ['r', 't'],
        ['r', 'u'],
        ['r2', 't'],
      ] as const) {
        expect(await gather(store.cases(run, track))).toEqual(placed.map(({ subject }) => subject))
      }
    })

    withStore('gives one case by its id', async (store) => {
      const subjects = ['c', 'a', '猫"'].map((id) => sampleCase(id, { gold: AWKWARD['long text'] ?? null }))
      await store.putCases(
        'r',
        't',
        subjects.map((subject, ordinal) => ({ ordinal, subject })),
      )
      for (const subject of subjects) expect(await store.case('r', 't', subject.id)).toEqual(subject)
      expect(await store.case('r', 't', 'b')).toBeUndefined()
      expect(await store.case('r', 'u', 'a')).toBeUndefined()
      expect(await store.case('r2', 't', 'a')).toBeUndefined()
    })

    withStore('summarises cases', async (store) => {
      const subject = sampleCase('a', {
        weight: 2.5,
        tags: { type: ['x', '中'], '': [] },
        skip: 'left out\0',
      })
      await store.putCases('r', 't', [{ ordinal: 41, subject }])
      const { id, hash, cluster, weight, tags } = subject
      expect(await gather(store.caseSummaries('r', 't'))).toEqual([
        { id, hash, cluster, weight, tags, ordinal: 41 },
      ])
      expect(await gather(store.cases('r', 't'))).toEqual([subject])
    })

    withStore('streams many cases past one page', async (store) => {
      const placed = Array.from({ length: 150 }, (_, ordinal) => ({
        ordinal,
        subject: sampleCase(`c${ordinal}`),
      }))
      await store.putCases('r', 't', placed)
      const ids = placed.map(({ subject }) => subject.id)
      expect((await gather(store.cases('r', 't'))).map((subject) => subject.id)).toEqual(ids)
      expect((await gather(store.caseSummaries('r', 't'))).map((summary) => summary.id)).toEqual(ids)
    })

    withStore('is written while it is read', async (store) => {
      const placed = Array.from({ length: 100 }, (_, ordinal) => ({
        ordinal,
        subject: sampleCase(`c${ordinal}`),
      }))
      await store.putCases('r', 't', placed)
      const seen: string[] = []
      for await (const subject of store.cases('r', 't')) {
        seen.push(subject.id)
        await store.commit({ outcomes: [sampleOutcome({ run: 'r', case: subject.id })] })
        await store.putCases('r', 'other', [{ ordinal: seen.length, subject }])
      }
      expect(seen).toEqual(placed.map(({ subject }) => subject.id))
    })

    for (const [what, value] of Object.entries(AWKWARD)) {
      withStore(`changes nothing: ${what}`, async (store) => {
        const subject = sampleCase('a', { input: value, gold: [value], row: { value }, recordings: {} })
        await store.putCases('r', 't', [{ ordinal: 0, subject }])
        const result = sampleResult('p', { value })
        await store.commit({ results: [result] })
        expect(await gather(store.cases('r', 't'))).toEqual([subject])
        // Compared as text too: toEqual forgives a prototype.
        const [stored] = await gather(store.cases('r', 't'))
        expect(JSON.stringify(stored?.input)).toBe(JSON.stringify(value))
        expect((await store.lookup(['p'])).get('p')).toEqual(result)
      })
    }
  })
}
