import { z } from 'zod'
import { parseJson } from '../../core/json.ts'
import type { RunClaim, RunOwner } from '../../core/store.ts'
import { keyText } from '../key-text.ts'
import type { queriesOf } from '../queries.ts'
import { fill } from '../slot.ts'
import type { Connection } from './connection.ts'
import { takeRunLock, type RunLock } from './run-lock.ts'

const ownerSchema = z.object({ pid: z.number(), host: z.string(), since: z.number(), command: z.string() })

/** The claims of one store: a lock decides, and a row beside it tells the others who has it. */
export class RunClaims {
  readonly #connection: Connection
  readonly #queries: ReturnType<typeof queriesOf>
  readonly #held = new Set<RunLock>()

  constructor(connection: Connection, queries: ReturnType<typeof queriesOf>) {
    this.#connection = connection
    this.#queries = queries
  }

  async claim(run: string, owner: RunOwner): Promise<RunClaim | { readonly heldBy: RunOwner | null }> {
    const lock = await takeRunLock(this.#connection.path, run)
    if (lock === null) return { heldBy: this.#ownerOf(run) }
    this.#held.add(lock)
    try {
      this.#write(fill(this.#queries.setOwner, { run: keyText(run), owner: JSON.stringify(owner) }))
    } catch (error) {
      this.#free(lock)
      throw error
    }
    return {
      release: async () => {
        if (!this.#held.has(lock)) return
        try {
          this.#write(fill(this.#queries.deleteOwner, { run: keyText(run) }))
        } finally {
          this.#free(lock)
        }
      },
    }
  }

  /** Gives all claims back. */
  end(): void {
    for (const lock of this.#held) this.#free(lock)
  }

  #free(lock: RunLock): void {
    this.#held.delete(lock)
    lock.release()
  }

  #write(query: Parameters<Connection['run']>[0]): void {
    this.#connection.transaction(() => this.#connection.run(query))
  }

  #ownerOf(run: string): RunOwner | null {
    const row = this.#connection.first(fill(this.#queries.owner, { run: keyText(run) }))
    const owner = row === undefined ? undefined : ownerSchema.safeParse(parseJson(row.owner))
    return owner?.success === true ? owner.data : null
  }
}
