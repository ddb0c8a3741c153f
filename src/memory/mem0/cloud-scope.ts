import { z } from 'zod'
import { pollReadiness, type PieceState } from '../../core/memory-polling.ts'
import { call, construct, part, rawJson, spoken, type Sdk } from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemoryItem, MemoryScope, MemoryScopeRequest } from '../../core/memory.ts'

// The SDK turns the field names of answers into camel case.
const event = z.looseObject({ eventId: z.string().optional() })
const added = z.union([
  z
    .looseObject({ results: z.array(event) })
    .transform(({ results, ...own }) => [event.parse(own), ...results]),
  z.array(event),
  event.transform((one) => [one]),
])
const eventState = z.looseObject({ status: z.string() })

const item = z.looseObject({
  id: z.string(),
  memory: z.string(),
  score: z.number().nullish(),
  metadata: z
    .looseObject({ source: z.string().optional(), time: z.string().optional() })
    .nullish()
    .transform((value) => value ?? {}),
})
const found = z.union([
  z.looseObject({ results: z.array(item) }).transform(({ results }) => results),
  z.array(item),
])
const page = z.looseObject({ results: z.array(item), next: z.string().nullish() })

const PAGE = 100

/** The memory of one user of the service, under the scope's id. */
export function openCloudScope(
  tools: MemoryTools,
  sdk: Sdk,
  { apiKey, host }: { readonly apiKey: string; readonly host: string },
  request: MemoryScopeRequest,
): MemoryScope {
  // Made at the first use: the SDK asks the service who it is as soon as it exists.
  let made: object | null = null
  const client = (): object => (made ??= construct(sdk, 'MemoryClient', { apiKey, host }))
  const userId = request.id
  const filters = { user_id: userId }
  const events = new Map<string, string>()
  let told = true

  const add = async (source: string, messages: readonly object[], options: object): Promise<void> => {
    const answer = added.parse(await call(sdk, client(), 'add', messages, { userId, ...options }))
    const ids = answer.flatMap(({ eventId }) => (eventId === undefined ? [] : [eventId]))
    for (const id of ids) events.set(id, source)
    if (ids.length === 0) told = false
  }

  const look = async (id: string): Promise<PieceState> => {
    const url = `${host}/v1/event/${encodeURIComponent(id)}/`
    // The SDK has no method of its own for events.
    const answer = await call(sdk, client(), '_fetchWithErrorHandling', url, {
      method: 'GET',
      headers: part(client(), 'headers'),
    })
    const { status } = eventState.parse(answer)
    if (status === 'SUCCEEDED') return 'done'
    return status === 'FAILED' ? 'failed' : 'pending'
  }

  return {
    preload: async (items) => {
      for (const { id, text, time } of items) {
        const metadata = { source: id, ...(time === null ? {} : { time }) }
        await add(id, [{ role: 'user', content: text }], { infer: false, metadata, ...stamp(time) })
      }
    },
    ingest: async (session) => {
      const { id, time } = session
      // The service knows these two roles only.
      const messages = spoken(session)
        .filter(({ role }) => role !== 'system')
        .map(({ role, content }) => ({ role, content }))
      if (messages.length === 0) return
      const metadata = { source: id, ...(time === null ? {} : { time }) }
      await add(id, messages, { metadata, ...stamp(time) })
    },
    waitReady: async (deadline) => {
      const readiness = await pollReadiness(tools, events, look, deadline, request.signal)
      return readiness.state === 'ready' && !told ? { state: 'unknown' } : readiness
    },
    search: async (query, { k }) => {
      if (query.trim() === '') return []
      const answer = await call(sdk, client(), 'search', query, { filters, topK: k, rerank: false })
      return found.parse(answer).map(toItem)
    },
    list: async () => {
      const items: MemoryItem[] = []
      for (let number = 1; ; number += 1) {
        const options = { filters, page: number, pageSize: PAGE }
        const { results, next } = page.parse(await call(sdk, client(), 'getAll', options))
        items.push(...results.map((one) => ({ ...toItem(one), score: null })))
        if (results.length === 0 || next === null || next === undefined) return items
      }
    },
    destroy: async () => {
      try {
        await call(sdk, client(), 'deleteAll', { userId })
      } catch (error) {
        // Nothing was ever stored under this id.
        if (part(error, 'errorCode') !== 'HTTP_404') throw error
      }
    },
    usage: () => ({ modelCalls: null, inputTokens: null, outputTokens: null, embeddedTexts: null }),
  }
}

/** The time of a conversation as the service takes it: seconds since 1970. */
function stamp(time: string | null): { timestamp?: number } {
  const milliseconds = time === null ? Number.NaN : Date.parse(time)
  return Number.isNaN(milliseconds) ? {} : { timestamp: Math.floor(milliseconds / 1000) }
}

function toItem(one: z.infer<typeof item>): MemoryItem {
  const { id, memory, metadata, score } = one
  return {
    id,
    text: memory,
    saidAt: metadata.time ?? null,
    happenedAt: null,
    sources: metadata.source === undefined ? [] : [metadata.source],
    score: score ?? null,
    raw: rawJson(one),
  }
}
