import type { z } from 'zod'
import { Fault } from '../../core/fault.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import type { MemoryScope, MemoryScopeRequest, MemoryUsage, Readiness } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import {
  doneSchema,
  givenMessage,
  itemsSchema,
  readinessSchema,
  sessionMessage,
  snapshotSchema,
  usageSchema,
  type Introduction,
  type Method,
} from './messages.ts'
import { readResult } from './read-answer.ts'
import type { Transport } from './transport.ts'

/**
 * Longest single `wait_ready`, in milliseconds: a program that does one thing after the other can serve other scopes
 * in between, and no proxy cuts the connection.
 */
const LONGEST_WAIT = 10_000
/** What an answer to `wait_ready` may come too late, in milliseconds. */
const GRACE = 2000
/** Pause before the next `wait_ready`, in milliseconds, for a program that says `timeout` without waiting. */
const PAUSE = 200

const unknownUsage: MemoryUsage = {
  modelCalls: null,
  inputTokens: null,
  outputTokens: null,
  embeddedTexts: null,
}

/**
 * Opens a scope over a transport.
 * @throws Fault
 */
export async function openScope(
  transport: Transport,
  { capabilities }: Pick<Introduction, 'capabilities'>,
  { id, state, sample, signal }: MemoryScopeRequest,
  { clock, wait }: Pick<MemoryTools, 'clock' | 'wait'>,
): Promise<MemoryScope> {
  let usage = unknownUsage

  async function call<T>(
    method: Method,
    schema: z.ZodType<T>,
    params: JsonObject = {},
    limit: number | null = null,
    stop: AbortSignal = signal,
  ): Promise<T> {
    const result = await transport.call(method, { scope: id, ...params }, { signal: stop, limit })
    return readResult(method, schema, result)
  }
  /** The port's `usage` can't wait for an answer, so that it is asked for ahead. */
  async function count(): Promise<void> {
    if (capabilities.usage) usage = await call('usage', usageSchema)
  }
  async function waitOnce(left: number): Promise<Readiness> {
    const deadline = Math.max(1, Math.round(Math.min(left, LONGEST_WAIT)))
    try {
      return await call('wait_ready', readinessSchema, { deadline_ms: deadline }, deadline + GRACE)
    } catch (error) {
      if (error instanceof Fault && error.reason === 'timeout') return { state: 'timeout' }
      throw error
    }
  }

  await call('open', doneSchema, { state, sample: { ...sample } })

  const scope: MemoryScope = {
    async ingest(session) {
      await call('ingest', doneSchema, { session: sessionMessage(session) })
      await count()
    },
    async waitReady(deadline) {
      const end = clock.monotonic() + deadline
      let readiness = await waitOnce(deadline)
      while (readiness.state === 'timeout') {
        const left = end - clock.monotonic()
        if (left <= 0) break
        await wait(Math.min(PAUSE, left), signal)
        readiness = await waitOnce(end - clock.monotonic())
      }
      await count()
      return readiness
    },
    async search(query, { k, tokenBudget, asOf }) {
      const params = { query, k, token_budget: tokenBudget, as_of: asOf }
      const { items } = await call('search', itemsSchema, params)
      await count()
      return items
    },
    async list() {
      return capabilities.list ? (await call('list', itemsSchema)).items : []
    },
    async destroy() {
      // What a program kept for itself has gone with it.
      if (capabilities.keeps !== 'service' && transport.isGone() === true) return
      // A stopped run leaves nothing behind either.
      await call('destroy', doneSchema, {}, null, new AbortController().signal)
    },
    usage: () => usage,
  }
  if (capabilities.preload) {
    scope.preload = async (items) => {
      await call('preload', doneSchema, { memories: items.map((item) => givenMessage(item)) })
      await count()
    }
  }
  if (capabilities.keeps === 'state') {
    scope.snapshot = async (): Promise<Json> => (await call('snapshot', snapshotSchema)).state
  }
  return scope
}
