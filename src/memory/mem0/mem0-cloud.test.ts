import { beforeEach, describe, expect, it } from 'vitest'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { createMem0Cloud } from './mem0-cloud.ts'

interface Kept {
  id: string
  user: string
  memory: string
  metadata: object
}

let kept: Kept[] = []
let seen: unknown[] = []
/** What is said of an event, look after look; the last word stays. */
let states: string[] = ['SUCCEEDED']

class MemoryClient {
  readonly headers = { Authorization: 'Token k' }
  constructor(options: unknown) {
    seen.push(options)
  }
  add(messages: { content: string }[], options: { userId: string; metadata: object }) {
    seen.push({ messages, ...options })
    for (const { content } of messages) {
      kept.push({ id: `m${kept.length}`, user: options.userId, memory: content, metadata: options.metadata })
    }
    return Promise.resolve({ message: 'queued', status: 'PENDING', eventId: `e${kept.length}` })
  }
  _fetchWithErrorHandling(url: string) {
    seen.push(url)
    return Promise.resolve({ status: states.length > 1 ? states.shift() : states[0] })
  }
  search(query: string, options: { filters: { user_id: string }; topK: number }) {
    seen.push(options)
    const found = kept.filter(
      ({ user, memory }) => user === options.filters.user_id && memory.includes(query),
    )
    return Promise.resolve({ results: found.map((one) => ({ ...one, score: 0.9 })) })
  }
  getAll({ filters, page, pageSize }: { filters: { user_id: string }; page: number; pageSize: number }) {
    const all = kept.filter(({ user }) => user === filters.user_id)
    const results = all.slice((page - 1) * pageSize, page * pageSize)
    return Promise.resolve({ results, next: page * pageSize < all.length ? 'more' : null })
  }
  deleteAll({ userId }: { userId: string }) {
    if (!kept.some(({ user }) => user === userId)) {
      return Promise.reject(Object.assign(new Error('none'), { errorCode: 'HTTP_404' }))
    }
    kept = kept.filter(({ user }) => user !== userId)
    return Promise.resolve({ message: 'deleted' })
  }
}

const packages = { mem0ai: { MemoryClient }, 'mem0ai/package.json': { version: '3.3.1' } }
const env = { MEM0_API_KEY: 'k', MEM0_TELEMETRY: 'false', MEM0_BASE_URL: 'http://127.0.0.1:7/' }
const options = { k: 5, tokenBudget: 9, asOf: null }

beforeEach(() => {
  kept = []
  seen = []
  states = ['SUCCEEDED']
})

describe('mem0 cloud', () => {
  it('says what it is', async () => {
    const memory = await createMem0Cloud(fakeMemoryTools({ env, packages }))
    expect(memory).toMatchObject({
      name: 'mem0-cloud',
      version: '3.3.1',
      capabilities: { dates: 'native', readiness: 'told', keeps: 'service' },
    })
    expect(memory.warnings[0]).toContain('experimental: it was never run against the real service with a key')
    expect(JSON.stringify(memory)).not.toContain('"k"')
  })

  it('is told a session with its date, waits for its event and finds it again', async () => {
    const tools = fakeMemoryTools({ env, packages })
    const scope = await (await createMem0Cloud(tools)).open(scopeRequest('u1'))
    states = ['PENDING', 'RUNNING', 'SUCCEEDED']
    await scope.ingest(sessionOf('s1', '2026-01-02T10:00:00Z', 'I like tea', ' '))
    expect(await scope.waitReady(10_000)).toEqual({ state: 'ready' })
    expect(tools.waited).toEqual([250, 500])
    expect(seen.slice(0, 3)).toEqual([
      { apiKey: 'k', host: 'http://127.0.0.1:7' },
      {
        messages: [{ role: 'user', content: 'I like tea' }],
        userId: 'u1',
        metadata: { source: 's1', time: '2026-01-02T10:00:00Z' },
        timestamp: 1_767_348_000,
      },
      'http://127.0.0.1:7/v1/event/e1/',
    ])
    const [item] = await scope.search('tea', options)
    expect(item).toMatchObject({
      id: 'm0',
      text: 'I like tea',
      saidAt: '2026-01-02T10:00:00Z',
      sources: ['s1'],
      score: 0.9,
    })
    expect(seen.at(-1)).toEqual({ filters: { user_id: 'u1' }, topK: 5, rerank: false })
  })

  it('says which session failed, and when it was not ready in time', async () => {
    const scope = await (await createMem0Cloud(fakeMemoryTools({ env, packages }))).open(scopeRequest('u1'))
    states = ['FAILED']
    await scope.ingest(sessionOf('s1', null, 'I like tea'))
    expect(await scope.waitReady(10_000)).toEqual({ state: 'failed', sessions: ['s1'] })
    states = ['PENDING']
    await scope.ingest(sessionOf('s2', null, 'I like milk'))
    expect(await scope.waitReady(1000)).toEqual({ state: 'timeout' })
  })

  it('lists page after page and forgets one user', async () => {
    const memory = await createMem0Cloud(fakeMemoryTools({ env, packages }))
    const [scope, other] = [await memory.open(scopeRequest('u1')), await memory.open(scopeRequest('u2'))]
    const texts = Array.from({ length: 205 }, (_, index) => `fact ${index}`)
    await scope.ingest(sessionOf('s1', null, ...texts))
    await other.ingest(sessionOf('s1', null, 'mine'))
    expect((await scope.list()).map(({ text }) => text)).toEqual(texts)
    await scope.destroy()
    expect(await scope.list()).toEqual([])
    expect(await other.list()).toHaveLength(1)
    await scope.destroy()
  })

  it.each([
    ['MEM0_API_KEY', fakeMemoryTools({ packages })],
    ['MEM0_TELEMETRY', fakeMemoryTools({ packages, env: { MEM0_API_KEY: 'k' } })],
  ])('does not start without %s', async (name, tools) => {
    await expect(createMem0Cloud(tools)).rejects.toThrow(name)
  })
})
