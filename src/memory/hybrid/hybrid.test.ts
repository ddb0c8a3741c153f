import { describe, expect, it } from 'vitest'
import { memoryModels } from '../../core/fixtures/memory-models.ts'
import { memoryProperties } from '../../core/fixtures/memory-properties.ts'
import { memoryConformance } from '../../testing/memory-conformance.ts'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { hybridMemory } from './hybrid.ts'

const byHash = () => hybridMemory(fakeMemoryTools())

memoryProperties('hybrid by hash', byHash)
memoryConformance(
  'hybrid',
  byHash,
  { describe, it, expect },
  { known: { selects: 'noted', 'knowledge-update': 'noted' } },
)

/** Vectors that point where the test says. */
function pointing(vectors: Readonly<Record<string, readonly number[]>>) {
  const { port } = memoryModels(() => '')
  const embed = async ({ texts }: { texts: readonly string[] }) =>
    texts.map((text) => Float32Array.from(vectors[text] ?? [0, 0]))
  return hybridMemory(fakeMemoryTools({ tools: { port: { ...port, embed }, embedder: 'test/embedder' } }))
}

describe('hybrid', () => {
  it.each([
    // Of both rankings: 1/61 + 1/62 for "tea time", first by words and second by vectors.
    { query: 'tea', scores: { 'tea time': 1 / 61 + 1 / 62, chai: 1 / 61, bicycle: 0 } },
    // No word is shared: the vectors alone.
    { query: 'drink', scores: { chai: 1 / 61, 'tea time': 1 / 62, bicycle: 0 } },
  ])('fuses the ranks for "$query"', async ({ query, scores }) => {
    const memory = pointing({
      'tea time': [1, 1],
      chai: [1, 0],
      bicycle: [0, 1],
      tea: [1, 0],
      drink: [1, 0],
    })
    const scope = await memory.open(scopeRequest('a'))
    await scope.ingest(sessionOf('s', null, 'tea time', 'chai', 'bicycle'))
    const found = await scope.search(query, { k: 3, tokenBudget: 100, asOf: null })
    expect(Object.fromEntries(found.map(({ text, score }) => [text.replace('user: ', ''), score]))).toEqual(
      scores,
    )
    expect(found.map(({ text }) => text.replace('user: ', ''))).toEqual(Object.keys(scores))
  })
})
