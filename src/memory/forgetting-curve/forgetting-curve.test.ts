import { describe, expect, it } from 'vitest'
import { blockOf, memoryModels } from '../../core/fixtures/memory-models.ts'
import { memoryProperties, refusedState } from '../../core/fixtures/memory-properties.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import { sha256 } from '../../core/hash.ts'
import type { MemoryScope } from '../../core/memory.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { forgettingCurveMemory } from './forgetting-curve.ts'

const options = { k: 3, tokenBudget: 100, asOf: null }

function made(reply: Parameters<typeof memoryModels>[0], embedder: string | null = null, reminded?: number) {
  const models = memoryModels(reply)
  const tools = fakeMemoryTools({ tools: { port: models.port, embedder } })
  return { ...models, memory: forgettingCurveMemory(tools, reminded === undefined ? {} : { reminded }) }
}
const hashes = (...[request]: Parameters<Parameters<typeof memoryModels>[0]>) =>
  `a summary ${sha256(request.messages[1]?.content ?? '').slice(0, 4)}`

memoryProperties('forgetting-curve', () => made(hashes).memory)
memoryProperties('forgetting-curve by a model', () => made(hashes, 'test/embedder').memory)
memoryConformance(
  'forgetting-curve',
  () => made(hashes).memory,
  { describe, it, expect },
  {
    known: { selects: 'noted' },
  },
)

const ids = async (scope: MemoryScope) => (await scope.list()).map(({ id }) => id)

describe('forgetting-curve', () => {
  it('keeps messages and a summary of each session', async () => {
    const { memory, chats } = made(() => ' about tea ')
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', '2024-01-01', 'I like tea', ''))
    expect(blockOf(chats[0], 'session')).toEqual([
      { role: 'user', text: 'I like tea', said_at: '2024-01-01' },
    ])
    expect(chats[0]?.messages[0]?.content).toMatch(/^You sum up one session of one user/)
    expect(chats[0]).toMatchObject({
      purpose: 'memory:forgetting-curve:ingest',
      parameters: { temperature: 0 },
    })
    expect((await scope.list()).map(({ id, text, sources }) => [id, text, sources])).toEqual([
      ['s1#1', 'user: I like tea', ['s1']],
      ['s1#summary', 'about tea', ['s1']],
    ])
  })

  it.each([
    {
      name: 'days of the calendar',
      times: ['2024-01-01', '2024-01-05', '2024-01-06'],
      forgotten: [false, true],
    },
    {
      name: 'less than a day',
      times: ['2024-01-01', '2024-01-01', '2024-01-01T12:00:00Z'],
      forgotten: [false, false],
    },
    { name: 'a day for each session', times: [null, null, null], forgotten: [false, false] },
  ])('forgets by $name', async ({ times, forgotten }) => {
    // Nothing reminds of anything.
    const { memory } = made(() => 'x', null, 0)
    const scope = await memory.open(scopeRequest('a'))
    const [first, second, third] = times
    await scope.ingest(sessionOf('s1', first ?? null, 'I like tea'))
    await scope.ingest(sessionOf('s2', second ?? null, 'The weather'))
    expect(!(await ids(scope)).includes('s1#1')).toBe(forgotten[0])
    await scope.ingest(sessionOf('s3', third ?? null, 'A bicycle'))
    expect(!(await ids(scope)).includes('s1#1')).toBe(forgotten[1])
  })

  it('counts a day for each session without a date: on the sixth the first is forgotten', async () => {
    const { memory } = made(() => 'x', null, 0)
    const scope = await memory.open(scopeRequest('a'))
    const known: boolean[] = []
    for (let day = 1; day <= 6; day++) {
      await scope.ingest(sessionOf(`s${day}`, null, `message ${day}`))
      known.push((await ids(scope)).includes('s1#1'))
    }
    expect(known).toEqual([true, true, true, true, true, false])
  })

  it('remembers longer what a search recalls, and what the user comes back to', async () => {
    for (const way of ['search', 'session']) {
      const { memory } = made(() => 'x', null, way === 'session' ? 1 : 0)
      const scope = await memory.open(scopeRequest('a'))
      await scope.ingest(sessionOf('s1', null, 'I play the cello'))
      await scope.ingest(sessionOf('s2', null, way === 'session' ? 'the cello I play' : 'bicycle'))
      if (way === 'search') await scope.search('cello', { ...options, k: 1 })
      for (let day = 3; day <= 7; day++) await scope.ingest(sessionOf(`s${day}`, null, `${day}`))
      expect(await ids(scope)).toContain('s1#1')
    }
  })

  it('gives strength and retention at the time of the search, and grows by 1 each time', async () => {
    const { memory } = made(() => 'x', null, 0)
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', '2024-01-01', 'I play the cello'))
    const search = async (asOf: string) => (await scope.search('cello', { ...options, k: 1, asOf }))[0]?.raw
    expect(await search('2024-01-02')).toEqual({ strength: 1, retention: Math.exp(-1) })
    expect(await search('2024-01-03')).toEqual({ strength: 2, retention: Math.exp(-1 / 2) })
    expect(await search('2023-12-31')).toBeUndefined()
    expect(memory.capabilities.readOnlySearch).toBe(false)
  })

  it.each([
    { reply: '', says: 'session s1 got no summary' },
    { reply: new RunStop('the budget is used up', ''), says: 'the budget is used up' },
    { reply: new Fault('provider', 'infrastructure', 'down'), says: 'down' },
  ])('keeps nothing of a session that brings "$reply"', async ({ reply, says }) => {
    const { memory } = made(() => reply)
    const scope = await memory.open(scopeRequest('a'))
    const error: unknown = await scope
      .ingest(sessionOf('s1', null, 'I like tea'))
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining(says) })
    if (reply instanceof Error) expect(error).toBe(reply)
    expect(await ids(scope)).toEqual([])
  })

  it('takes given memories without a date for said on the day of the first session', async () => {
    const { memory } = made(() => 'x', null, 0)
    const scope = await memory.open(scopeRequest('a'))
    await scope.preload?.([
      { id: 'undated', text: 'likes tea', label: null, time: null },
      { id: 'dated', text: 'plays cello', label: null, time: '2020-01-01' },
    ])
    expect(await ids(scope)).toEqual(['undated', 'dated'])
    await scope.ingest(sessionOf('s1', '2024-01-01', 'hello'))
    expect(await ids(scope)).toEqual(['undated', 's1#1', 's1#summary'])
  })

  it('needs a model, and no damaged state', async () => {
    expect(() => forgettingCurveMemory(fakeMemoryTools({ tools: { model: null } }))).toThrow(
      'memory forgetting-curve needs a model',
    )
    expect(await refusedState(made(() => '').memory, { traces: [{}], now: 0, vectors: null })).toContain(
      "can't be read",
    )
  })
})
