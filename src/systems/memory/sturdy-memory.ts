import { z } from 'zod'
import { fieldPath } from '../../core/check-shape.ts'
import { Fault } from '../../core/fault.ts'
import { findJsonFlaw } from '../../core/json-flaw.ts'
import { jsonSchema, type JsonObject } from '../../core/json.ts'
import { memoryItemSchema } from '../../core/memory-record.ts'
import type { MemoryItem, MemoryScope, MemorySystem, MemoryUsage } from '../../core/memory.ts'
import { timeLimit, type Waiting } from './time-limit.ts'

/** Milliseconds that one call may take: long enough for a slow model to write many items of a long session. */
const CALL_LIMIT = 600_000

/** Milliseconds that forgetting may take. Not ended by a stop of the run: it is what the run leaves behind. */
const DESTROY_LIMIT = 60_000

/** Milliseconds after the deadline of `waitReady` that a memory may take to say that it has passed. */
const GRACE = 5000

const itemsSchema = z.array(memoryItemSchema)
const readinessSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('timeout') }),
  z.object({ state: z.literal('unknown') }),
  z.object({ state: z.literal('failed'), sessions: z.array(z.string()) }),
])
const counted = z.number().int().nonnegative().nullable()
const usageSchema = z.object({
  modelCalls: counted,
  inputTokens: counted,
  outputTokens: counted,
  embeddedTexts: counted,
})

/** How many have a memory system and did not close it: a module hands the same one to several tracks and the checks. */
const users = new WeakMap<MemorySystem, number>()

/**
 * A memory system whose code can't be trusted to end or to keep its word: every call has a time limit, and what it
 * answers is checked once, here. A scope that let a call pass its limit is not asked again: its later calls fail at
 * once. What passes `waitReady`'s deadline by more than a little was not ready.
 * Its calls throw what the memory throws, and Fault by the system: `timeout`, or `unusable-output` that names the field.
 * @param tools wait ends early when its signal does
 * @param more what its identity has beside what it tells itself
 */
export function sturdyMemory(memory: MemorySystem, tools: Waiting, more: JsonObject = {}): MemorySystem {
  users.set(memory, (users.get(memory) ?? 0) + 1)
  let isClosed = false
  const { name, version, capabilities, facts, warnings, hosts } = memory
  return {
    name,
    version,
    identity: { ...memory.identity, ...more },
    capabilities,
    facts,
    warnings,
    ...(hosts === undefined ? {} : { hosts }),
    ...(memory.ownPrompt === undefined
      ? {}
      : { ownPrompt: (query, items) => memory.ownPrompt?.(query, items) ?? [] }),
    async open(request) {
      const scope = await timeLimit(tools, CALL_LIMIT, request.signal, 'open', () => memory.open(request))
      return sturdyScope(scope, request.signal, tools)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      const left = (users.get(memory) ?? 1) - 1
      users.set(memory, left)
      // That it can't be closed changes no result.
      if (left === 0) {
        await timeLimit(tools, DESTROY_LIMIT, new AbortController().signal, 'close', async () =>
          memory.close?.(),
        ).catch(() => {})
      }
    },
  }
}

function sturdyScope(scope: MemoryScope, signal: AbortSignal, tools: Waiting): MemoryScope {
  let lost: Fault | null = null
  const ask = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    if (lost !== null) throw lost
    try {
      return await timeLimit(tools, CALL_LIMIT, signal, what, call)
    } catch (error) {
      if (error instanceof Fault && error.reason === 'timeout' && error.by === 'system') lost = error
      throw error
    }
  }
  return {
    ...(scope.preload === undefined
      ? {}
      : { preload: (items) => ask('preload', async () => scope.preload?.(items)) }),
    ingest: (session) => ask('ingest', async () => scope.ingest(session)),
    async waitReady(deadline) {
      if (lost !== null) throw lost
      const answer = await timeLimit(tools, deadline + GRACE, signal, 'waitReady', async () =>
        scope.waitReady(deadline),
      ).catch((error: unknown) => {
        if (!(error instanceof Fault) || error.reason !== 'timeout' || error.by !== 'system') throw error
        lost = error
        return { state: 'timeout' }
      })
      return read('waitReady', readinessSchema, answer)
    },
    search: async (query, options) =>
      readItems('search', await ask('search', async () => scope.search(query, options))),
    list: async () => readItems('list', await ask('list', async () => scope.list())),
    ...(scope.snapshot === undefined
      ? {}
      : {
          snapshot: async () =>
            read(
              'snapshot',
              jsonSchema,
              await ask('snapshot', async () => (await scope.snapshot?.()) ?? null),
            ),
        }),
    // Tried also after a call that did not end: what lies elsewhere should be gone.
    destroy: () =>
      timeLimit(tools, DESTROY_LIMIT, new AbortController().signal, 'destroy', async () => scope.destroy()),
    usage: () => readUsage(scope),
  }
}

/** What it says of its own use is beside the point of a run: nonsense is no knowledge. */
function readUsage(scope: MemoryScope): MemoryUsage {
  const unknown: MemoryUsage = {
    modelCalls: null,
    inputTokens: null,
    outputTokens: null,
    embeddedTexts: null,
  }
  try {
    return usageSchema.safeParse(scope.usage()).data ?? unknown
  } catch {
    return unknown
  }
}

/** Items as the store can keep them: half of a character becomes a replacement character. */
function readItems(what: string, value: unknown): MemoryItem[] {
  return read(what, itemsSchema, value).map((item) => ({
    ...item,
    id: wholeCharacters(item.id),
    text: wholeCharacters(item.text),
    sources: item.sources.map(wholeCharacters),
    raw: findJsonFlaw(item.raw) === null ? item.raw : null,
  }))
}

function wholeCharacters(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
}

function read<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const found = schema.safeParse(value)
  if (found.success) return found.data
  const [issue] = found.error.issues
  const field = fieldPath(issue?.path ?? [])
  const where = field === '' ? '' : `${field}: `
  throw new Fault(
    'unusable-output',
    'system',
    `${what}: its answer is not as the port wants it: ${where}${issue?.message ?? 'another shape'}`,
  )
}
