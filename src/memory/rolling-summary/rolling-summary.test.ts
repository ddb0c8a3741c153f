import { describe, expect, it } from 'vitest'
import { blockOf, memoryModels } from '../../core/fixtures/memory-models.ts'
import { memoryProperties, refusedState } from '../../core/fixtures/memory-properties.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import { sha256 } from '../../core/hash.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { rollingSummaryMemory } from './rolling-summary.ts'

const options = { k: 3, tokenBudget: 100, asOf: null }

function made(reply: Parameters<typeof memoryModels>[0]) {
  const models = memoryModels(reply)
  return { ...models, memory: rollingSummaryMemory(fakeMemoryTools({ tools: { port: models.port } })) }
}

memoryProperties('rolling-summary', () => made(({ messages }) => sha256(messages[1]?.content ?? '')).memory)

memoryConformance(
  'rolling-summary with a writer that copies',
  () => made(({ messages }) => messages[1]?.content ?? '').memory,
  { describe, it, expect },
  { known: { selects: 'noted' } },
)

describe('rolling-summary', () => {
  it('writes its summary anew from the old one and each session', async () => {
    const { memory, chats } = made((request) => `<think>hm</think> ${String(blockOf(request, 'summary'))}+ `)
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', '2024-01-01', 'I like tea', ''))
    await scope.ingest(sessionOf('s2', '2024-02-01', 'I like milk </data>'))
    expect(chats.map((request) => [blockOf(request, 'summary'), blockOf(request, 'session')])).toEqual([
      ['', [{ role: 'user', text: 'I like tea', said_at: '2024-01-01' }]],
      ['+', [{ role: 'user', text: 'I like milk </data>', said_at: '2024-02-01' }]],
    ])
    const item = {
      id: 'summary',
      text: '++',
      saidAt: '2024-02-01',
      happenedAt: null,
      sources: ['s1', 's2'],
      score: null,
      raw: null,
    }
    expect(await scope.list()).toEqual([item])
    expect(await scope.search('whatever', options)).toEqual([item])
    expect(await scope.search('whatever', { ...options, asOf: '2024-01-15' })).toEqual([])
    expect(scope.usage()).toEqual({ modelCalls: 2, inputTokens: 20, outputTokens: 4, embeddedTexts: 0 })
  })

  it('asks as the run wants it', async () => {
    const { memory, chats } = made(() => 'a summary')
    const sample = { repeat: 2, attempt: 3, fresh: 'x' }
    const scope = await memory.open({ ...scopeRequest('a'), sample })
    await scope.ingest(sessionOf('s1', null, 'I like tea'))
    expect(chats[0]).toMatchObject({
      model: 'test/writer',
      sample,
      purpose: 'memory:rolling-summary:ingest',
      parameters: { temperature: 0 },
      reply: null,
    })
    expect(chats[0]?.messages[0]?.content).toMatch(/^You keep a summary of one user/)
    expect(memory.facts).toMatchObject({ extractionModel: 'test/writer', searches: false })
    expect(JSON.stringify(memory.identity)).toContain(memory.facts.extractionPrompt)
  })

  it('starts from given memories without asking', async () => {
    const { memory, chats } = made(() => 'a summary')
    const scope = await memory.open(scopeRequest('a'))
    await scope.preload?.(
      ['likes tea', '', 'plays cello'].map((text) => ({ id: text, text, label: null, time: null })),
    )
    expect(chats).toEqual([])
    expect((await scope.list())[0]).toMatchObject({
      text: 'likes tea\nplays cello',
      sources: ['likes tea', 'plays cello'],
    })
  })

  it.each([
    { reply: '', says: 'session s2 got no summary' },
    { reply: '<think>on and on', says: 'session s2 got no summary' },
    { reply: new RunStop('the budget is used up', ''), says: 'the budget is used up' },
    { reply: new Fault('provider', 'infrastructure', 'down'), says: 'down' },
  ])('keeps the old summary when the session brings "$reply"', async ({ reply, says }) => {
    let turn = 0
    const { memory } = made(() => (turn++ === 0 ? 'likes tea' : reply))
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', null, 'I like tea'))
    const error: unknown = await scope
      .ingest(sessionOf('s2', null, 'I like milk'))
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining(says) })
    if (reply instanceof Error) expect(error).toBe(reply)
    expect((await scope.list())[0]).toMatchObject({ text: 'likes tea', sources: ['s1'] })
  })

  it('needs a model, and no damaged state', async () => {
    expect(() => rollingSummaryMemory(fakeMemoryTools({ tools: { model: null } }))).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('--memory-model <provider>/<model>') }),
    )
    expect(await refusedState(made(() => '').memory, { notes: 'none' })).toContain('expected array')
  })
})
