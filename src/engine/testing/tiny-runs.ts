import type { Case } from '../../core/case.ts'
import type { RunEvent } from '../../core/events.ts'
import type { RunSpec } from '../../core/run.ts'
import type { Scorer } from '../../core/scorer.ts'
import type { JudgedInstrument } from '../../core/stage.ts'
import type { OutcomeRow, Store } from '../../core/store.ts'
import type { System } from '../../core/system.ts'
import { MemoryStore } from '../../testing/memory-store.ts'
import { gather } from '../../testing/store-rows.ts'
import { tickingClock, tinyScorer, tinyTrack } from '../../testing/tiny-track.ts'
import { executeRun, type ExecuteOptions, type ExecuteSummary } from '../execute.ts'
import { planRun } from '../plan.ts'

const spec: RunSpec = {
  formatVersion: 1,
  data: {
    dataset: 'tiny',
    split: null,
    view: 'as-published',
    pools: 'original',
    rekey: false,
    rowBase: 'unique',
    seed: 0,
    limit: null,
    ids: null,
    where: [],
    sample: null,
  },
  descriptor: {
    id: 'tiny',
    benchmark: 'tiny',
    title: 'Tiny',
    source: 'test',
    revision: null,
    licence: 'none',
    attribution: '',
    layout: 'tiny',
    notes: [],
  },
  protocol: 'strict',
  matcher: 'greedy',
  failures: 'default',
  repeats: 1,
  concurrency: 4,
  programs: { timeout: 120_000, maxOutput: 16_777_216 },
  fresh: null,
  tracks: [{ track: 'tiny/plus-one', version: '1', systems: [], instruments: [] }],
}

type Change = Partial<ExecuteOptions> & {
  readonly scorers?: readonly Scorer[]
  readonly judged?: readonly JudgedInstrument[]
  readonly trackVersion?: string
}

/** Runs of the tiny track in a store of their own. */
export class TinyRuns {
  readonly store: Store = new MemoryStore()
  /** What was told of all runs. */
  readonly events: RunEvent[] = []

  async plan(id: string, cases: readonly Case[]): Promise<void> {
    await this.planFrom(id, async function* () {
      yield* cases
    })
  }

  async planFrom(id: string, cases: () => AsyncIterable<Case>): Promise<void> {
    await planRun({ store: this.store, clock: tickingClock(), id, spec, provenance: {}, cases })
  }

  execute(run: string, systems: readonly System[], change: Change = {}): Promise<ExecuteSummary> {
    const { scorers = [tinyScorer()], judged = [], trackVersion, ...options } = change
    return executeRun({
      store: this.store,
      clock: tickingClock(),
      run,
      plans: [{ track: tinyTrack(trackVersion), systems, scorers, judged }],
      repeats: 1,
      concurrency: 4,
      retry: 'can-succeed',
      fresh: null,
      abortOnBadRow: false,
      signal: new AbortController().signal,
      listener: (event) => this.events.push(event),
      ...options,
    })
  }

  outcomes(run: string): Promise<OutcomeRow[]> {
    return gather(this.store.outcomes(run, {}))
  }
}
