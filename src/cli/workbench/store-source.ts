import { existsSync } from 'node:fs'
import { NotFoundError } from '../../server/problems.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { openStore } from '../../store/index.ts'
import { storePath, type CliContext } from '../context.ts'

/** What the workbench needs of the world outside. */
export type WorkbenchContext = Pick<CliContext, 'env' | 'cwd' | 'clock'>

/** The store of a workbench. It need not be there yet: the first run makes it. */
export class StoreSource {
  readonly #context: WorkbenchContext
  #opened: Promise<Store> | null = null
  /** Runs as they were read last: reading hundreds anew takes a second. */
  readonly #runs = new Map<string, RunRecord>()

  constructor(context: WorkbenchContext) {
    this.#context = context
  }

  /** null: nothing was ever run here. */
  async existing(): Promise<Store | null> {
    if (this.#opened !== null) return this.#opened
    const path = storePath(this.#context)
    if (!existsSync(path)) return null
    const opening = openStore(path)
    this.#opened = opening
    // A store that can't be opened now, such as a locked one, may be opened later.
    opening.catch(() => (this.#opened = null))
    return opening
  }

  /** All runs, newest first. */
  async runs(): Promise<readonly RunRecord[]> {
    const store = await this.existing()
    const stamps = (await store?.runStamps()) ?? []
    const runs: RunRecord[] = []
    for (const { id, state, updatedAt } of stamps) {
      const known = this.#runs.get(id)
      const isCurrent = known?.state === state && known.updatedAt === updatedAt
      const run = isCurrent ? known : await store?.run(id)
      // Taken away this very moment.
      if (run === undefined) continue
      this.#runs.set(id, run)
      runs.push(run)
    }
    return runs
  }

  /** The store, made where there is none yet. */
  async orMade(): Promise<Store> {
    const found = await this.existing()
    if (found !== null) return found
    this.#opened = openStore(storePath(this.#context))
    return this.#opened
  }

  /** A run by its whole id, with its store. @throws NotFoundError */
  async run(id: string): Promise<{ readonly store: Store; readonly run: RunRecord }> {
    const store = await this.existing()
    const run = await store?.run(id)
    if (store === null || run === undefined)
      throw new NotFoundError(`there is no run ${JSON.stringify(id)}`, 'go back to the list of runs')
    return { store, run }
  }

  /** The same, once its cases are complete. @throws NotFoundError */
  async readyRun(id: string): Promise<{ readonly store: Store; readonly run: RunRecord }> {
    const found = await this.run(id)
    if (found.run.state === 'planning')
      throw new NotFoundError(
        `the data of run ${JSON.stringify(id)} is still being read, so there is nothing to show of it`,
        'wait until its systems are asked',
      )
    return found
  }

  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = null
    await (await opened)?.close()
  }
}
