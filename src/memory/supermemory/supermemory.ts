import { z } from 'zod'
import { pollReadiness } from '../../core/memory-polling.ts'
import {
  call,
  construct,
  datedText,
  loadSdk,
  rawJson,
  requiredEnv,
  spoken,
  statusOf,
  type Sdk,
} from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemoryItem, MemoryScope, MemoryScopeRequest, MemorySystem } from '../../core/memory.ts'

const NAME = 'supermemory'

/**
 * Supermemory's service: a session is a document, from which models of its own write memories. `SUPERMEMORY_API_KEY` is
 * needed; `SUPERMEMORY_BASE_URL` names another address.
 * @throws UsageError when the package or the key is missing
 */
export async function createSupermemory(tools: MemoryTools): Promise<MemorySystem> {
  const apiKey = requiredEnv(tools, NAME, 'SUPERMEMORY_API_KEY')
  const baseURL = tools.env('SUPERMEMORY_BASE_URL')
  const sdk = await loadSdk(tools, NAME)
  const client = construct(sdk, 'Supermemory', {
    apiKey,
    ...(baseURL === undefined ? {} : { baseURL }),
    maxRetries: 0,
  })
  return {
    name: NAME,
    version: sdk.version,
    identity: { package: NAME, adapter: '1', search: 'memories', dreaming: 'instant', dates: 'in-text' },
    capabilities: {
      dates: 'in-text',
      preload: false,
      // The SDK lists documents, not the memories written from them.
      list: false,
      asOf: false,
      readOnlySearch: true,
      readiness: 'told',
      keeps: 'service',
      maxK: null,
    },
    facts: { embedder: 'its own', extractionModel: 'its own', extractionPrompt: 'its own', searches: true },
    warnings: [
      'supermemory is experimental: it was never run against the real service with a key, only against a server that imitates its documentation.',
      'What supermemory costs is on its own bill and in no ledger here.',
    ],
    open: (request) => Promise.resolve(openScope(tools, sdk, client, request)),
  }
}

const added = z.looseObject({ id: z.string() })
const document = z.looseObject({ status: z.string() })
const hit = z.looseObject({
  id: z.string(),
  memory: z.string().nullish(),
  chunk: z.string().nullish(),
  similarity: z.number().nullish(),
  documents: z.array(z.looseObject({ id: z.string() })).nullish(),
})

function openScope(tools: MemoryTools, sdk: Sdk, client: object, request: MemoryScopeRequest): MemoryScope {
  const once = { signal: request.signal }
  const containerTag = request.id
  const waiting = new Map<string, string>()
  const told = new Map<string, { readonly session: string; readonly time: string | null }>()

  return {
    ingest: async ({ id, time, ...session }) => {
      const content = spoken({ id, time, ...session })
        .map((message) =>
          datedText(`${message.name ?? message.role}: ${message.content}`, message.time ?? time),
        )
        .join('\n')
      if (content === '') return
      // `instant`: memories are there when the document is done, not some minutes later. Newer than the SDK's types.
      const body = { content, containerTag, metadata: { source: id }, dreaming: 'instant' }
      const { id: made } = added.parse(await call(sdk, client, 'add', body, once))
      told.set(made, { session: id, time })
      waiting.set(made, id)
    },
    waitReady: (deadline) =>
      pollReadiness(
        tools,
        waiting,
        async (id) => {
          const { status } = document.parse(await call(sdk, client, 'documents.get', id, once))
          if (status === 'done') return 'done'
          return status === 'failed' ? 'failed' : 'pending'
        },
        deadline,
        request.signal,
      ),
    search: async (query, { k }) => {
      if (query.trim() === '') return []
      const asked = { q: query, containerTag, limit: k, searchMode: 'memories', include: { documents: true } }
      const answer = await call(sdk, client, 'search.memories', asked, once)
      return z
        .looseObject({ results: z.array(hit) })
        .parse(answer)
        .results.map((one): MemoryItem => {
          const origins = (one.documents ?? []).flatMap(({ id }) => told.get(id) ?? [])
          return {
            id: one.id,
            text: one.memory ?? one.chunk ?? '',
            saidAt: origins[0]?.time ?? null,
            happenedAt: null,
            sources: [...new Set(origins.map(({ session }) => session))],
            score: one.similarity ?? null,
            raw: rawJson(one),
          }
        })
    },
    list: () => Promise.resolve([]),
    destroy: async () => {
      try {
        await call(sdk, client, 'documents.deleteBulk', { containerTags: [containerTag] }, once)
      } catch (error) {
        if (statusOf(error) !== 404) throw error
      }
    },
    usage: () => ({ modelCalls: null, inputTokens: null, outputTokens: null, embeddedTexts: null }),
  }
}
