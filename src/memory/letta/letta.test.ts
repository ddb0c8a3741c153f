import { expect, it } from 'vitest'
import { fakeMemoryTools, scopeRequest } from '../../testing/memory-tools.ts'
import { createLetta } from './letta.ts'

it('makes no agent until something is told, and asks as of a time', async () => {
  const sent: unknown[] = []
  class Letta {
    readonly agents = {
      list: () => Promise.resolve({ items: [] }),
      create: (body: unknown) => {
        sent.push(body)
        return Promise.resolve({ id: 'a1' })
      },
      passages: {
        create: (_: string, body: unknown) => {
          sent.push(body)
          return Promise.resolve([])
        },
        search: (_: string, query: unknown) => {
          sent.push(query)
          return Promise.resolve({
            results: [
              { id: 'p1', content: 'x', timestamp: '2026-12-01T00:00:00Z', tags: ['source:g1', 'undated'] },
            ],
          })
        },
      },
    }
  }
  const packages = { '@letta-ai/letta-client': { default: Letta } }
  const memory = await createLetta(
    fakeMemoryTools({ packages, env: { LETTA_BASE_URL: 'http://127.0.0.1:1' } }),
  )
  const scope = await memory.open(scopeRequest('u1'))
  const options = { k: 2, tokenBudget: 9, asOf: '2026-02-01T00:00:00Z' }
  expect(await scope.search('x', options)).toEqual([])
  expect(await scope.list()).toEqual([])
  expect(sent).toEqual([])
  await scope.preload?.([{ id: 'g1', text: 'x', label: null, time: null }])
  expect(await scope.search('x', options)).toMatchObject([{ id: 'p1', saidAt: null, sources: ['g1'] }])
  expect(sent).toMatchObject([
    { name: 'u1', embedding: 'openai/text-embedding-3-small' },
    { text: 'x', tags: ['source:g1', 'undated'] },
    { query: 'x', top_k: 2, end_datetime: '2026-02-01T00:00:00Z' },
  ])
})

it('needs a key or a server', async () => {
  await expect(createLetta(fakeMemoryTools())).rejects.toThrow('LETTA_API_KEY, or LETTA_BASE_URL')
})
