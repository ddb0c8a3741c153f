import { describe, expect, it } from 'vitest'
import { fakeMemoryTools, scopeRequest, sessionOf } from '../../testing/memory-tools.ts'
import { createLangGraph } from './langgraph.ts'

interface Options {
  index: {
    embeddings: {
      embedQuery(text: string): Promise<number[]>
      embedDocuments(texts: string[]): Promise<number[][]>
    }
  }
}
interface Operation {
  namespace: string[]
  key: string
  value: { text: string }
}

/** Ranks by the product of vectors, as the real store does by their angle. */
class InMemoryStore {
  readonly options: Options
  rows: (Operation & { vector: number[] })[] = []
  constructor(options: Options) {
    this.options = options
  }
  async batch(operations: Operation[]) {
    const texts = operations.map(({ value }) => value.text)
    const vectors = await this.options.index.embeddings.embedDocuments(texts)
    for (const [at, operation] of operations.entries()) {
      this.rows.push({ ...operation, vector: vectors[at] ?? [] })
    }
  }
  async search(namespace: string[], { query, limit }: { query?: string; limit: number }) {
    const own = this.rows.filter((row) => row.namespace.join('/') === namespace.join('/'))
    if (query === undefined) return own.slice(0, limit)
    const asked = await this.options.index.embeddings.embedQuery(query)
    return own
      .map((row) => ({ ...row, score: row.vector.reduce((sum, one, at) => sum + one * (asked[at] ?? 0), 0) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
  }
  delete(namespace: string[], key: string) {
    this.rows = this.rows.filter((row) => row.key !== key || row.namespace.join('/') !== namespace.join('/'))
    return Promise.resolve()
  }
}

const packages = {
  '@langchain/langgraph': { InMemoryStore },
  '@langchain/langgraph/package.json': { version: '1.7.3' },
}
const options = { k: 1, tokenBudget: 9, asOf: null }

describe('LangGraph store', () => {
  it('says what it is', async () => {
    const memory = await createLangGraph(fakeMemoryTools({ packages }))
    expect(memory).toMatchObject({
      name: 'langgraph',
      version: '1.7.3',
      facts: { embedder: 'hash', extractionModel: null },
      capabilities: { dates: 'native', readiness: 'at-once' },
    })
    expect(memory.warnings.join(' ')).toContain('no semantics')
  })

  it('keeps each message with its date and finds the nearest', async () => {
    const scope = await (await createLangGraph(fakeMemoryTools({ packages }))).open(scopeRequest('u1'))
    await scope.ingest(sessionOf('s1', '2026-01-02T10:00:00Z', 'I drink green tea', ' ', 'My dog is old'))
    await scope.preload?.([{ id: 'g1', text: 'plays chess', label: null, time: null }])
    expect(await scope.search('tea', options)).toMatchObject([
      { id: 's1 0', text: 'user: I drink green tea', saidAt: '2026-01-02T10:00:00Z', sources: ['s1'] },
    ])
    expect(await scope.search('chess', options)).toMatchObject([{ text: 'plays chess', sources: ['g1'] }])
    expect(await scope.search(' ', options)).toEqual([])
    expect((await scope.list()).map(({ text, score }) => [text, score])).toEqual([
      ['user: I drink green tea', null],
      ['user: My dog is old', null],
      ['plays chess', null],
    ])
    await scope.destroy()
    expect(await scope.list()).toEqual([])
  })

  it('asks the named embedder, under a purpose of its own for each phase', async () => {
    const asked: unknown[] = []
    const port = {
      chat: () => Promise.reject(new Error('no model writes')),
      embed: (request: { texts: readonly string[] }) => {
        asked.push(request)
        return Promise.resolve(request.texts.map(() => Float32Array.of(1, 0)))
      },
    }
    const tools = fakeMemoryTools({ packages, tools: { port, embedder: 'test/embed' } })
    const memory = await createLangGraph(tools)
    const scope = await memory.open(scopeRequest('u1'))
    await scope.ingest(sessionOf('s1', null, 'a', 'b'))
    await scope.search('a', options)
    expect(asked).toEqual([
      { model: 'test/embed', texts: ['user: a', 'user: b'], purpose: 'memory:langgraph:ingest' },
      { model: 'test/embed', texts: ['a'], purpose: 'memory:langgraph:search' },
    ])
    expect(memory.facts.embedder).toBe('test/embed')
    expect(scope.usage().embeddedTexts).toBe(3)
  })

  it('does not start without the package', async () => {
    await expect(createLangGraph(fakeMemoryTools())).rejects.toThrow('@langchain/langgraph is not installed')
  })
})
