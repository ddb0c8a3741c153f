import type { CallContext } from '../../core/call-context.ts'
import { hashJson } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { MemoryHistory } from '../../core/memory-plan.ts'
import type { MemoryScope, MemorySystem } from '../../core/memory.ts'
import { givenSessions } from './given-sessions.ts'
import { guarded, isOwnFault } from './guarded.ts'

/** Which scope: one for each case, repeat and attempt of a run, so that no two users or runs share one. */
export interface ScopeKey {
  readonly case: string
  readonly context: CallContext
}

/**
 * The open scopes of one memory system on one track, from the stage that fills them to the last one that reads them.
 * A stage whose scope is gone (the run was resumed in another process) gets it back: from its state, from the service
 * that still has it, or by telling everything again.
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
    const id = this.#idOf(key)
    const { signal } = key.context
    const open = (): Promise<MemoryScope> => guarded('open', signal, () => this.#openScope(key, null))
    if (this.#memory.capabilities.keeps === 'service') {
      const left = await open()
      await guarded('destroy', signal, () => left.destroy())
    }
    const scope = await open()
    this.#open.set(id, scope)
    return scope
  }

  /**
   * The scope of a case after it was filled.
   * @param state what `ingest` left, or null
   */
  async filled(
    key: ScopeKey,
    state: Json | null,
    history: MemoryHistory,
    wait: number,
  ): Promise<MemoryScope> {
    const known = this.#open.get(this.#idOf(key))
    if (known !== undefined) return known
    const { signal } = key.context
    const { keeps } = this.#memory.capabilities
    if (keeps === 'service' || (keeps === 'state' && state !== null)) {
      const scope = await guarded('open', signal, () => this.#openScope(key, state))
      this.#open.set(this.#idOf(key), scope)
      return scope
    }
    const scope = await this.fresh(key)
    await fill(this.#memory, scope, history, signal)
    await guarded('wait', signal, () => scope.waitReady(wait))
    return scope
  }

  /**
   * Destroys the scope of a case.
   * @returns whether it was seen to be empty afterwards; null where it lived in this process alone
   */
  async release(key: ScopeKey, query: string | null): Promise<boolean | null> {
    const id = this.#idOf(key)
    const scope = this.#open.get(id)
    if (scope === undefined) return null
    this.#open.delete(id)
    const { signal } = key.context
    await guarded('destroy', signal, () => scope.destroy())
    if (this.#memory.capabilities.keeps !== 'service') return null
    const again = await guarded('open', signal, () => this.#openScope(key, null))
    const left = await guarded('list', signal, () => again.list())
    const found =
      query === null
        ? []
        : await guarded('search', signal, () => again.search(query, { k: 1, tokenBudget: 100, asOf: null }))
    await guarded('destroy', signal, () => again.destroy())
    return left.length === 0 && found.length === 0
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

  #idOf({ case: subject, context: { repeat, attempt } }: ScopeKey): string {
    return `rapport-${this.#prefix}-${hashJson([subject, repeat, attempt]).slice(0, 24)}`
  }
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
