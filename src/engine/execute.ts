import { createHash } from 'node:crypto'
import type { Case } from '../core/case.ts'
import type { Clock } from '../core/clock.ts'
import { RapportError, UsageError } from '../core/errors.ts'
import type { RunEvent } from '../core/events.ts'
import { canSucceedLater, RunStop } from '../core/fault.ts'
import { bucketOf } from '../core/hash.ts'
import type { CallSubject } from '../core/model.ts'
import type { Scorer } from '../core/scorer.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import type { Store, UnitState } from '../core/store.ts'
import type { System } from '../core/system.ts'
import type { Track } from '../core/track.ts'
import { sortGraph, type SortedGraph } from './graph.ts'
import { Limiter } from './limiter.ts'
import { ProgressKeeper } from './progress.ts'
import { UnitRunner } from './unit.ts'

/** Cases are dealt into this many folds by cluster, so that baselines can be fitted on the others. */
export const FOLDS = 2

/** The fold of a case: all cases of a cluster are in one. */
export function foldOf(subject: Pick<Case, 'cluster'>): number {
  return bucketOf(subject.cluster, FOLDS)
}

/** A track with live systems, made again from the run's specification. */
export interface TrackPlan {
  readonly track: Pick<Track, 'id' | 'stages'>
  readonly systems: readonly System[]
  readonly scorers: readonly Scorer[]
  readonly judged: readonly JudgedInstrument[]
}

/**
 * Which units get another attempt: with a failure those that can succeed, or all; without one those with a verdict
 * that no judge's words could be read for (`all-unscored`), whose judges alone are asked anew; `all` of both; none.
 */
export type RetryPolicy = 'can-succeed' | 'all-failed' | 'all-unscored' | 'all' | 'none'

export interface ExecuteOptions {
  readonly store: Store
  readonly clock: Clock
  readonly run: string
  readonly plans: readonly TrackPlan[]
  readonly repeats: number
  readonly concurrency: number
  readonly retry: RetryPolicy
  /** Set by `--fresh`: earlier answers are not reused. */
  readonly fresh: string | null
  /** Stop at the first unusable row of a system. */
  readonly abortOnBadRow: boolean
  readonly signal: AbortSignal
  readonly listener: (event: RunEvent) => void
  /** Told of each piece of work, which it must carry out; absent: nobody asks. Calls can be put down to it so. */
  readonly within?: <T>(subject: CallSubject, work: () => Promise<T>) => Promise<T>
}

export interface ExecuteSummary {
  readonly state: 'done' | 'stopped'
  readonly units: number
  readonly reused: number
  /** Failures of this execution by reason. */
  readonly failures: Readonly<Record<string, number>>
}

/**
 * Carries a planned run to its end. Whatever finished is durable at once; a stop, a crash or kill -9 costs
 * only what was under way.
 * @throws UsageError when the run was never fully planned
 * @throws RapportError with `abortOnBadRow`, and what the store throws
 */
export async function executeRun(options: ExecuteOptions): Promise<ExecuteSummary> {
  const { store, clock, run } = options
  const record = await store.run(run)
  if (record === undefined)
    throw new UsageError(`there is no run ${run}`, 'list the runs with: rapport report')
  if (record.state === 'planning') {
    throw new UsageError(
      `run ${run} was stopped while its data was read, so its cases are not complete`,
      'start it again with the command you used; no system was asked yet',
    )
  }
  await store.setState(run, 'running', clock.now())
  const execution = new Execution(options)
  try {
    const summary = await execution.run()
    await execution.finish(summary.state)
    return summary
  } catch (error) {
    await execution.finish(error instanceof RunStop ? 'stopped' : 'failed')
    throw error
  }
}

/** What is known of units from earlier executions, by `unitName`. */
interface History {
  readonly states: ReadonlyMap<string, UnitState>
  /** Instruments whose verdict could not be read, where that is to be tried again. */
  readonly unread: ReadonlyMap<string, ReadonlySet<string>>
}

const NOTHING: History['unread'] = new Map()
const NOBODY: ReadonlySet<string> = new Set()

class Execution {
  readonly #options: ExecuteOptions
  readonly #progress: ProgressKeeper
  /** Own signal: the caller's stop, or our own after a fatal error. */
  readonly #stop = new AbortController()
  readonly #slots: Limiter
  #fatal: unknown
  #units = 0
  #reused = 0
  readonly #failures: Record<string, number> = {}

  constructor(options: ExecuteOptions) {
    this.#options = options
    this.#slots = new Limiter(options.concurrency)
    this.#progress = new ProgressKeeper(options.store, options.clock, options.run, options.listener)
  }

  async run(): Promise<ExecuteSummary> {
    const { plans, signal } = this.#options
    const forward = (): void => this.#stop.abort(signal.reason)
    if (signal.aborted) forward()
    signal.addEventListener('abort', forward, { once: true })
    try {
      this.#progress.tell({ type: 'run-started', tracks: plans.map((plan) => plan.track.id), total: null })
      for (const plan of plans) {
        if (this.#stop.signal.aborted) break
        await this.#runTrack(plan)
        if (this.#fatal !== undefined) throw this.#fatal
      }
    } finally {
      signal.removeEventListener('abort', forward)
    }
    return {
      state: this.#stop.signal.aborted ? 'stopped' : 'done',
      units: this.#units,
      reused: this.#reused,
      failures: this.#failures,
    }
  }

  async finish(state: 'done' | 'stopped' | 'failed'): Promise<void> {
    this.#progress.tell({ type: 'run-finished', state })
    await this.#progress.flush()
    await this.#options.store.setState(this.#options.run, state, this.#options.clock.now())
  }

  async #runTrack(plan: TrackPlan): Promise<void> {
    const { store, run, repeats, concurrency, retry } = this.#options
    const track = plan.track.id
    const states = new Map<string, UnitState>()
    for await (const unit of store.units(run, track)) states.set(unitName(unit), unit)
    const unread = asksUnreadable(retry) ? await unreadable(store, run, track) : NOTHING
    let cases = 0
    for await (const _ of store.caseSummaries(run, track)) cases += 1
    this.#progress.startTrack(
      track,
      plan.systems.map((system) => system.id),
      cases,
      cases * plan.systems.length * repeats,
    )

    const lanes = plan.systems.map((system) => ({
      system,
      graph: sortGraph([
        ...plan.track.stages(system, plan.scorers),
        ...plan.judged.flatMap(({ stages, only }) => (only?.includes(system.id) === false ? [] : stages)),
      ]),
      limiter: new Limiter(Math.min(system.maxConcurrent ?? concurrency, concurrency)),
    }))
    const samples = lanes.flatMap((lane) =>
      Array.from({ length: repeats }, (_, repeat) => ({ lane, repeat })),
    )
    // Bounds what is held in memory: a slow system may lag this many units behind a fast one.
    const window = new Limiter(Math.max(concurrency * 4, samples.length * 2))
    const underWay = new Set<Promise<void>>()
    const digest = createHash('sha256')
    cases: for await (const subject of store.cases(run, track)) {
      digest.update(`${subject.hash}\n`)
      for (const { lane, repeat } of samples) {
        await window.acquire()
        if (this.#stop.signal.aborted) break cases
        const work = this.#runUnit(track, lane, subject, repeat, { states, unread }).finally(() => {
          window.release()
          underWay.delete(work)
        })
        underWay.add(work)
      }
    }
    await Promise.all(underWay)
    await this.#progress.endTrack()
    if (!this.#stop.signal.aborted) {
      this.#progress.tell({ type: 'track-finished', track, cases, casesHash: digest.digest('hex') })
    }
    await this.#progress.flush()
  }

  /** Never rejects: a fatal error stops the run and is thrown when the units under way have ended. */
  async #runUnit(
    track: string,
    lane: { system: System; graph: SortedGraph; limiter: Limiter },
    subject: Case,
    repeat: number,
    history: History,
  ): Promise<void> {
    const { store, clock, run, retry, fresh } = this.#options
    await lane.limiter.acquire()
    await this.#slots.acquire()
    try {
      if (this.#stop.signal.aborted) return
      const identity = { system: lane.system.id, case: subject.id, repeat }
      const before = history.states.get(unitName(identity))
      const failure = before?.failure ?? null
      const askAnew = history.unread.get(unitName(identity)) ?? NOBODY
      const again = (failure !== null && isTriedAgain(retry, failure)) || askAnew.size > 0
      const attempt = (before?.attempt ?? 1) + (again ? 1 : 0)
      const unit = new UnitRunner(
        {
          key: { run, track, ...identity, attempt },
          subject,
          fold: foldOf(subject),
          graph: lane.graph,
          sample: { repeat, fresh },
          signal: this.#stop.signal,
          frozen: failure !== null && !again && failure.instrument === '' ? failure : null,
          askAnew,
        },
        store,
        clock,
      )
      const { within = (_, work) => work() } = this.#options
      const report = await within({ track, ...identity }, () => unit.run())
      this.#units += 1
      if (report.reused) this.#reused += 1
      for (const { reason } of report.failures) this.#failures[reason] = (this.#failures[reason] ?? 0) + 1
      this.#progress.unitDone({ ...identity, attempt }, report)
      await this.#progress.flushIfDue()
      const bad = report.failures.find((item) => item.by === 'system')
      if (bad !== undefined && this.#options.abortOnBadRow) {
        throw new RapportError(`${lane.system.id} failed on case ${subject.id}: ${bad.message}`, {
          place: { id: subject.id },
          fix: 'leave out --abort-on-bad-row to count such rows as the worst score and go on',
        })
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        this.#fatal = error
        this.#stop.abort(error)
      }
    } finally {
      this.#slots.release()
      lane.limiter.release()
    }
  }
}

function asksUnreadable(policy: RetryPolicy): boolean {
  return policy === 'all-unscored' || policy === 'all'
}

/** Units of a track with a verdict that could not be read, and the instruments it is of. */
async function unreadable(store: Store, run: string, track: string): Promise<History['unread']> {
  const unread = new Map<string, Set<string>>()
  for await (const { outcome, instrument, ...unit } of store.outcomes(run, { track })) {
    if (outcome.status !== 'unscored' || outcome.reason !== 'judge-unreadable') continue
    const name = unitName(unit)
    unread.set(name, (unread.get(name) ?? new Set()).add(instrument))
  }
  return unread
}

function unitName(unit: Pick<UnitState, 'system' | 'case' | 'repeat'>): string {
  return JSON.stringify([unit.system, unit.case, unit.repeat])
}

function isTriedAgain(policy: RetryPolicy, failure: NonNullable<UnitState['failure']>): boolean {
  if (policy === 'none' || policy === 'all-unscored') return false
  return (
    policy === 'all-failed' ||
    policy === 'all' ||
    failure.instrument !== '' ||
    canSucceedLater(failure.reason)
  )
}
