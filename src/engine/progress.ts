import type { Clock } from '../core/clock.ts'
import type { RunEvent } from '../core/events.ts'
import type { Store } from '../core/store.ts'
import type { UnitReport } from './unit.ts'

/** Progress is written at most this often, so that following a run costs the run nothing. */
const INTERVAL_MS = 250

/** Counts units and tells listeners and the store how far a run is. */
export class ProgressKeeper {
  readonly #store: Store
  readonly #clock: Clock
  readonly #run: string
  readonly #listener: (event: RunEvent) => void
  #track = ''
  #total: number | null = null
  #done = 0
  #reused = 0
  #failures: Record<string, number> = {}
  #lastTold = Number.NEGATIVE_INFINITY
  #pending: { at: number; event: RunEvent }[] = []

  constructor(store: Store, clock: Clock, run: string, listener: (event: RunEvent) => void) {
    this.#store = store
    this.#clock = clock
    this.#run = run
    this.#listener = listener
  }

  /** Begins a track of `total` units. */
  startTrack(track: string, systems: readonly string[], cases: number, total: number): void {
    this.#track = track
    this.#total = total
    this.#done = 0
    this.#reused = 0
    this.#failures = {}
    this.tell({ type: 'track-started', track, systems: [...systems], cases })
  }

  unitDone(
    unit: { system: string; case: string; repeat: number; attempt: number },
    report: UnitReport,
  ): void {
    this.#done += 1
    if (report.reused) this.#reused += 1
    for (const failure of report.failures) {
      this.#failures[failure.reason] = (this.#failures[failure.reason] ?? 0) + 1
      const { stage, reason, by, message } = failure
      this.tell({ type: 'stage-failed', track: this.#track, ...unit, stage, reason, by, message })
    }
  }

  /** Tells and writes how far the run is, if the last time is long enough ago. */
  async flushIfDue(): Promise<void> {
    if (this.#clock.monotonic() - this.#lastTold < INTERVAL_MS) return
    this.tellProgress()
    await this.flush()
  }

  tellProgress(): void {
    this.#lastTold = this.#clock.monotonic()
    this.tell({
      type: 'progress',
      track: this.#track,
      done: this.#done,
      reused: this.#reused,
      total: this.#total,
      failures: { ...this.#failures },
    })
  }

  tell(event: RunEvent): void {
    this.#pending.push({ at: this.#clock.now(), event })
    this.#listener(event)
  }

  /** Writes what was told since the last call. */
  async flush(): Promise<void> {
    if (this.#pending.length === 0) return
    const events = this.#pending
    this.#pending = []
    await this.#store.appendEvents(this.#run, events)
  }
}
