import { setImmediate } from 'node:timers/promises'
import { RapportError } from '../../core/errors.ts'
import { plainView, type CaseView } from '../../core/case-view.ts'
import type { RunRecord } from '../../core/run.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { Store } from '../../core/store.ts'
import type { Track } from '../../core/track.ts'
import { findTrack } from '../../registry/benchmarks.ts'
import { judgedSetups } from '../../reports/judged-setups.ts'
import { readTrackContext } from '../../reports/read-track.ts'
import type { TrackContext } from '../../reports/track-context.ts'
import { NotFoundError } from '../../server/problems.ts'
import type { Answer, CaseDetail, CaseTable, OutcomeColumns, Titles } from '../../server/schemas/cases.ts'
import type { CasesPort, FigureWords } from '../../server/workbench.ts'
import { knownRun, type KnownRun } from '../bundle/graphs.ts'
import { recorderOf, requestsOf, type Recorder } from '../bundle/prompts.ts'
import { unitsOf, type StoredUnit } from '../bundle/units.ts'
import { trackFactsOf } from '../track-facts.ts'
import { answerView } from './answer.ts'
import type { AnswerUnit, AskedPrompt } from './answer-source.ts'
import { caseDetail, titleOf } from './case-detail.ts'
import { caseTable, outcomeColumns } from './case-table.ts'
import { metricOf } from './figures.ts'
import { Recent } from './recent.ts'
import type { StoreSource, WorkbenchContext } from './store-source.ts'

/** Tracks whose outcomes are kept in memory, and runs whose systems were made again. */
const TRACKS = 4
const RUNS = 2
/** Titles that are read at once at most. */
const MOST_TITLES = 200
/** While a run goes on its figures are read anew after so many milliseconds. */
const STALE = 2000

/** A run that can be asked what its systems and judges were asked; one question after the other. */
interface Asking {
  readonly known: KnownRun
  readonly recorder: Recorder
  last: Promise<unknown>
}

/** The cases of stored runs, for reading. */
export class Cases implements CasesPort {
  readonly #source: StoreSource
  readonly #context: WorkbenchContext
  readonly #tracks = new Recent<string, Promise<TrackContext>>(TRACKS)
  readonly #asking = new Recent<string, Promise<Asking>>(RUNS)
  readonly #titles = new Recent<string, string[]>(TRACKS)

  constructor(source: StoreSource, context: WorkbenchContext) {
    this.#source = source
    this.#context = context
  }

  async table(runId: string, track: string): Promise<CaseTable> {
    const { context } = await this.#track(runId, track)
    return caseTable(runId, context)
  }

  async outcomes(runId: string, track: string, figure: FigureWords): Promise<OutcomeColumns> {
    const { store, context } = await this.#track(runId, track)
    if (metricOf(context, figure) === undefined)
      throw new NotFoundError(
        `nothing measures ${JSON.stringify(`${figure.instrument} ${figure.metric}`)} on ${track} in this run`,
        'choose one of the figures in the list',
      )
    const places = new Map(context.book.caseIds().map((id, place) => [id, place]))
    const rows = []
    for await (const row of store.outcomes(runId, { track, instrument: figure.instrument }))
      if (row.metric === figure.metric)
        rows.push({ system: row.system, case: row.case, outcome: row.outcome })
    const systems = context.record.systems.map(({ id }) => id)
    return outcomeColumns(runId, track, figure, systems, places, rows)
  }

  async titles(runId: string, track: string, range: { from: number; count: number }): Promise<Titles> {
    const { store, context } = await this.#track(runId, track)
    const view = viewOf(track)
    const ids = context.book.caseIds()
    const key = `${runId} ${track}`
    const known = this.#titles.get(key) ?? this.#titles.keep(key, [])
    const to = Math.min(ids.length, range.from + Math.min(range.count, MOST_TITLES))
    const titles: string[] = []
    for (let place = range.from; place < to; place += 1) {
      let title = known[place]
      if (title === undefined) {
        // A title costs a whole case: whoever asks for something else meanwhile must not wait for fifty of them.
        await setImmediate()
        const subject = await store.case(runId, track, ids[place] ?? '')
        title = subject === undefined ? '' : titleOf(subject, view)
        known[place] = title
      }
      titles.push(title)
    }
    return { from: range.from, titles }
  }

  async case(runId: string, track: string, id: string): Promise<CaseDetail> {
    const { store, run, context } = await this.#track(runId, track)
    const subject = await store.case(runId, track, id)
    if (subject === undefined) throw noCase(track, id)
    const order = context.book.caseIds().map((one) => ({ id: one }))
    const about = { run: runId, track, descriptor: run.spec.descriptor }
    return caseDetail(about, subject, order, viewOf(track))
  }

  async answer(
    runId: string,
    track: string,
    of: { readonly case: string; readonly system: string; readonly repeat: number },
  ): Promise<Answer> {
    const { store, run, context } = await this.#track(runId, track)
    const subject = await store.case(runId, track, of.case)
    if (subject === undefined) throw noCase(track, of.case)
    const system = context.record.systems.find(({ id }) => id === of.system)
    if (system === undefined)
      throw new NotFoundError(
        `${JSON.stringify(of.system)} took no part in ${track} of this run`,
        'choose one of the systems of the run',
      )
    const units = await unitsOf(store, runId, track, of.system, of.case)
    const last = units.find(({ repeat, isLast }) => repeat === of.repeat && isLast)
    const outcomes = []
    for await (const row of store.outcomes(runId, { track, system: of.system, case: of.case }))
      if (row.repeat === of.repeat) outcomes.push(row)
    const setups = judgedSetups(context.facts.scorers)
    const instruments = new Map(
      context.facts.scorers.map((one) => {
        const key = instrumentKey(one)
        const setup = setups.find(({ instrument }) => instrument === key)
        return [key, { label: setup?.label ?? key, judged: setup !== undefined }]
      }),
    )
    const calls = await store.callsAbout(runId, {
      track,
      system: of.system,
      case: of.case,
      repeat: of.repeat,
    })
    return answerView({
      run: runId,
      track,
      subject,
      system,
      view: viewOf(track),
      unit: last === undefined ? null : unitOf(last),
      repeat: of.repeat,
      repeats: run.spec.repeats,
      outcomes,
      instruments,
      rubrics: findTrack(track)?.rubrics ?? [],
      prompts: last === undefined ? [] : await this.#prompts(run, track, of.system, subject, last),
      calls,
      callsKnown: calls.length > 0 || (await this.#knowsCalls(store, runId)),
    })
  }

  async search(query: string, options: { readonly run: string | null; readonly limit: number }) {
    const store = await this.#source.existing()
    if (store === null || query.trim() === '') return { query, hits: [], more: false }
    const limit = options.limit + 1
    const hits = await store.search(query, options.run === null ? { limit } : { run: options.run, limit })
    return {
      query,
      hits: hits.slice(0, options.limit).map((hit) => ({ ...hit })),
      more: hits.length > options.limit,
    }
  }

  /** @throws NotFoundError for a run or track that is not there */
  async #track(
    runId: string,
    track: string,
  ): Promise<{ readonly store: Store; readonly run: RunRecord; readonly context: TrackContext }> {
    const { store, run } = await this.#source.readyRun(runId)
    const record = run.spec.tracks.find((one) => one.track === track)
    if (record === undefined)
      throw new NotFoundError(
        `run ${runId} has no track ${JSON.stringify(track)}`,
        `it has ${run.spec.tracks.map((one) => one.track).join(', ')}`,
      )
    const now = this.#context.clock.now()
    const version = run.state === 'running' ? Math.floor(now / STALE) : run.updatedAt
    const key = JSON.stringify([runId, track, run.state, version])
    const reading =
      this.#tracks.get(key) ??
      this.#tracks.keep(
        key,
        trackFactsOf(store, run, this.#context).then(({ tracks }) => {
          const facts = tracks.find(({ id }) => id === track)
          if (facts === undefined) throw new NotFoundError(`this version of Rapport has no track ${track}`)
          return readTrackContext({ store, run, policy: run.spec.failures }, record, facts)
        }),
      )
    try {
      return { store, run, context: await reading }
    } catch (error) {
      this.#tracks.drop(key)
      throw error
    }
  }

  /** Built again one answer at a time: the recorder takes the place of the models of the whole run. */
  async #prompts(
    run: RunRecord,
    track: string,
    system: string,
    subject: Parameters<typeof requestsOf>[1]['subject'],
    unit: StoredUnit,
  ): Promise<readonly AskedPrompt[] | { readonly missing: string }> {
    try {
      const key = `${run.id} ${run.updatedAt}`
      const asking = await (this.#asking.get(key) ?? this.#asking.keep(key, this.#openAsking(run)))
      const known = asking.known.tracks
        .find(({ record }) => record.track === track)
        ?.systems.find(({ id }) => id === system)
      if (known === undefined) return { missing: 'this version of Rapport can not make this system again' }
      const work = asking.last.then(() => requestsOf(asking.recorder, { subject, system: known, unit, run }))
      asking.last = work.catch(() => {})
      return (await work).map(({ stage, request }) => ({
        stage: stage.name,
        instrument: stage.kind === 'system' ? '' : stage.instrument,
        model: request.model,
        messages: request.messages,
      }))
    } catch (error) {
      if (error instanceof RapportError) return { missing: error.message }
      throw error
    }
  }

  async #openAsking(run: RunRecord): Promise<Asking> {
    const known = await knownRun(run, this.#context)
    return { known, recorder: recorderOf(known), last: Promise.resolve() }
  }

  /** Whether any call of the run says what it was for. A run without calls knows all of them. */
  async #knowsCalls(store: Store, run: string): Promise<boolean> {
    for await (const { about } of store.calls(run)) return about !== undefined
    return true
  }
}

function viewOf(track: string): CaseView {
  const found: Track | undefined = findTrack(track)
  return found?.caseView ?? plainView
}

function unitOf({ repeat, attempt, references, results }: StoredUnit): AnswerUnit {
  return { repeat, attempt, references: [...references.values()], results }
}

function noCase(track: string, id: string): NotFoundError {
  return new NotFoundError(
    `this run has no case ${JSON.stringify(id)} on ${track}`,
    'open the list of cases and choose one',
  )
}
