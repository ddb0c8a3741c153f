import { instrumentKey } from '../../core/scorer.ts'
import type { RunRecord } from '../../core/run.ts'
import type { CallTotals, Store } from '../../core/store.ts'
import { judgedSetups } from '../../reports/judged-setups.ts'
import { selectionText } from '../../reports/selection.ts'
import { NotFoundError } from '../../server/problems.ts'
import type { Progress, RunDetail, RunSummary } from '../../server/schemas/runs.ts'
import { provenanceFacts } from '../page-facts.ts'
import { trackFactsOf } from '../track-facts.ts'
import { Recent } from './recent.ts'
import { isHere, type RunNow, type RunWatch, type Worker } from './run-watch.ts'
import { SharedPoll } from './shared-poll.ts'
import type { StoreSource, WorkbenchContext } from './store-source.ts'

/** Stages in the order in which they come; others stand before scoring. */
const STAGES = ['ingest', 'ready', 'retrieve', 'respond', 'parse', 'judge', 'score']

/** Runs whose number of cases is kept: it does not change once they are planned. */
const COUNTED_RUNS = 500

/** The list of runs, and how each of them is getting on. */
export class Runs {
  readonly #source: StoreSource
  readonly #context: WorkbenchContext
  readonly #watch: RunWatch
  readonly #polls = new Map<string, SharedPoll<Progress>>()
  readonly #counts = new Recent<string, ReadonlyMap<string, number>>(COUNTED_RUNS)

  constructor(source: StoreSource, watch: RunWatch, context: WorkbenchContext) {
    this.#source = source
    this.#watch = watch
    this.#context = context
  }

  async list(): Promise<RunSummary[]> {
    const store = await this.#source.existing()
    const summaries: RunSummary[] = []
    for (const run of await this.#source.runs())
      if (store !== null) summaries.push(await this.#summary(store, await this.#watch.now(store, run)))
    return summaries
  }

  /** A text that differs when the list does, but for how far runs are. */
  async stamp(): Promise<string> {
    const store = await this.#source.existing()
    const stamps: unknown[] = []
    for (const run of await this.#source.runs()) {
      if (store === null) continue
      const { worker } = isOver(run) ? { worker: null } : await this.#watch.now(store, run)
      stamps.push([run.id, run.state, run.updatedAt, worker])
    }
    return JSON.stringify(stamps)
  }

  async detail(id: string): Promise<RunDetail> {
    const { store, run } = await this.#source.run(id)
    const now = await this.#watch.now(store, run)
    const { tracks: facts } = await trackFactsOf(store, run, this.#context)
    const counts = await this.#casesOf(store, run)
    const labels = new Map(
      judgedSetups(facts.flatMap(({ scorers }) => scorers)).map(({ instrument, label }) => [
        instrument,
        label,
      ]),
    )
    return {
      summary: await this.#summary(store, now),
      dataset: run.spec.descriptor,
      provenance: provenanceFacts(run).map(([name, value]) => [name, value]),
      tracks: run.spec.tracks.map(({ track, version, systems }) => {
        const known = facts.find((one) => one.id === track)
        return {
          id: track,
          title: known?.title ?? track,
          version,
          cases: counts.get(track) ?? 0,
          systems: systems.map(({ id: system, kind, spec }) => ({ id: system, kind, spec })),
          instruments: (known?.scorers ?? []).map((scorer) => {
            const key = instrumentKey(scorer)
            return { key, label: labels.get(key) ?? key, judged: scorer.judges !== undefined }
          }),
        }
      }),
      repeats: run.spec.repeats,
      warnings: [
        ...new Set([
          ...run.spec.tracks.flatMap(({ systems }) => systems.flatMap(({ warnings }) => warnings)),
          ...now.progress.warnings,
        ]),
      ],
    }
  }

  async progress(id: string): Promise<Progress> {
    const { store, run } = await this.#source.run(id)
    return this.#progressOf(store, await this.#watch.now(store, run))
  }

  /** Progress whenever it changed, until nobody works on the run. */
  async *live(id: string, signal: AbortSignal): AsyncGenerator<Progress> {
    // Whoever listens to a run that nobody works on is told once how it stands.
    const first = await this.progress(id)
    if (!isUnderWay(first)) {
      yield first
      return
    }
    yield* this.#poll(id).listen(signal)
    const last = signal.aborted ? null : await this.#progressIfThere(id)
    if (last !== null) yield last
  }

  /** null: a run that was stopped while its data was read is taken away. */
  async #progressIfThere(id: string): Promise<Progress | null> {
    return this.progress(id).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null
      throw error
    })
  }

  #poll(id: string): SharedPoll<Progress> {
    const known = this.#polls.get(id)
    if (known !== undefined) return known
    const poll = new SharedPoll<Progress>(
      async () => {
        const progress = await this.#progressIfThere(id)
        return progress !== null && isUnderWay(progress) ? progress : null
      },
      (a, b) => JSON.stringify(a) === JSON.stringify(b),
    )
    for (const [other, { isIdle }] of this.#polls) if (isIdle) this.#polls.delete(other)
    this.#polls.set(id, poll)
    return poll
  }

  async #summary(store: Store, now: RunNow): Promise<RunSummary> {
    const { run, progress, worker } = now
    const { spec } = run
    const tracks = progress.tracks(spec.tracks.map(({ track }) => track))
    const planned = run.state === 'planning' ? null : await this.#planned(store, run)
    // Of a run that goes on its own word is near enough; the sum over its calls takes time.
    const cost =
      run.state === 'running' ? progress.cost : costOf((await this.#watch.totals(store, now)).calls)
    return {
      id: run.id,
      createdAt: run.createdAt,
      updatedAt: Math.max(run.updatedAt, progress.at ?? 0),
      state: run.state,
      worker: workerView(worker),
      dataset: {
        word: spec.data.dataset,
        title: spec.descriptor.title,
        benchmark: spec.descriptor.benchmark,
        // Of the benchmarks' samples all are; one has a layout of its own.
        invented: spec.descriptor.layout === 'sample' || spec.descriptor.source === 'embedded',
      },
      split: spec.data.split,
      view: spec.data.view,
      protocol: spec.protocol,
      selection: selectionText(spec),
      tracks: spec.tracks.map(({ track }) => track),
      systems: [...new Set(spec.tracks.flatMap(({ systems }) => systems.map(({ id }) => id)))],
      judges: [...new Set(spec.tracks.flatMap(({ judged }) => judged.flatMap(({ models }) => models)))],
      done: progress.seq === 0 ? null : tracks.reduce((sum, { done }) => sum + done, 0),
      total: planned,
      failures: tracks.reduce(
        (sum, { failures }) => sum + Object.values(failures).reduce((all, count) => all + count, 0),
        0,
      ),
      cost,
    }
  }

  async #progressOf(store: Store, now: RunNow): Promise<Progress> {
    const { run, progress, worker, orphaned } = now
    const { calls, stages } = await this.#watch.totals(store, now)
    const counts = run.state === 'planning' ? new Map<string, number>() : await this.#casesOf(store, run)
    const systems = new Map(run.spec.tracks.map((record) => [record.track, record.systems.length]))
    const tracks = progress.tracks(run.spec.tracks.map(({ track }) => track))
    return {
      run: run.id,
      state: run.state,
      worker: workerView(worker),
      orphaned,
      at: progress.at,
      tracks: tracks.map((track) => {
        const cases = track.cases ?? counts.get(track.track) ?? null
        const units = cases === null ? null : cases * (systems.get(track.track) ?? 0) * run.spec.repeats
        return {
          ...track,
          cases,
          total: track.total ?? units,
          // Nobody works on it, so that it ends at no time.
          ...(worker === null ? { rate: null, eta: null } : {}),
          stages: stages
            .filter((stage) => stage.track === track.track)
            .map(({ stage, done, failed }) => ({ stage, done, failed }))
            .toSorted((a, b) => placeOf(a.stage) - placeOf(b.stage)),
        }
      }),
      cost: costOf(calls),
      maxCost: run.spec.models.maxCost,
      requestsPerMinute: run.spec.models.requestsPerMinute,
      tokensPerMinute: run.spec.models.tokensPerMinute,
      calls: calls.map(({ model, purpose, calls: count, failed, inputTokens, outputTokens, cost }) => ({
        model,
        purpose,
        calls: count,
        failed,
        inputTokens,
        outputTokens,
        cost,
      })),
      warnings: progress.warnings,
      lastFailures: progress.lastFailures,
    }
  }

  async #planned(store: Store, run: RunRecord): Promise<number> {
    const counts = await this.#casesOf(store, run)
    return run.spec.tracks.reduce(
      (sum, { track, systems }) => sum + (counts.get(track) ?? 0) * systems.length * run.spec.repeats,
      0,
    )
  }

  /** Cases by track. */
  async #casesOf(store: Store, run: RunRecord): Promise<ReadonlyMap<string, number>> {
    const known = this.#counts.get(run.id)
    if (known !== undefined) return known
    const counts = new Map<string, number>()
    for (const { track } of run.spec.tracks) {
      let cases = 0
      for await (const _ of store.caseSummaries(run.id, track)) cases += 1
      counts.set(track, cases)
    }
    return run.state === 'planning' ? counts : this.#counts.keep(run.id, counts)
  }
}

function isOver({ state }: RunRecord): boolean {
  return state !== 'running' && state !== 'planning'
}

function isUnderWay({ state, orphaned }: Progress): boolean {
  return (state === 'running' || state === 'planning') && !orphaned
}

function placeOf(stage: string): number {
  const place = STAGES.indexOf(stage)
  return place < 0 ? STAGES.indexOf('judge') - 0.5 : place
}

function workerView(worker: Worker): RunSummary['worker'] {
  // Who has not said yet who it is will have in a moment.
  return worker === null || worker === 'unknown' ? null : { ...worker, here: isHere(worker) }
}

/** What all calls cost; null: there was none, or the cost of one is not known. */
function costOf(calls: readonly CallTotals[]): number | null {
  if (calls.length === 0 || calls.some(({ cost }) => cost === null)) return null
  return calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
}
