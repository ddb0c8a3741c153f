import { expect, it } from 'vitest'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { createSupermemory } from './supermemory.ts'

it('says which session failed, with the date in the text', async () => {
  const sent: unknown[] = []
  class Supermemory {
    readonly documents = { get: () => Promise.resolve({ status: 'failed' }) }
    add(body: unknown) {
      sent.push(body)
      return Promise.resolve({ id: 'd1', status: 'queued' })
    }
  }
  const packages = { supermemory: { default: Supermemory } }
  const memory = await createSupermemory(fakeMemoryTools({ packages, env: { SUPERMEMORY_API_KEY: 'k' } }))
  const scope = await memory.open(scopeRequest('u1'))
  await scope.ingest(sessionOf('s1', '2026-01-02T10:00:00Z', 'I keep bees', ''))
  expect(sent).toMatchObject([
    { content: '[2026-01-02T10:00:00Z] user: I keep bees', containerTag: 'u1', dreaming: 'instant' },
  ])
  expect(await scope.waitReady(1000)).toEqual({ state: 'failed', sessions: ['s1'] })
})

it('needs a key', async () => {
  await expect(createSupermemory(fakeMemoryTools())).rejects.toThrow('SUPERMEMORY_API_KEY')
})
