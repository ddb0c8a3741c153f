import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunRecord } from '../../core/run.ts'
import type { CallTotals, RunOwner, StageTotals, Store } from '../../core/store.ts'
import { workerOf } from '../run-worker.ts'
import { ProgressState } from './progress-state.ts'
import type { WorkbenchContext } from './store-source.ts'

/** Milliseconds between two looks at a run that somebody watches. */
const LOOK = 500

/** Sums of a run that goes on are made anew for a twentieth of the time at most: 100,000 results take 0.1 s. */
const SUM_SHARE = 20

/** Who works on a run; `unknown`: somebody who has not said yet. */
export type Worker = RunOwner | 'unknown' | null

/** What is known of a run at a moment. */
export interface RunNow {
  readonly run: RunRecord
  readonly progress: ProgressState
  readonly worker: Worker
  /** It says that it goes on, and nobody works on it. */
  readonly orphaned: boolean
}

interface Known {
  readonly progress: ProgressState
  /** What of the run was seen when nobody worked on it; it is not asked again before that changes. */
  idleAt: string | null
  totals: {
    readonly at: string
    /** Not made again before, while the run goes on. */
    readonly due: number
    readonly calls: readonly CallTotals[]
    readonly stages: readonly StageTotals[]
  } | null
}

/**
 * Follows runs through the store, whoever works on them: events are read once each, sums only when there were new
 * events.
 */
export class RunWatch {
  readonly #context: WorkbenchContext
  readonly #known = new Map<string, Known>()

  constructor(context: WorkbenchContext) {
    this.#context = context
  }

  async now(store: Store, run: RunRecord): Promise<RunNow> {
    const known = this.#of(run.id)
    known.progress.take(await store.events(run.id, known.progress.seq))
    const worker = await this.#worker(store, run, known)
    const goesOn = run.state === 'running' || run.state === 'planning'
    return { run, progress: known.progress, worker, orphaned: goesOn && worker === null }
  }

  /** Sums of calls and stages, as of the last event; of a large run that goes on, as of a moment ago. */
  async totals(store: Store, { run, progress }: RunNow): Promise<NonNullable<Known['totals']>> {
    const known = this.#of(run.id)
    const at = `${progress.seq} ${run.updatedAt}`
    const before = known.totals
    const started = this.#context.clock.monotonic()
    if (before !== null && (before.at === at || (run.state === 'running' && started < before.due)))
      return before
    const [calls, stages] = [await store.callTotals(run.id), await store.stageTotals(run.id)]
    const ended = this.#context.clock.monotonic()
    const totals = { at, due: ended + SUM_SHARE * (ended - started), calls, stages }
    known.totals = totals
    return totals
  }

  #of(run: string): Known {
    const known = this.#known.get(run) ?? { progress: new ProgressState(), idleAt: null, totals: null }
    this.#known.set(run, known)
    return known
  }

  /**
   * Asking takes the run's lock for a moment where nobody has it, which would be in the way of a `resume`. So a run
   * that nobody works on is asked about once, and again when something of it has changed.
   */
  async #worker(store: Store, run: RunRecord, known: Known): Promise<Worker> {
    const at = `${run.state} ${run.updatedAt} ${known.progress.seq}`
    if (known.idleAt === at) return null
    const worker = await workerOf(store, run, 'serve', this.#context)
    known.idleAt = worker === null ? at : null
    return worker
  }
}

/** True where this machine is meant. */
export function isHere({ host }: Pick<RunOwner, 'host'>): boolean {
  return host === hostname()
}

/** Looks again and again until `signal`; ends quietly. */
export async function* ticks(signal: AbortSignal, every: number = LOOK): AsyncGenerator<void> {
  while (!signal.aborted) {
    yield
    // An abort ends the wait, and the loop with it.
    await pause(every, undefined, { signal, ref: false }).catch(() => {})
  }
}
