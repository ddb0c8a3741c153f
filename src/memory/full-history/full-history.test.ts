import { describe, expect, it } from 'vitest'
import { memoryProperties, refusedState } from '../../core/fixtures/memory-properties.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { fullHistoryMemory } from './full-history.ts'

const make = () => fullHistoryMemory(fakeMemoryTools())

memoryProperties('full', make)
memoryConformance('full', make, { describe, it, expect }, { known: { selects: 'noted' } })

it('hands over everything, the newest first, whatever is asked and whatever k is', async () => {
  const scope = await make().open(scopeRequest('a'))
  await scope.preload?.([{ id: 'g', text: 'likes tea', label: null, time: '2024-01-01' }])
  await scope.ingest({
    id: 's1',
    time: '2024-02-01',
    zone: null,
    messages: [
      { role: 'user', name: 'Ana', content: 'Hello', time: null },
      { role: 'assistant', name: null, content: '', time: null },
      { role: 'assistant', name: null, content: 'Hi', time: '2024-02-01T10:00:00Z' },
    ],
  })
  await scope.ingest(sessionOf('s2', null, 'Bye'))
  const found = await scope.search('anything', { k: 1, tokenBudget: 1, asOf: null })
  const kept = (id: string, text: string, saidAt: string | null, source: string) => ({
    id,
    text,
    saidAt,
    happenedAt: null,
    sources: [source],
    score: null,
    raw: null,
  })
  expect(found).toEqual([
    kept('s2#1', 'user: Bye', null, 's2'),
    kept('s1#3', 'assistant: Hi', '2024-02-01T10:00:00Z', 's1'),
    kept('s1#1', 'Ana (user): Hello', '2024-02-01', 's1'),
    kept('g', 'likes tea', '2024-01-01', 'g'),
  ])
})

it.each([
  { state: 3, says: 'Invalid input: expected object' },
  { state: { notes: [{ id: 'a' }] }, says: 'Invalid input' },
  {
    state: { notes: ['t', 'u'].map((text) => ({ id: 'a', speaker: null, text, saidAt: null, sources: [] })) },
    says: 'two notes have the same id',
  },
])('refuses the state $state', async ({ state, says }) => {
  const message = await refusedState(make(), state)
  expect(message).toContain('the kept state of memory full')
  expect(message).toContain(says)
})

it('gives a message another id when a given memory has it', async () => {
  const scope = await make().open(scopeRequest('a'))
  await scope.preload?.([{ id: 's#1', text: 'likes tea', label: null, time: null }])
  await scope.ingest(sessionOf('s', null, 'I like milk'))
  expect((await scope.list()).map(({ id }) => id)).toEqual(['s#1', "s#1'"])
})
