import { z } from 'zod'
import { UsageError } from '../../core/errors.ts'
import { call, construct, loadSdk, rawJson, spoken, statusOf, type Sdk } from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemoryItem, MemoryScope, MemoryScopeRequest, MemorySystem } from '../../core/memory.ts'

const NAME = 'letta'
const PAGE = 100

/**
 * The archival memory of an agent of Letta, one agent per user: each message is a passage, found by its vector. The
 * agent itself is never asked. `LETTA_API_KEY` (Letta's service) or `LETTA_BASE_URL` (a server of one's own) is needed;
 * `LETTA_EMBEDDING` and `LETTA_MODEL` name what new agents are made with.
 * @throws UsageError when the package, or both variables, are missing
 */
export async function createLetta(tools: MemoryTools): Promise<MemorySystem> {
  const [apiKey, baseURL] = [tools.env('LETTA_API_KEY'), tools.env('LETTA_BASE_URL')]
  if (apiKey === undefined && baseURL === undefined) {
    throw new UsageError(
      `memory:${NAME} needs the environment variable LETTA_API_KEY, or LETTA_BASE_URL for a server of your own`,
      'Set one of them and run again.',
    )
  }
  const agent = {
    embedding: tools.env('LETTA_EMBEDDING') ?? 'openai/text-embedding-3-small',
    model: tools.env('LETTA_MODEL') ?? 'openai/gpt-4.1-mini',
  }
  const sdk = await loadSdk(tools, '@letta-ai/letta-client')
  const client = construct(sdk, 'Letta', {
    apiKey: apiKey ?? null,
    ...(baseURL === undefined ? {} : { baseURL }),
    maxRetries: 0,
  })
  return {
    name: NAME,
    version: sdk.version,
    identity: {
      package: '@letta-ai/letta-client',
      adapter: '1',
      memory: 'archival',
      item: 'message',
      ...agent,
    },
    capabilities: {
      dates: 'native',
      preload: true,
      list: true,
      asOf: true,
      readOnlySearch: true,
      readiness: 'at-once',
      keeps: 'service',
      maxK: null,
    },
    facts: { embedder: agent.embedding, extractionModel: null, extractionPrompt: null, searches: true },
    warnings: [
      'letta is experimental: it was never run against a real server, only against one that imitates its documentation.',
      'Only the archival memory of letta is measured: its agent, who would decide what to keep, is never asked.',
      'What letta costs is on its own bill and in no ledger here.',
    ],
    open: (request) => Promise.resolve(openScope(sdk, client, agent, request)),
  }
}

const agentSchema = z.looseObject({ id: z.string(), name: z.string().nullish() })
const agentPage = z.union([
  z.array(agentSchema),
  z.looseObject({ items: z.array(agentSchema) }).transform(({ items }) => items),
])
const passage = z.looseObject({
  id: z.string(),
  text: z.string(),
  created_at: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
})
const hit = z.looseObject({
  id: z.string(),
  content: z.string(),
  timestamp: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
})

/** Tags carry what the passage came from, and whether its date was told. */
const SOURCE = 'source:'
const UNDATED = 'undated'

function openScope(
  sdk: Sdk,
  client: object,
  agent: { readonly embedding: string; readonly model: string },
  request: MemoryScopeRequest,
): MemoryScope {
  const once = { signal: request.signal }
  let known: string | null = null

  const find = async (): Promise<string | null> => {
    if (known !== null) return known
    const agents = agentPage.parse(await call(sdk, client, 'agents.list', { name: request.id }, once))
    known = agents.find(({ name }) => name === request.id)?.id ?? null
    return known
  }
  const findOrCreate = async (): Promise<string> => {
    const id = await find()
    if (id !== null) return id
    const made = await call(
      sdk,
      client,
      'agents.create',
      { name: request.id, ...agent, include_base_tools: false },
      once,
    )
    known = agentSchema.parse(made).id
    return known
  }
  const put = async (text: string, source: string, time: string | null): Promise<void> => {
    const body = {
      text,
      tags: [`${SOURCE}${source}`, ...(time === null ? [UNDATED] : [])],
      ...(time === null ? {} : { created_at: time }),
    }
    await call(sdk, client, 'agents.passages.create', await findOrCreate(), body, once)
  }
  const list = async (): Promise<MemoryItem[]> => {
    const id = await find()
    const items: MemoryItem[] = []
    if (id === null) return items
    for (let after: string | undefined; ;) {
      const query = { limit: PAGE, ascending: true, ...(after === undefined ? {} : { after }) }
      const some = z.array(passage).parse(await call(sdk, client, 'agents.passages.list', id, query, once))
      items.push(...some.map((one) => toItem({ ...one, content: one.text, timestamp: one.created_at })))
      after = some.at(-1)?.id
      if (some.length < PAGE) return items
    }
  }

  return {
    preload: async (items) => {
      for (const { id, text, time } of items) await put(text, id, time)
    },
    ingest: async (session) => {
      for (const { role, name, content, time } of spoken(session)) {
        await put(`${name ?? role}: ${content}`, session.id, time ?? session.time)
      }
    },
    waitReady: () => Promise.resolve({ state: 'ready' }),
    search: async (query, { k, asOf }) => {
      const id = await find()
      if (id === null || query.trim() === '') return []
      const asked = { query, top_k: k, ...(asOf === null ? {} : { end_datetime: asOf }) }
      const answer = await call(sdk, client, 'agents.passages.search', id, asked, once)
      return z
        .looseObject({ results: z.array(hit) })
        .parse(answer)
        .results.map(toItem)
    },
    list,
    destroy: async () => {
      const id = await find()
      if (id === null) return
      try {
        // An archive can outlive its agent.
        for (const item of await list()) {
          await call(sdk, client, 'agents.passages.delete', item.id, { agent_id: id }, once)
        }
        await call(sdk, client, 'agents.delete', id, once)
      } catch (error) {
        if (statusOf(error) !== 404) throw error
      }
      known = null
    },
    usage: () => ({ modelCalls: null, inputTokens: null, outputTokens: null, embeddedTexts: null }),
  }
}

function toItem(one: z.infer<typeof hit>): MemoryItem {
  const tags = one.tags ?? []
  return {
    id: one.id,
    text: one.content,
    saidAt: tags.includes(UNDATED) ? null : (one.timestamp ?? null),
    happenedAt: null,
    sources: tags.flatMap((tag) => (tag.startsWith(SOURCE) ? [tag.slice(SOURCE.length)] : [])),
    // The service ranks without telling how near.
    score: null,
    raw: rawJson(one),
  }
}
