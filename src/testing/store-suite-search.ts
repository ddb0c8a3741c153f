import type { Store } from '../core/store.ts'
import type { StoreSuite } from './store-suite.ts'
import { sampleCase, sampleReference, sampleResult, sampleRun } from './store-rows.ts'

/** Search: words, single characters and hostile queries. */
export function searchSuite({ name, describe, expect, withStore }: StoreSuite): void {
  describe(`${name}: search`, () => {
    const text = { input: { turns: [{ content: '我喜欢喝绿茶, plus 100% Jasmine tea_bag "quoted" \\ ok' }] } }
    async function filled(store: Store): Promise<void> {
      const gold = ['prefers mornings']
      await store.putCases('r', 't', [{ ordinal: 0, subject: sampleCase('a', { ...text, gold }) }])
      await store.commit({
        results: [
          sampleResult('p', { form: 'text', text: 'She drinks oolong' }),
          sampleResult('q', 'oolong', 'parse'),
        ],
        references: [
          sampleReference({ run: 'r', case: 'a', fingerprint: 'p' }),
          sampleReference({ run: 'r', case: 'a', fingerprint: 'q', stage: 'parse' }),
        ],
      })
    }
    const inCase = { run: 'r', track: 't', case: 'a', where: 'case', system: null }

    withStore('finds cases and answers, by words and by one character', async (store) => {
      await filled(store)
      for (const query of [
        '绿',
        '绿茶',
        '喝绿茶',
        'jasmine',
        'mornings',
        '100%',
        '%',
        '_',
        'a_b',
        '"',
        '"quoted"',
        '\\',
      ]) {
        const hits = await store.search(query, { limit: 10 })
        expect(hits, query).toEqual([{ ...inCase, excerpt: expect.stringMatching(/绿茶|mornings/) }])
      }
      expect(await store.search('oolong', { limit: 10 })).toEqual([
        { run: 'r', track: 't', case: 'a', where: 'respond', system: 's', excerpt: 'She drinks oolong' },
      ])
    })

    withStore('finds nothing for what is not there, and never fails on syntax', async (store) => {
      await filled(store)
      const queries = [
        '',
        'x_b',
        '红',
        'AND',
        'NEAR(a b)',
        '"',
        '""" OR',
        'text:jasmine',
        '*',
        '(((',
        '^tea',
        'a\0b',
      ]
      queries.push('\uD800', '\uD800abc', "' or 1=1 --", 'tea OR oolong', 'x'.repeat(20_000))
      for (const query of queries) {
        const hits = await store.search(query, { limit: 10 })
        expect(hits.length, query.slice(0, 20)).toBe(query === '"' ? 1 : 0)
      }
    })

    withStore('finds what was written after the last search, in the run that is asked for', async (store) => {
      await filled(store)
      await store.createRun(sampleRun('r2'))
      expect(await store.search('sencha', { limit: 10 })).toEqual([])
      await store.putCases('r2', 't', [{ ordinal: 0, subject: sampleCase('a', text) }])
      await store.putCases('r2', 't', [{ ordinal: 1, subject: sampleCase('b', { input: 'sencha' }) }])
      expect(await store.search('sencha', { limit: 10 })).toHaveLength(1)
      expect(await store.search('sencha', { run: 'r', limit: 10 })).toEqual([])
      expect((await store.search('Jasmine', { limit: 10 })).map(({ run }) => run).toSorted()).toEqual([
        'r',
        'r2',
      ])
      expect(await store.search('Jasmine', { limit: 1 })).toHaveLength(1)
    })

    withStore('shows at most 200 characters around the hit', async (store) => {
      const input = `${'😀'.repeat(5_000)}needle${'長'.repeat(5_000)}`
      await store.putCases('r', 't', [{ ordinal: 0, subject: sampleCase('a', { input }) }])
      const [hit] = await store.search('NEEDLE', { limit: 1 })
      expect(hit?.excerpt).toContain('needle')
      expect(hit?.excerpt.length).toBeLessThanOrEqual(200)
      expect(hit?.excerpt).not.toMatch(/[\uD800-\uDFFF]/u)
    })
  })
}
