import { z } from 'zod'
import { pollReadiness } from '../../core/memory-polling.ts'
import {
  call,
  construct,
  loadSdk,
  rawJson,
  requiredEnv,
  spoken,
  statusOf,
  type Sdk,
} from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemoryItem, MemoryScope, MemoryScopeRequest, MemorySystem } from '../../core/memory.ts'

const NAME = 'zep'

/** What one call may hold, and how many facts one search gives. */
const MESSAGES = 30
const CHARACTERS = 4096
const QUERY = 400
const MOST = 50
const PAGE = 100

/**
 * Zep's service: a graph of facts about each user, written by models of its own. `ZEP_API_KEY` is needed;
 * `ZEP_BASE_URL` names another address.
 * @throws UsageError when the package or the key is missing
 */
export async function createZep(tools: MemoryTools): Promise<MemorySystem> {
  const apiKey = requiredEnv(tools, NAME, 'ZEP_API_KEY')
  const baseUrl = tools.env('ZEP_BASE_URL')
  const sdk = await loadSdk(tools, '@getzep/zep-cloud')
  const client = construct(sdk, 'ZepClient', { apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) })
  return {
    name: NAME,
    version: sdk.version,
    identity: {
      package: '@getzep/zep-cloud',
      adapter: '1',
      scope: 'edges',
      reranker: 'rrf',
      dates: 'native',
    },
    capabilities: {
      dates: 'native',
      preload: false,
      list: true,
      asOf: false,
      readOnlySearch: true,
      readiness: 'told',
      keeps: 'service',
      maxK: MOST,
    },
    facts: { embedder: 'its own', extractionModel: 'its own', extractionPrompt: 'its own', searches: true },
    warnings: [
      'zep is experimental: it was never run against the real service with a key, only against a server that imitates its documentation.',
      'What zep costs is on its own bill and in no ledger here.',
      `zep takes queries of at most ${QUERY} characters: longer ones are cut.`,
    ],
    open: (request) => Promise.resolve(openScope(tools, sdk, client, request)),
  }
}

const added = z.looseObject({ messageUuids: z.array(z.string()).nullish() })
const episode = z.looseObject({ processed: z.boolean().nullish() })
const edge = z.looseObject({
  uuid: z.string(),
  fact: z.string(),
  validAt: z.string().nullish(),
  score: z.number().nullish(),
  episodes: z.array(z.string()).nullish(),
})
const edges = z.array(edge)
const found = z.looseObject({ edges: edges.nullish() })

function openScope(tools: MemoryTools, sdk: Sdk, client: object, request: MemoryScopeRequest): MemoryScope {
  // One retry layer is the harness's.
  const once = { maxRetries: 0, abortSignal: request.signal }
  const userId = request.id
  const waiting = new Map<string, string>()
  const told = new Map<string, { readonly session: string; readonly time: string | null }>()
  let exists = false
  let threads = 0

  const createUser = async (zone: string | null): Promise<void> => {
    if (exists) return
    try {
      await call(sdk, client, 'user.get', userId, once)
    } catch (error) {
      if (statusOf(error) !== 404) throw error
      await call(sdk, client, 'user.add', { userId, ...(zone === null ? {} : { timeZone: zone }) }, once)
    }
    exists = true
  }

  const toItem = (one: z.infer<typeof edge>): MemoryItem => {
    const origins = (one.episodes ?? []).flatMap((uuid) => told.get(uuid) ?? [])
    return {
      id: one.uuid,
      text: one.fact,
      saidAt: origins[0]?.time ?? null,
      happenedAt: one.validAt ?? null,
      sources: [...new Set(origins.map(({ session }) => session))],
      score: one.score ?? null,
      raw: rawJson(one),
    }
  }

  return {
    ingest: async (session) => {
      const messages = spoken(session).flatMap(({ role, name, content, time }) =>
        pieces(content).map((piece) => {
          const createdAt = time ?? session.time
          return {
            role,
            content: piece,
            ...(name === null ? {} : { name }),
            ...(createdAt === null ? {} : { createdAt }),
          }
        }),
      )
      if (messages.length === 0) return
      await createUser(session.zone)
      threads += 1
      const threadId = `${userId}-${threads}`
      await call(sdk, client, 'thread.create', { threadId, userId }, once)
      let last: string | undefined
      for (let from = 0; from < messages.length; from += MESSAGES) {
        const some = messages.slice(from, from + MESSAGES)
        const answer = await call(sdk, client, 'thread.addMessages', threadId, { messages: some }, once)
        for (const [at, uuid] of (added.parse(answer).messageUuids ?? []).entries()) {
          told.set(uuid, { session: session.id, time: some[at]?.createdAt ?? null })
          last = uuid
        }
      }
      // Messages of a user are worked through in order.
      if (last !== undefined) waiting.set(last, session.id)
    },
    waitReady: (deadline) =>
      pollReadiness(
        tools,
        waiting,
        async (uuid) => {
          const { processed } = episode.parse(await call(sdk, client, 'graph.episode.get', uuid, once))
          return processed === true ? 'done' : 'pending'
        },
        deadline,
        request.signal,
      ),
    search: async (query, { k }) => {
      if (query.trim() === '') return []
      const asked = {
        userId,
        query: Array.from(query).slice(0, QUERY).join(''),
        scope: 'edges',
        reranker: 'rrf',
        limit: Math.min(k, MOST),
      }
      return (found.parse(await call(sdk, client, 'graph.search', asked, once)).edges ?? []).map(toItem)
    },
    list: async () => {
      const items: MemoryItem[] = []
      try {
        for (let uuidCursor: string | undefined; ;) {
          const page = { limit: PAGE, ...(uuidCursor === undefined ? {} : { uuidCursor }) }
          const some = edges.parse(await call(sdk, client, 'graph.edge.getByUserId', userId, page, once))
          items.push(...some.map((one) => ({ ...toItem(one), score: null })))
          uuidCursor = some.at(-1)?.uuid
          if (some.length < PAGE) return items
        }
      } catch (error) {
        // A user who was never told of, or is forgotten.
        if (statusOf(error) !== 404) throw error
        return items
      }
    },
    destroy: async () => {
      try {
        await call(sdk, client, 'user.delete', userId, once)
      } catch (error) {
        if (statusOf(error) !== 404) throw error
      }
    },
    usage: () => ({ modelCalls: null, inputTokens: null, outputTokens: null, embeddedTexts: null }),
  }
}

/** A text in pieces that one message may have, cut between characters. */
function pieces(text: string): string[] {
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / CHARACTERS) }, (_, at) =>
    characters.slice(at * CHARACTERS, (at + 1) * CHARACTERS).join(''),
  ).filter((piece) => piece.trim() !== '')
}
