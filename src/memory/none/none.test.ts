import { expect, it } from 'vitest'
import { memoryProperties } from '../../core/fixtures/memory-properties.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { noMemory } from './none.ts'

memoryProperties('none', () => noMemory(fakeMemoryTools()))

it('keeps nothing of what it is told or given', async () => {
  const scope = await noMemory(fakeMemoryTools()).open(scopeRequest('a'))
  await scope.preload?.([{ id: 'g', text: 'likes tea', label: null, time: null }])
  await scope.ingest(sessionOf('s', null, 'I like tea'))
  expect(await scope.list()).toEqual([])
  expect(await scope.search('tea', { k: 5, tokenBudget: 100, asOf: null })).toEqual([])
  expect(await scope.waitReady(1)).toEqual({ state: 'ready' })
})
