import { z } from 'zod'
import { MemoryMeter } from '../../core/memory-meter.ts'
import { call, construct, loadSdk, rawJson, spoken, type Sdk } from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import { textVectors, type TextVectors } from '../../core/memory-vectors.ts'
import type {
  MemoryItem,
  MemoryMessage,
  MemoryScope,
  MemoryScopeRequest,
  MemorySystem,
} from '../../core/memory.ts'
import { HASH_EMBEDDING_VERSION, hashEmbedding } from '../../text/hash-embedding.ts'

const NAME = 'langgraph'

/**
 * LangGraph's in-memory store with its vector index: every message is an item, found by the nearness of its text. No
 * model writes anything.
 * @throws UsageError when the package is missing
 */
export async function createLangGraph(tools: MemoryTools): Promise<MemorySystem> {
  const sdk = await loadSdk(tools, '@langchain/langgraph')
  const vectors = textVectors(tools, NAME, { version: HASH_EMBEDDING_VERSION, vector: hashEmbedding })
  return {
    name: NAME,
    version: sdk.version,
    identity: {
      package: '@langchain/langgraph',
      adapter: '1',
      store: 'InMemoryStore',
      item: 'message',
      fields: ['text'],
      vectors: vectors.identity,
    },
    capabilities: {
      // A field of the item, beside its text.
      dates: 'native',
      preload: true,
      list: true,
      asOf: false,
      readOnlySearch: true,
      readiness: 'at-once',
      keeps: 'process',
      maxK: null,
    },
    facts: { embedder: vectors.embedder, extractionModel: null, extractionPrompt: null, searches: true },
    warnings: vectors.warnings,
    open: (request) => Promise.resolve(openScope(sdk, vectors, request)),
  }
}

const kept = z.looseObject({
  key: z.string(),
  value: z.object({ text: z.string(), time: z.string().nullable(), source: z.string() }),
  score: z.number().optional(),
})
const items = z.array(kept)

/** More than any scope holds: the store's own limit is 10. */
const ALL = 1_000_000

function openScope(sdk: Sdk, vectors: TextVectors, request: MemoryScopeRequest): MemoryScope {
  const meter = new MemoryMeter()
  const embed = async (texts: readonly string[], phase: 'ingest' | 'search'): Promise<number[][]> => {
    const made = await vectors.of(texts, { phase, signal: request.signal, meter })
    return made.map((vector) => [...vector])
  }
  const store = construct(sdk, 'InMemoryStore', {
    index: {
      // Asked for by its types; the store in memory never looks at it.
      dims: 512,
      fields: ['text'],
      embeddings: {
        embedDocuments: (texts: readonly string[]) => embed(texts, 'ingest'),
        embedQuery: async (text: string) => (await embed([text], 'search'))[0] ?? [],
      },
    },
  })
  const namespace = ['rapport', request.id]
  const put = (operations: readonly { key: string; value: z.infer<typeof kept>['value'] }[]) =>
    call(
      sdk,
      store,
      'batch',
      operations.map((operation) => ({ namespace, ...operation })),
    )
  const search = async (options: object): Promise<z.infer<typeof kept>[]> =>
    items.parse(await call(sdk, store, 'search', namespace, options))

  return {
    preload: async (given) => {
      await put(
        given.map(({ id, text, time }) => ({ key: `given ${id}`, value: { text, time, source: id } })),
      )
    },
    ingest: async (session) => {
      const operations = spoken(session).map((message, index) => ({
        key: `${session.id} ${index}`,
        value: {
          text: `${speaker(message)}: ${message.content}`,
          time: message.time ?? session.time,
          source: session.id,
        },
      }))
      if (operations.length > 0) await put(operations)
    },
    waitReady: () => Promise.resolve({ state: 'ready' }),
    search: async (query, { k }) => {
      // Without a query the store gives its first items, near or not.
      if (query.trim() === '') return []
      return (await search({ query, limit: k })).map(toItem)
    },
    list: async () => (await search({ limit: ALL })).map((one) => ({ ...toItem(one), score: null })),
    destroy: async () => {
      for (const { key } of await search({ limit: ALL })) await call(sdk, store, 'delete', namespace, key)
    },
    usage: () => meter.usage(),
  }
}

function speaker({ role, name }: MemoryMessage): string {
  return name ?? role
}

function toItem(one: z.infer<typeof kept>): MemoryItem {
  const { key, value, score } = one
  return {
    id: key,
    text: value.text,
    saidAt: value.time,
    happenedAt: null,
    sources: [value.source],
    score: score ?? null,
    raw: rawJson({ key, value, score }),
  }
}
