import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { blockOf, memoryModels } from '../../core/fixtures/memory-models.ts'
import { memoryProperties, refusedState } from '../../core/fixtures/memory-properties.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import type { ChatRequest } from '../../core/model.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { extractUpdateMemory } from './extract-update.ts'

const options = { k: 3, tokenBudget: 100, asOf: null }

function made(reply: (request: ChatRequest) => string | Error, embedder: string | null = null) {
  const models = memoryModels(reply)
  const tools = fakeMemoryTools({ tools: { port: models.port, embedder } })
  return { ...models, memory: extractUpdateMemory(tools, { nearest: 2 }) }
}

const operations = (...list: readonly object[]) => JSON.stringify({ operations: list })
const added = (text: string) => ({ event: 'add', id: null, text })

/** Adds each message; rewrites the nearest item and deletes the next. */
function busy(request: ChatRequest): string {
  const session = z.array(z.object({ text: z.string() })).parse(blockOf(request, 'session'))
  const [first, second] = z
    .array(z.object({ id: z.string(), text: z.string() }))
    .parse(blockOf(request, 'memory'))
  return operations(
    ...session.map(({ text }) => added(text)),
    { event: 'update', id: first?.id ?? null, text: `${first?.text ?? ''}!` },
    { event: 'delete', id: second?.id ?? null, text: null },
  )
}

/** Adds each message as it is. */
function copies(request: ChatRequest): string {
  const session = z.array(z.object({ role: z.string(), text: z.string() })).parse(blockOf(request, 'session'))
  return operations(...session.filter(({ role }) => role === 'user').map(({ text }) => added(text)))
}

memoryProperties('extract-update', () => made(busy).memory)
memoryProperties('extract-update by a model', () => made(busy, 'test/embedder').memory)
memoryConformance(
  'extract-update with a writer that copies',
  () => made(copies).memory,
  { describe, it, expect },
  { known: { selects: 'noted', 'knowledge-update': 'noted' } },
)

describe('extract-update', () => {
  it('shows the session and the items nearest to it, and does what the model says', async () => {
    const replies = [
      operations(added('likes tea'), added('plays the cello'), added('lives in Lisbon')),
      operations(
        { event: 'update', id: 'm2', text: 'plays the violin' },
        { event: 'delete', id: 'x', text: null },
      ),
    ]
    const { memory, chats } = made(() => replies.shift() ?? '')
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', '2024-01-01', 'tea, the cello, Lisbon'))
    await scope.ingest(sessionOf('s2', '2024-02-01', 'I sold the cello and plays the violin'))
    expect(blockOf(chats[0], 'memory')).toEqual([])
    expect(blockOf(chats[1], 'memory')).toEqual([{ id: 'm2', text: 'plays the cello' }, expect.anything()])
    expect((await scope.list()).map(({ id, text, saidAt, sources }) => [id, text, saidAt, sources])).toEqual([
      ['m1', 'likes tea', '2024-01-01', ['s1']],
      ['m3', 'lives in Lisbon', '2024-01-01', ['s1']],
      ['m2', 'plays the violin', '2024-02-01', ['s1', 's2']],
    ])
    expect(await scope.snapshot?.()).toMatchObject({ next: 4, ignored: 1 })
    expect((await scope.search('violin', options))[0]?.id).toBe('m2')
    expect((await scope.search('violin', { ...options, asOf: '2024-01-31' })).map(({ id }) => id)).toEqual([
      'm3',
      'm1',
    ])
  })

  it('starts from given memories under their ids', async () => {
    const { memory, chats } = made(() => operations({ event: 'delete', id: 'g1', text: null }))
    const scope = await memory.open(scopeRequest('a'))
    await scope.preload?.([
      { id: 'g1', text: 'likes tea', label: 'x', time: null },
      { id: 'g2', text: 'has a parrot', label: null, time: '2024-01-01' },
    ])
    await scope.ingest(sessionOf('s1', null, 'I hate tea now'))
    expect(chats).toHaveLength(1)
    expect((await scope.list()).map(({ id, saidAt }) => [id, saidAt])).toEqual([['g2', '2024-01-01']])
  })

  it('asks once more, as another sample, when a reply can not be read', async () => {
    const replies = ['what?', operations(added('likes tea'))]
    const { memory, chats } = made(() => replies.shift() ?? '')
    const scope = await memory.open({ ...scopeRequest('a'), sample: { repeat: 1, attempt: 2, fresh: null } })
    await scope.ingest(sessionOf('s1', null, 'I like tea'))
    expect(chats.map(({ sample }) => sample)).toEqual([
      { repeat: 1, attempt: 3, fresh: null },
      { repeat: 1, attempt: 4, fresh: null },
    ])
    expect(chats[0]).toMatchObject({
      purpose: 'memory:extract-update:ingest',
      reply: { name: 'memory_operations' },
      parameters: { temperature: 0 },
    })
    expect(chats[0]?.messages[0]?.content).toMatch(/^You keep the long-term memory of one user/)
    expect(await scope.list()).toHaveLength(1)
  })

  it.each([
    { reply: 'what?', calls: 2, says: 'no readable operations for session s1 in 2 tries' },
    { reply: new RunStop('the budget is used up', ''), calls: 1, says: 'the budget is used up' },
    { reply: new Fault('provider', 'infrastructure', 'down'), calls: 1, says: 'down' },
  ])('throws on a session that brings "$reply", and goes on', async ({ reply, calls, says }) => {
    let broken = true
    const { memory, chats } = made(() => (broken ? reply : operations(added('likes milk'))))
    const scope = await memory.open(scopeRequest('a'))
    const error: unknown = await scope
      .ingest(sessionOf('s1', null, 'I like tea'))
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining(says) })
    if (reply instanceof Error) expect(error).toBe(reply)
    else expect(error).toMatchObject({ reason: 'unusable-output', by: 'system' })
    expect(chats).toHaveLength(calls)
    broken = false
    await scope.ingest(sessionOf('s2', null, 'I like milk'))
    expect((await scope.list()).map(({ text }) => text)).toEqual(['likes milk'])
  })

  it('needs a model, and no damaged state', async () => {
    expect(() => extractUpdateMemory(fakeMemoryTools({ tools: { model: null } }))).toThrow(
      'memory extract-update needs a model',
    )
    const state = { notes: [], next: -1, ignored: 0, vectors: null }
    expect(await refusedState(made(() => '').memory, state)).toContain("can't be read")
  })
})
