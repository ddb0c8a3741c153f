import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MemoryTools } from '../src/core/memory-tools.ts'
import type { MemorySystem } from '../src/core/memory.ts'
import { runMemoryChecks } from '../src/memory/conformance/index.ts'
import { createLangGraph } from '../src/memory/langgraph/langgraph.ts'
import { createMem0 } from '../src/memory/mem0/mem0.ts'
import { scopeRequest, sessionOf } from '../src/testing/memory-tools.ts'
import { missing, realTools } from './kit.ts'
import { startModelServer, type ModelServer } from './model-server.ts'

const options = { k: 3, tokenBudget: 1000, asOf: null }

let server: ModelServer
let opened: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  server = await startModelServer()
})
afterEach(async () => {
  server.reply = null
  for (const one of opened.toReversed()) await one.close()
  opened = []
})
afterAll(() => server.close())

async function start(
  create: (tools: MemoryTools) => Promise<MemorySystem>,
  embedder: string | null = 'openai/embed',
) {
  const real = realTools(server.baseUrl, embedder === null ? {} : { embedder })
  opened.push(real)
  const memory = await create(real.tools)
  opened.push({ close: async () => memory.close?.() })
  return { memory, ...real }
}

describe.skipIf(missing !== null).each([
  // Its model here notes every sentence.
  ['mem0', createMem0, '3.3.1', ['selects noted']],
  // It keeps what was said, old and new.
  ['langgraph', createLangGraph, '1.7.3', ['knowledge-update noted', 'selects noted']],
] as const)(`%s for real${missing === null ? '' : ` (${missing})`}`, (name, create, version, noted) => {
  it('keeps what was said: another message, another answer', async () => {
    const { memory } = await start(create)
    expect(memory.version).toBe(version)
    const told = async (id: string, text: string): Promise<string> => {
      const scope = await memory.open(scopeRequest(id))
      await scope.ingest(sessionOf('s1', '2026-01-02T10:00:00Z', text, 'My sister lives in Lisbon'))
      const [nearest] = await scope.search('Which drink does the user like?', { ...options, k: 1 })
      expect(nearest).toMatchObject({ saidAt: '2026-01-02T10:00:00Z', sources: ['s1'] })
      expect(await scope.list()).toHaveLength(2)
      return nearest?.text ?? ''
    }
    expect(await told('u1', 'The drink I like is jasmine tea')).toContain('jasmine tea')
    expect(await told('u2', 'The drink I like is cold cocoa')).toContain('cold cocoa')
  })

  it('keeps users apart and forgets one of them', async () => {
    const { memory } = await start(create)
    const [one, other] = [await memory.open(scopeRequest('u1')), await memory.open(scopeRequest('u2'))]
    await one.ingest(sessionOf('s1', null, 'My password word is zanzibar'))
    await other.ingest(sessionOf('s1', null, 'I keep bees'))
    expect((await other.search('zanzibar', options)).map(({ text }) => text).join()).not.toContain('zanzibar')
    await one.destroy()
    expect(await other.list()).toHaveLength(1)
    const again = await memory.open(scopeRequest('u1'))
    expect(await again.list()).toEqual([])
    expect(await again.search('zanzibar', options)).toEqual([])
  })

  it('takes given memories as they are', async () => {
    const { memory } = await start(create)
    const scope = await memory.open(scopeRequest('u1'))
    await scope.preload?.([{ id: 'g1', text: 'Plays chess on Sundays', label: null, time: null }])
    expect(await scope.list()).toMatchObject([{ text: 'Plays chess on Sundays', sources: ['g1'] }])
  })

  it('writes every call into the ledger', async () => {
    const { memory, ledger } = await start(create)
    const scope = await memory.open(scopeRequest('u1'))
    await scope.ingest(sessionOf('s1', null, 'I keep bees'))
    await scope.search('bees', options)
    const calls = new Set(ledger.map(({ model, purpose, outcome }) => `${model} ${purpose} ${outcome}`))
    expect([...calls].toSorted()).toEqual(
      name === 'mem0'
        ? ['openai/embed memory:mem0:sdk answered', 'openai/writer memory:mem0:sdk answered']
        : ['openai/embed memory:langgraph:ingest answered', 'openai/embed memory:langgraph:search answered'],
    )
  })

  it('works without an embedding model', async () => {
    const { memory, ledger } = await start(create, null)
    const scope = await memory.open(scopeRequest('u1'))
    await scope.ingest(sessionOf('s1', null, 'I keep bees', 'My car is red', '…'))
    expect((await scope.search('bees', options))[0]?.text).toContain('bees')
    expect(memory.facts.embedder).toBe('hash')
    expect(ledger.every(({ model }) => model === 'openai/writer')).toBe(true)
  })

  it('passes the conformance suite', async () => {
    const { memory } = await start(create)
    const results = await runMemoryChecks(memory, {
      scopePrefix: `suite-${name}`,
      wait: 10_000,
      sample: { repeat: 0, attempt: 0, fresh: null },
      signal: new AbortController().signal,
    })
    const others = results.filter(({ state }) => state !== 'passed')
    expect(others.map(({ check, state }) => `${check} ${state}`)).toEqual(noted)
  })
})

describe.skipIf(missing !== null)('mem0', () => {
  it('says when a reply could not be read', async () => {
    const { memory } = await start(createMem0)
    const scope = await memory.open(scopeRequest('u1'))
    server.reply = 'I would rather not.'
    await expect(scope.ingest(sessionOf('s1', null, 'I keep bees'))).rejects.toThrow('could not read')
    server.reply = '{"memory": []}'
    await scope.ingest(sessionOf('s2', null, 'hm'))
    expect(await scope.list()).toEqual([])
  })
})
