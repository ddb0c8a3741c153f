import type { Clock } from '../core/clock.ts'
import type { RunEvent } from '../core/events.ts'
import type { Store } from '../core/store.ts'
import type { UnitReport } from './unit.ts'

/** Progress is written at most this often, so that following a run costs the run nothing. */
const INTERVAL_MS = 250

/**
 * Money is added up over all calls of the run (130 ms for 100,000 of them), so it is asked for less often, and never
 * for more than a twentieth of the time.
 */
const COST_INTERVAL_MS = 1000
const COST_SHARE = 20

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
  #systems = new Map<string, { done: number; total: number; failures: number }>()
  #cost: number | null = null
  #costDue = Number.NEGATIVE_INFINITY
  #lastTold = Number.NEGATIVE_INFINITY
  #pending: { at: number; event: RunEvent }[] = []

  constructor(store: Store, clock: Clock, run: string, listener: (event: RunEvent) => void) {
    this.#store = store
    this.#clock = clock
    this.#run = run
    this.#listener = listener
  }

  /** Begins a track of `total` units, equally many of each system. */
  startTrack(track: string, systems: readonly string[], cases: number, total: number): void {
    this.#track = track
    this.#total = total
    this.#done = 0
    this.#reused = 0
    this.#failures = {}
    this.#systems = new Map(
      systems.map((system) => [system, { done: 0, total: total / systems.length, failures: 0 }]),
    )
    this.tell({ type: 'track-started', track, systems: [...systems], cases })
  }

  unitDone(
    unit: { system: string; case: string; repeat: number; attempt: number },
    report: UnitReport,
  ): void {
    this.#done += 1
    if (report.reused) this.#reused += 1
    const own = this.#systems.get(unit.system)
    if (own !== undefined) {
      own.done += 1
      if (report.failures.length > 0) own.failures += 1
    }
    for (const failure of report.failures) {
      this.#failures[failure.reason] = (this.#failures[failure.reason] ?? 0) + 1
      const { stage, reason, by, message } = failure
      this.tell({ type: 'stage-failed', track: this.#track, ...unit, stage, reason, by, message })
    }
  }

  /** Tells and writes how far the run is, if the last time is long enough ago. */
  async flushIfDue(): Promise<void> {
    const now = this.#clock.monotonic()
    if (now - this.#lastTold < INTERVAL_MS) return
    // Set before anything is awaited: units that end meanwhile must not tell it again.
    this.#lastTold = now
    if (now >= this.#costDue) await this.#readCost()
    this.#tellProgress()
    await this.flush()
  }

  /** Tells how far the run is at the end of a track, with what it cost. */
  async endTrack(): Promise<void> {
    await this.#readCost()
    this.#tellProgress()
  }

  async #readCost(): Promise<void> {
    const started = this.#clock.monotonic()
    const totals = await this.#store.callTotals(this.#run)
    const ended = this.#clock.monotonic()
    this.#costDue = started + Math.max(COST_INTERVAL_MS, COST_SHARE * (ended - started))
    const known = totals.length > 0 && totals.every(({ unpriced }) => unpriced === 0)
    this.#cost = known ? totals.reduce((sum, { spent }) => sum + spent, 0) : null
  }

  #tellProgress(): void {
    this.#lastTold = this.#clock.monotonic()
    this.tell({
      type: 'progress',
      track: this.#track,
      done: this.#done,
      reused: this.#reused,
      total: this.#total,
      failures: { ...this.#failures },
      perSystem: [...this.#systems].map(([system, counts]) => ({ system, ...counts })),
      cost: this.#cost,
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
