import { describe, expect, it } from 'vitest'
import { memoryProperties } from '../../core/fixtures/memory-properties.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { bm25Memory } from './bm25.ts'

const make = () => bm25Memory(fakeMemoryTools())

memoryProperties('bm25', make)
memoryConformance(
  'bm25',
  make,
  { describe, it, expect },
  { known: { selects: 'noted', 'knowledge-update': 'noted' } },
)

describe('bm25', () => {
  it.each([
    { query: 'Who plays the cello?', ids: ['s1#1', 's2#2', 's2#1'] },
    { query: '茶', ids: ['s2#1', 's2#2', 's1#2'] },
    { query: '🦜', ids: ['s2#2', 's2#1', 's1#2'] },
    { query: 'قهوة', ids: ['s1#2', 's2#2', 's2#1'] },
    // Nothing fits: the newest first.
    { query: 'xylophone', ids: ['s2#2', 's2#1', 's1#2'] },
    { query: '', ids: ['s2#2', 's2#1', 's1#2'] },
  ])('ranks for "$query"', async ({ query, ids }) => {
    const scope = await make().open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', '2024-01-01', 'I play the cello', 'أحب قهوة'))
    await scope.ingest(sessionOf('s2', '2024-02-01', '茶', 'My 🦜 sings'))
    const found = await scope.search(query, { k: 3, tokenBudget: 100, asOf: null })
    expect(found.map(({ id }) => id)).toEqual(ids)
  })

  it('finds the only message that it has, and weighs words as of the time that is asked for', async () => {
    const scope = await make().open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', '2024-01-01', 'tea'))
    await scope.ingest(sessionOf('s2', '2024-02-01', 'tea', 'milk'))
    const [first, ...rest] = await scope.search('tea', { k: 3, tokenBudget: 100, asOf: '2024-01-15' })
    expect(rest).toEqual([])
    expect(first).toMatchObject({ id: 's1#1', saidAt: '2024-01-01' })
    expect(first?.score).toBeCloseTo(Math.log(1 + 0.5 / 1.5), 12)
  })
})
