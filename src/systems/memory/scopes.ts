import type { CallContext } from '../../core/call-context.ts'
import { Fault } from '../../core/fault.ts'
import { hashJson } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { MemoryHistory } from '../../core/memory-plan.ts'
import type { MemoryItem, MemoryScope, MemorySystem } from '../../core/memory.ts'
import { givenSessions } from './given-sessions.ts'
import { guarded, isOwnFault } from './guarded.ts'

/**
 * Which scope: one for each case and repeat of a run, so that no two users or runs share one. Attempts come one after
 * the other and have the same, so that the next one destroys what the last one left.
 */
export interface ScopeKey {
  readonly case: string
  readonly context: CallContext
}

/**
 * The open scopes of one memory system on one track, from the stage that fills them to the last one that reads them.
 * A stage whose scope is gone (the run was resumed in another process) gets it back.
 */
export class Scopes {
  readonly #memory: MemorySystem
  /** Of the run and track. */
  readonly #prefix: string
  readonly #open = new Map<string, MemoryScope>()

  /** @param owner what no other run and track has */
  constructor(memory: MemorySystem, owner: string) {
    this.#memory = memory
    this.#prefix = hashJson(owner).slice(0, 16)
  }

  /** Opens an empty scope; one that a crash left under its id is destroyed first. */
  async fresh(key: ScopeKey): Promise<MemoryScope> {
    const { signal } = key.context
    await this.drop(key)
    const open = (): Promise<MemoryScope> => guarded('open', signal, () => this.#openScope(key, null))
    if (this.#memory.capabilities.keeps === 'service') {
      const left = await open()
      await guarded('destroy', signal, () => left.destroy())
    }
    const scope = await open()
    this.#open.set(this.#idOf(key), scope)
    return scope
  }

  /** Whether the scope of a case is open in this process. */
  has(key: ScopeKey): boolean {
    return this.#open.has(this.#idOf(key))
  }

  /**
   * The scope of a case after it was filled. One that is not open in this process comes back from its state, or from
   * the service when what this has is what was stored as ready; else everything is told again.
   * @param stored what was there when it was ready; null: it was not seen to be ready, or can't show what it keeps
   * @param wait milliseconds that it is given to become ready when it is told again
   * @throws Fault by the system `timeout` when it was told again and did not become ready
   */
  async filled(
    key: ScopeKey,
    {
      state,
      stored,
      history,
      wait,
    }: {
      readonly state: Json | null
      readonly stored: readonly MemoryItem[] | null
      readonly history: MemoryHistory
      readonly wait: number
    },
  ): Promise<MemoryScope> {
    const known = this.#open.get(this.#idOf(key))
    if (known !== undefined) return known
    const { signal } = key.context
    const { keeps } = this.#memory.capabilities
    if (keeps === 'state' && state !== null) {
      const scope = await guarded('open', signal, () => this.#openScope(key, state))
      this.#open.set(this.#idOf(key), scope)
      return scope
    }
    // An empty one looks like one that was never filled.
    if (keeps === 'service' && stored !== null && stored.length > 0) {
      const scope = await guarded('open', signal, () => this.#openScope(key, null))
      const there = await guarded('list', signal, () => scope.list())
      if (sameItems(there, stored)) {
        this.#open.set(this.#idOf(key), scope)
        return scope
      }
    }
    const scope = await this.fresh(key)
    await fill(this.#memory, scope, history, signal)
    const { state: readiness } = await guarded('wait', signal, () => scope.waitReady(wait))
    if (readiness !== 'timeout') return scope
    throw notReady(wait)
  }

  /**
   * Destroys the scope of a case.
   * @param query is asked of the empty scope; null: no search
   * @returns whether it was seen to be empty afterwards; null where it lived in this process alone
   */
  async release(key: ScopeKey, query: string | null): Promise<boolean | null> {
    const id = this.#idOf(key)
    const scope = this.#open.get(id)
    if (scope === undefined) return null
    this.#open.delete(id)
    const { signal } = key.context
    const isService = this.#memory.capabilities.keeps === 'service'
    try {
      await guarded('destroy', signal, () => scope.destroy())
      if (!isService) return null
      const again = await guarded('open', signal, () => this.#openScope(key, null))
      const left = await guarded('list', signal, () => again.list())
      const found =
        query === null
          ? []
          : await guarded('search', signal, () => again.search(query, { k: 1, tokenBudget: 100, asOf: null }))
      await guarded('destroy', signal, () => again.destroy())
      return left.length === 0 && found.length === 0
    } catch (error) {
      // That it does not forget takes nothing from what it found.
      if (isOwnFault(error) && !signal.aborted) return isService ? false : null
      throw error
    }
  }

  /** Destroys the scope of a case that goes no further, without a look at what is left. */
  async drop(key: ScopeKey): Promise<void> {
    const id = this.#idOf(key)
    const scope = this.#open.get(id)
    this.#open.delete(id)
    await scope?.destroy().catch(() => {})
  }

  /** Destroys what is still open: the run was stopped, or later stages were there already. */
  async close(): Promise<void> {
    const scopes = [...this.#open.values()]
    this.#open.clear()
    await Promise.allSettled(scopes.map((scope) => scope.destroy()))
  }

  #openScope(key: ScopeKey, state: Json | null): Promise<MemoryScope> {
    const { repeat, attempt, fresh, signal } = key.context
    return this.#memory.open({ id: this.#idOf(key), state, sample: { repeat, attempt, fresh }, signal })
  }

  #idOf({ case: subject, context: { repeat } }: ScopeKey): string {
    return `rapport-${this.#prefix}-${hashJson([subject, repeat]).slice(0, 24)}`
  }
}

/** @param wait milliseconds that it was given */
export function notReady(wait: number): Fault {
  return new Fault('timeout', 'system', `not ready within ${wait / 1000} s of being told`)
}

function sameItems(there: readonly MemoryItem[], stored: readonly MemoryItem[]): boolean {
  const of = (items: readonly MemoryItem[]): string =>
    hashJson(items.map(({ id, text }) => [id, text]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)))
  return there.length === stored.length && of(there) === of(stored)
}

/** A session that a memory system threw on. */
export interface FailedSession {
  readonly session: string
  readonly message: string
}

/**
 * Tells a scope its given memories and its sessions, in order.
 * @returns the sessions that it threw on; the others are told all the same
 * @throws Fault by the system when it threw on all of them, or on the given memories; faults by the infrastructure
 */
export async function fill(
  memory: MemorySystem,
  scope: MemoryScope,
  { given, sessions }: MemoryHistory,
  signal: AbortSignal,
): Promise<readonly FailedSession[]> {
  const failed: FailedSession[] = []
  const told = memory.capabilities.preload ? sessions : [...givenSessions(given), ...sessions]
  if (memory.capabilities.preload && given.length > 0) {
    await guarded('preload', signal, async () => scope.preload?.(given))
  }
  let last: unknown
  for (const session of told) {
    try {
      await guarded('ingest', signal, () => scope.ingest(session))
    } catch (error) {
      if (!isOwnFault(error) || signal.aborted) throw error
      last = error
      failed.push({ session: session.id, message: error.message })
    }
  }
  if (failed.length > 0 && failed.length === told.length) throw last
  return failed
}
