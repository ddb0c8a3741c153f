import { RunStop } from '../../core/fault.ts'
import { UsageError } from '../../core/errors.ts'
import type { MemoryCheckId, MemoryCheckState } from '../../core/memory-checks.ts'
import type { MemoryItem, MemoryMessage, MemoryScope, MemorySystem } from '../../core/memory.ts'
import type { SampleKey } from '../../core/model.ts'

export interface MemoryCheckOptions {
  /** Letters, digits and `-`, at most 32: scopes are called `<prefix>-<check>-<n>`, so no other run may have it. */
  readonly scopePrefix: string
  /** Milliseconds that the system is given to become ready, each time. */
  readonly wait: number
  readonly sample: SampleKey
  readonly signal: AbortSignal
}

/** What a check came to, before it has its name. */
export interface Verdict {
  readonly state: MemoryCheckState
  readonly detail: string
  /** Why no later check can tell anything; absent: they can. */
  readonly blocks?: string
}

/** One check: what it does, and for whom it is not. */
export interface MemoryCheck {
  readonly id: MemoryCheckId
  /** Why it does not apply to the system; null: it does. */
  exempt?(system: MemorySystem): string | null
  run(bench: Bench): Promise<Verdict>
}

export const passed = (detail: string): Verdict => ({ state: 'passed', detail })
export const failed = (detail: string): Verdict => ({ state: 'failed', detail })
export const noted = (detail: string): Verdict => ({ state: 'noted', detail })
export const notMeasured = (detail: string): Verdict => ({ state: 'not-measured', detail })

/** Ends a check with its verdict, from wherever it is. */
export class Ended extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super(verdict.detail)
    this.name = 'Ended'
    this.verdict = verdict
  }
}

/** What the checks do with a system. */
export interface Bench {
  readonly system: MemorySystem
  readonly wait: number
  readonly signal: AbortSignal
  /** A scope of this check, destroyed at its end. The same `n` has the same id. */
  open(n?: number): Promise<MemoryScope>
  /** Tells a session of messages by the user, or of whole messages. */
  tell(
    scope: MemoryScope,
    id: string,
    messages: readonly (string | MemoryMessage)[],
    time?: string,
  ): Promise<void>
  /** @throws Ended as not-measured when the deadline passed: what can't be found yet says nothing */
  ready(scope: MemoryScope): Promise<void>
  search(scope: MemoryScope, query: string, k?: number): Promise<readonly MemoryItem[]>
  /** Ends the scope before the check's end. */
  destroy(scope: MemoryScope): Promise<void>
}

/** Nothing of the checks depends on the day; old enough that no system takes it for the future. */
const SOME_DAY = '2023-05-08T10:00:00+00:00'
const TOKENS = 16_384
const K = 10

/** Errors that end the whole run and are no verdict on the system. */
export function endsTheRun(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || error instanceof RunStop || error instanceof UsageError
}

/** Hands a check its bench and destroys what it opened, also after an error. */
export async function withBench<T>(
  system: MemorySystem,
  check: string,
  options: MemoryCheckOptions,
  use: (bench: Bench) => Promise<T>,
): Promise<T> {
  const { scopePrefix, wait, sample, signal } = options
  const opened = new Set<MemoryScope>()
  const bench: Bench = {
    system,
    wait,
    signal,
    async open(n = 1) {
      const id = `${scopePrefix}-${check}-${n}`
      const scope = await system.open({ id, state: null, sample, signal })
      opened.add(scope)
      return scope
    },
    tell: (scope, id, messages, time = SOME_DAY) =>
      scope.ingest({
        id,
        time,
        zone: 'Europe/Lisbon',
        messages: messages.map((message) =>
          typeof message === 'string' ? { role: 'user', name: null, content: message, time: null } : message,
        ),
      }),
    async ready(scope) {
      const { state } = await scope.waitReady(wait)
      if (state === 'timeout') {
        throw new Ended(notMeasured(`It was not ready within ${wait / 1000} s, so this can't be told.`))
      }
    },
    search: (scope, query, k = K) =>
      scope.search(query, {
        k: Math.min(k, system.capabilities.maxK ?? k),
        tokenBudget: TOKENS,
        asOf: null,
      }),
    async destroy(scope) {
      opened.delete(scope)
      await scope.destroy()
    },
  }
  try {
    return await use(bench)
  } finally {
    for (const scope of opened) await destroyQuietly(scope)
  }
}

/** What can't be tidied up is no verdict: whether deleting works is a check of its own. */
async function destroyQuietly(scope: MemoryScope): Promise<void> {
  try {
    await scope.destroy()
  } catch {
    // The check has its verdict; the error that ends a run comes again with the next call.
  }
}
