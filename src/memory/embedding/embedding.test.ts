import { describe, expect, it } from 'vitest'
import { memoryModels } from '../../core/fixtures/memory-models.ts'
import { memoryProperties, refusedState } from '../../core/fixtures/memory-properties.ts'
import { Fault } from '../../core/fault.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { embeddingMemory } from './embedding.ts'

const options = { k: 2, tokenBudget: 100, asOf: null }
const byHash = () => embeddingMemory(fakeMemoryTools())

function byModel() {
  const models = memoryModels(() => '')
  const memory = embeddingMemory(fakeMemoryTools({ tools: { port: models.port, embedder: 'test/embedder' } }))
  return { ...models, memory }
}

memoryProperties('embedding by hash', byHash)
memoryProperties('embedding by a model', () => byModel().memory)
memoryConformance(
  'embedding',
  byHash,
  { describe, it, expect },
  { known: { selects: 'noted', 'knowledge-update': 'noted' } },
)

describe('embedding', () => {
  it('says which embedder it used, and that the stand-in has no semantics', () => {
    const hash = byHash()
    expect(hash.facts.embedder).toBe('hash')
    expect(hash.warnings).toEqual([expect.stringContaining('no semantics')])
    const { memory } = byModel()
    expect(memory.facts.embedder).toBe('test/embedder')
    expect(memory.warnings).toEqual([])
    expect(memory.identity).not.toEqual(hash.identity)
  })

  it.each([
    { query: 'cello lessons', first: 's1#1' },
    { query: '喝茶', first: 's2#1' },
  ])('finds $first for $query', async ({ query, first }) => {
    const scope = await byHash().open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', null, 'I take lessons on the cello', 'The weather is fine'))
    await scope.ingest(sessionOf('s2', null, '我喜欢喝茶'))
    expect((await scope.search(query, options))[0]?.id).toBe(first)
  })

  it('embeds each message once and counts it, in the ledger by phase', async () => {
    const { memory, embeds } = byModel()
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', null, 'tea', '', 'milk'))
    await scope.search('tea', options)
    await scope.search('  ', options)
    expect(embeds.map(({ texts, purpose }) => [purpose, texts])).toEqual([
      ['memory:embedding:ingest', ['tea', 'milk']],
      ['memory:embedding:search', ['tea']],
    ])
    expect(scope.usage().embeddedTexts).toBe(3)
  })

  it('embeds a long text in pieces of whole characters', async () => {
    const { memory, embeds } = byModel()
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s1', null, '🦜'.repeat(9000), 'tea'))
    expect(embeds[0]?.texts.map((text) => Array.from(text).length)).toEqual([4000, 4000, 1000, 3])
    expect(await scope.list()).toHaveLength(2)
  })

  it('lets faults of the model through and keeps nothing of the session', async () => {
    const fault = new Fault('provider', 'infrastructure', 'down')
    const { port } = memoryModels(() => '')
    const broken = { ...port, embed: () => Promise.reject(fault) }
    const memory = embeddingMemory(fakeMemoryTools({ tools: { port: broken, embedder: 'test/embedder' } }))
    const scope = await memory.open(scopeRequest('a'))
    await expect(scope.ingest(sessionOf('s1', null, 'tea'))).rejects.toBe(fault)
    expect(await scope.list()).toEqual([])
  })

  it.each([
    { vectors: [], says: 'one vector for each note' },
    { vectors: ['AAA='], says: 'a vector is cut' },
    { vectors: null, says: 'expected array' },
  ])('refuses the vectors $vectors', async ({ vectors, says }) => {
    const notes = [{ id: 'a', speaker: null, text: 't', saidAt: null, sources: [] }]
    expect(await refusedState(byModel().memory, { notes, vectors })).toContain(says)
  })
})
