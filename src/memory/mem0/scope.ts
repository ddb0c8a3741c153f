import { z } from 'zod'
import { call, construct, datedText, part, rawJson, spoken, type Sdk } from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { GivenMemory, MemoryItem, MemoryScope, MemoryScopeRequest } from '../../core/memory.ts'
import { hashEmbedding } from '../../text/hash-embedding.ts'
import { holdsMemories, watchReplies } from './replies.ts'

export interface OpenScope extends MemoryScope {
  preload(items: readonly GivenMemory[]): Promise<void>
  /** Closes the endpoint without deleting anything. */
  release(): Promise<void>
}

const item = z.looseObject({
  id: z.string(),
  memory: z.string(),
  score: z.number().optional(),
  metadata: z
    .looseObject({ source: z.string().optional(), said_at: z.string().optional() })
    .nullish()
    .transform((value) => value ?? {}),
})
const results = z.object({ results: z.array(item) })
const added = z.object({ results: z.array(z.unknown()) })

/** More than any scope holds: `getAll` has no pages. */
const ALL = 1_000_000

/** The memory of one user: a store of its own in this process, under the scope's id as the user. */
export async function openScope(
  tools: MemoryTools,
  sdk: Sdk,
  model: string,
  request: MemoryScopeRequest,
): Promise<OpenScope> {
  const endpoint = await tools.endpoint('mem0', request.sample)
  const memory = construct(sdk, 'Memory', {
    llm: { provider: 'openai', config: { model, apiKey: endpoint.apiKey, baseURL: endpoint.baseUrl } },
    embedder: embedder(tools, endpoint),
    // In this process only: the SDK's defaults are files in the home and working folders.
    vectorStore: { provider: 'memory', config: { collectionName: 'rapport', dbPath: ':memory:' } },
    historyStore: { provider: 'sqlite', config: { historyDbPath: ':memory:' } },
  })
  /** mem0 takes a model that can't be reached for one that had nothing to say. */
  const asked = async (method: string, ...values: unknown[]): Promise<unknown> => {
    const blamed = (): void => {
      const trouble = endpoint.trouble()
      if (trouble !== null) throw trouble
    }
    try {
      const answer = await call(sdk, memory, method, ...values)
      blamed()
      return answer
    } catch (error) {
      blamed()
      throw error
    }
  }
  const replies = watchReplies(part(memory, 'llm'))
  const user = request.id

  const add = async (messages: readonly { role: string; content: string }[], options: object) => {
    replies.forget()
    const before = replies.calls()
    const answer = added.parse(await asked('add', messages, { userId: user, ...options }))
    // mem0 takes what it can't read for "nothing to remember".
    const reply = replies.last()
    if (answer.results.length === 0 && replies.calls() > before && reply !== null && !holdsMemories(reply)) {
      throw new Error('mem0 could not read the reply of the writing model and stored nothing')
    }
  }

  return {
    preload: async (items) => {
      for (const { id, text, time } of items) {
        const metadata = { source: id, ...(time === null ? {} : { said_at: time }) }
        await add([{ role: 'user', content: text }], { infer: false, metadata })
      }
    },
    ingest: async (session) => {
      const { id, time } = session
      const messages = spoken(session).map((message) => ({
        role: message.role,
        content: datedText(message.content, message.time ?? time),
      }))
      if (messages.length === 0) return
      const metadata = { source: id, ...(time === null ? {} : { said_at: time }) }
      await add(messages, { metadata })
    },
    waitReady: () => Promise.resolve({ state: 'ready' }),
    search: async (query, { k }) => {
      // The SDK fails on a blank query; nothing is near it.
      if (query.trim() === '') return []
      const found = await asked('search', query, { filters: { user_id: user }, topK: k })
      return results.parse(found).results.map((one) => toItem(one))
    },
    list: async () => {
      const all = await asked('getAll', { filters: { user_id: user }, topK: ALL })
      return results.parse(all).results.map((one) => ({ ...toItem(one), score: null }))
    },
    destroy: async () => {
      try {
        await asked('deleteAll', { userId: user })
      } finally {
        await endpoint.close()
      }
    },
    usage: () => ({
      modelCalls: replies.watched ? replies.calls() : null,
      inputTokens: null,
      outputTokens: null,
      embeddedTexts: tools.embedder === null ? 0 : null,
    }),
    release: () => endpoint.close(),
  }
}

/** The SDK's own client of the endpoint, or an object that embeds here. */
function embedder(
  tools: MemoryTools,
  endpoint: { readonly apiKey: string; readonly baseUrl: string },
): object {
  const { embedder: model } = tools
  if (model !== null) {
    return { provider: 'openai', config: { model, apiKey: endpoint.apiKey, baseURL: endpoint.baseUrl } }
  }
  const embed = (text: string): number[] => {
    const vector = [...hashEmbedding(text)]
    // The SDK divides by the length: a text without words would come out as NaN.
    return vector.some((value) => value !== 0) ? vector : [1, ...vector.slice(1)]
  }
  return {
    provider: 'langchain',
    config: {
      model: {
        embedQuery: (text: string) => Promise.resolve(embed(text)),
        embedDocuments: (texts: readonly string[]) => Promise.resolve(texts.map(embed)),
      },
    },
  }
}

function toItem(one: z.infer<typeof item>): MemoryItem {
  const { id, memory, metadata, score } = one
  return {
    id,
    text: memory,
    saidAt: metadata.said_at ?? null,
    happenedAt: null,
    sources: metadata.source === undefined ? [] : [metadata.source],
    score: score ?? null,
    raw: rawJson(one),
  }
}
