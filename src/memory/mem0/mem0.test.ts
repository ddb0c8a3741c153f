import { beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../core/fault.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { createMem0 } from './mem0.ts'

interface Kept {
  id: string
  user: string
  memory: string
  metadata: object
}

/** What the fake package's writing model answers; it keeps each message when this can be read. */
let reply = '{"memory": [{"id": "0", "text": "x"}]}'
let made: FakeMemory[] = []

class FakeMemory {
  readonly config: unknown
  readonly kept: Kept[] = []
  readonly llm = { generateResponse: () => Promise.resolve(reply) }
  constructor(config: unknown) {
    this.config = config
    made.push(this)
  }
  async add(
    messages: { role: string; content: string }[],
    options: { userId: string; infer?: boolean; metadata: object },
  ) {
    if (options.infer !== false && !(await this.llm.generateResponse()).startsWith('{"memory": [{')) {
      return { results: [] }
    }
    const fresh = messages.map(({ content }, index) => ({
      id: `m${this.kept.length + index}`,
      user: options.userId,
      memory: content,
      metadata: options.metadata,
    }))
    this.kept.push(...fresh)
    return { results: fresh }
  }
  search(query: string, { filters, topK }: { filters: { user_id: string }; topK: number }) {
    const found = this.kept.filter(({ user, memory }) => user === filters.user_id && memory.includes(query))
    return Promise.resolve({ results: found.slice(0, topK).map((one) => ({ ...one, score: 0.5 })) })
  }
  getAll({ filters }: { filters: { user_id: string } }) {
    return Promise.resolve({ results: this.kept.filter(({ user }) => user === filters.user_id) })
  }
  deleteAll({ userId }: { userId: string }) {
    this.kept.splice(0, this.kept.length, ...this.kept.filter(({ user }) => user !== userId))
    return Promise.resolve({ message: 'deleted' })
  }
}

const packages = { 'mem0ai/oss': { Memory: FakeMemory }, 'mem0ai/package.json': { version: '3.3.1' } }
const env = { MEM0_TELEMETRY: 'false' }
let closed = 0
let trouble: Error | null = null
const tools = fakeMemoryTools({
  env,
  packages,
  tools: {
    endpoint: () =>
      Promise.resolve({
        baseUrl: 'http://127.0.0.1:9/v1',
        apiKey: 'token',
        trouble: () => trouble,
        close: () => {
          closed += 1
          return Promise.resolve()
        },
      }),
  },
})

beforeEach(() => {
  reply = '{"memory": [{"id": "0", "text": "x"}]}'
  made = []
  closed = 0
  trouble = null
})

describe('mem0, open-source', () => {
  it('records what a comparison has to know', async () => {
    const memory = await createMem0(tools)
    expect(memory).toMatchObject({
      name: 'mem0',
      version: '3.3.1',
      facts: { embedder: 'hash', extractionModel: 'test/writer', extractionPrompt: 'its own' },
      capabilities: { dates: 'in-text', readiness: 'at-once', keeps: 'process' },
    })
    expect(memory.warnings.join(' ')).toContain('no semantics')
  })

  it('is told where the models are, keeps nothing on disk and has its dates in the text', async () => {
    const scope = await (await createMem0(tools)).open(scopeRequest('u1'))
    await scope.ingest(sessionOf('s1', '2026-01-02T10:00:00Z', 'I like tea', ' '))
    expect(made[0]?.config).toMatchObject({
      llm: { config: { model: 'test/writer', baseURL: 'http://127.0.0.1:9/v1', apiKey: 'token' } },
      embedder: { provider: 'langchain' },
      vectorStore: { provider: 'memory', config: { dbPath: ':memory:' } },
      historyStore: { config: { historyDbPath: ':memory:' } },
    })
    expect(await scope.waitReady(1)).toEqual({ state: 'ready' })
    expect(await scope.search('tea', { k: 3, tokenBudget: 9, asOf: null })).toMatchObject([
      {
        text: '[2026-01-02T10:00:00Z] I like tea',
        saidAt: '2026-01-02T10:00:00Z',
        sources: ['s1'],
        score: 0.5,
      },
    ])
    expect(await scope.list()).toMatchObject([{ id: 'm0', score: null }])
    expect(scope.usage()).toMatchObject({ modelCalls: 1 })
  })

  it('sends a named embedder through the endpoint too', async () => {
    const memory = await createMem0({ ...tools, embedder: 'test/embed' })
    await memory.open(scopeRequest('u1'))
    expect(made[0]?.config).toMatchObject({
      embedder: { provider: 'openai', config: { model: 'test/embed', baseURL: 'http://127.0.0.1:9/v1' } },
    })
    expect(memory.facts.embedder).toBe('test/embed')
  })

  it('takes given memories without asking a model', async () => {
    const scope = await (await createMem0(tools)).open(scopeRequest('u1'))
    await scope.preload?.([{ id: 'g1', text: 'has a cat', label: null, time: null }])
    expect(await scope.list()).toMatchObject([{ text: 'has a cat', sources: ['g1'], saidAt: null }])
    expect(scope.usage().modelCalls).toBe(0)
  })

  it('is not blamed for a model that could not be reached, although it takes that for silence', async () => {
    const scope = await (await createMem0(tools)).open(scopeRequest('u1'))
    trouble = new Fault('provider', 'infrastructure', 'down')
    await expect(scope.ingest(sessionOf('s1', null, 'I like tea'))).rejects.toBe(trouble)
    await expect(scope.search('tea', { k: 1, tokenBudget: 9, asOf: null })).rejects.toBe(trouble)
  })

  it('says when a reply could not be read, and not when there was nothing to remember', async () => {
    const scope = await (await createMem0(tools)).open(scopeRequest('u1'))
    reply = 'I would rather not.'
    await expect(scope.ingest(sessionOf('s1', null, 'I like tea'))).rejects.toThrow('could not read')
    reply = '{"memory": []}'
    await scope.ingest(sessionOf('s2', null, 'hm'))
    expect(await scope.list()).toEqual([])
  })

  it('has nothing to say on a blank session or a blank query', async () => {
    const scope = await (await createMem0(tools)).open(scopeRequest('u1'))
    await scope.ingest(sessionOf('s1', null, '', '  '))
    expect(await scope.search(' ', { k: 3, tokenBudget: 9, asOf: null })).toEqual([])
    expect(scope.usage().modelCalls).toBe(0)
  })

  it('forgets a user and closes the endpoint once', async () => {
    const memory = await createMem0(tools)
    const scope = await memory.open(scopeRequest('u1'))
    await memory.open(scopeRequest('u2'))
    await scope.ingest(sessionOf('s1', null, 'I like tea'))
    await scope.destroy()
    expect(made[0]?.kept).toEqual([])
    expect(closed).toBe(1)
    await memory.close?.()
    expect(closed).toBe(2)
  })

  it.each([
    ['a writing model', { ...tools, model: null }, '--memory-model'],
    ['a word on telemetry', fakeMemoryTools({ packages }), 'MEM0_TELEMETRY'],
    ['the package', fakeMemoryTools({ env }), 'mem0ai/oss'],
  ])('does not start without %s', async (_, without, words) => {
    const error: unknown = await createMem0(without).catch((thrown: unknown) => thrown)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain(words)
  })
})
