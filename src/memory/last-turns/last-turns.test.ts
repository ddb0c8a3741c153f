import { describe, expect, it } from 'vitest'
import { memoryProperties } from '../../core/fixtures/memory-properties.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { lastTurnsMemory } from './last-turns.ts'

const make = (count: number) => lastTurnsMemory(fakeMemoryTools(), count)

memoryProperties('last-2', () => make(2))
memoryConformance('last-10', () => make(10), { describe, it, expect }, { known: { selects: 'noted' } })

it.each([
  { count: 1, kept: ['user: d'] },
  { count: 3, kept: ['user: d', 'user: c', 'user: b'] },
  { count: 9, kept: ['user: d', 'user: c', 'user: b', 'user: a', 'g'] },
])('keeps the last $count, the newest first', async ({ count, kept }) => {
  const memory = make(count)
  expect(memory.name).toBe(`last-${count}`)
  const scope = await memory.open(scopeRequest('a'))
  await scope.preload?.([{ id: 'g', text: 'g', label: null, time: null }])
  await scope.ingest(sessionOf('s1', null, 'a', 'b', '', 'c'))
  await scope.ingest(sessionOf('s2', null, 'd'))
  const found = await scope.search('a', { k: 1, tokenBudget: 1, asOf: null })
  expect(found.map(({ text }) => text)).toEqual(kept)
})

it.each([0, -1, 1.5, Number.NaN])('refuses %s messages', (count) => {
  expect(() => make(count)).toThrow('keeps no whole number of messages')
})
