import type { CallSubject } from '../../core/model.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { readTrackContext } from '../../reports/read-track.ts'
import type { Report } from '../../reports/report.ts'
import { renderHtml } from '../../reports/html/page.ts'
import type { TrackContext } from '../../reports/track-context.ts'
import type { Board } from '../../server/schemas/board.ts'
import type { BoardChoice, BoardExport, Download } from '../../server/workbench.ts'
import { noteLooked } from '../looked.ts'
import { pageFactsOf, rowsByType } from '../page-facts.ts'
import { renderReport, reportOf } from '../show-report.ts'
import { trackFactsOf } from '../track-facts.ts'
import { boardView, costsBySystem, type SystemCosts } from './board-view.ts'
import { Recent } from './recent.ts'
import type { RunWatch } from './run-watch.ts'
import type { StoreSource, WorkbenchContext } from './store-source.ts'

/** Boards that are kept: of a run of 100,000 cases one takes seconds to make. */
const KEPT = 6

/** Of a run that goes on a board is made anew at most this often. */
const STALE = 5000

const TYPES: Readonly<Record<BoardExport, readonly [ending: string, type: string]>> = {
  csv: ['csv', 'text/csv; charset=utf-8'],
  json: ['json', 'application/json; charset=utf-8'],
  markdown: ['md', 'text/markdown; charset=utf-8'],
  latex: ['tex', 'application/x-tex; charset=utf-8'],
  html: ['html', 'text/html; charset=utf-8'],
  svg: ['svg', 'image/svg+xml; charset=utf-8'],
}

interface Made {
  readonly state: string
  readonly at: number
  readonly board: Promise<Board>
}

/** Figures of runs, as `rapport report` has them. */
export class Boards {
  readonly #source: StoreSource
  readonly #watch: RunWatch
  readonly #context: WorkbenchContext
  readonly #readOnly: boolean
  readonly #noted = new Set<string>()
  readonly #made = new Recent<string, Made>(KEPT)

  constructor(source: StoreSource, watch: RunWatch, context: WorkbenchContext, readOnly: boolean) {
    this.#source = source
    this.#watch = watch
    this.#context = context
    this.#readOnly = readOnly
  }

  async board(id: string, choice: BoardChoice): Promise<Board> {
    const { store, run } = await this.#source.readyRun(id)
    // Before the last event is looked up: the note is one itself.
    await this.#note(store, run)
    const { progress } = await this.#watch.now(store, run)
    const key = JSON.stringify([id, choice.slice, choice.failures])
    // Labels and probes are events too, and what a report says depends on them.
    const state = `${run.state} ${run.updatedAt} ${progress.seq}`
    const now = this.#context.clock.now()
    const known = this.#made.get(key)
    if (known !== undefined && (known.state === state || (run.state === 'running' && now - known.at < STALE)))
      return known.board
    const board = this.#make(store, run, choice)
    this.#made.keep(key, { state, at: now, board })
    board.catch(() => this.#made.drop(key))
    return board
  }

  async export(id: string, format: BoardExport, choice: BoardChoice): Promise<Download> {
    const { store, run } = await this.#source.readyRun(id)
    const report = await this.#report(store, run, choice)
    const [ending, type] = TYPES[format]
    const policy = choice.failures ?? run.spec.failures
    const body =
      format === 'html'
        ? renderHtml(
            report,
            await pageFactsOf(store, run, report, { withTexts: false, policy }, this.#context),
          )
        : renderReport(report, format)
    await this.#note(store, run)
    return { name: `rapport-${id}.${ending}`, type, body }
  }

  async #make(store: Store, run: RunRecord, choice: BoardChoice): Promise<Board> {
    const report = await this.#report(store, run, choice)
    const policy = choice.failures ?? run.spec.failures
    return boardView(report, {
      contexts: await this.#contexts(store, run, policy),
      byType: await rowsByType(store, run, report, policy, this.#context),
      costs: await costsOf(store, run),
      slice: choice.slice,
    })
  }

  /** `reportOf` takes no `default`: a run may count failures otherwise. */
  #report(store: Store, run: RunRecord, { slice, failures }: BoardChoice): Promise<Report> {
    const counted = failures === 'default' ? { ...run, spec: { ...run.spec, failures } } : run
    const choices = {
      slice: slice === null ? [] : [slice],
      failures: failures === 'default' || failures === null ? undefined : failures,
    }
    return reportOf(
      store,
      counted,
      { slice: choices.slice, ...(choices.failures === undefined ? {} : { failures: choices.failures }) },
      this.#context,
    )
  }

  async #contexts(
    store: Store,
    run: RunRecord,
    policy: RunRecord['spec']['failures'],
  ): Promise<Map<string, TrackContext>> {
    const { tracks } = await trackFactsOf(store, run, this.#context)
    const contexts = new Map<string, TrackContext>()
    for (const record of run.spec.tracks) {
      const facts = tracks.find(({ id }) => id === record.track)
      if (facts !== undefined)
        contexts.set(record.track, await readTrackContext({ store, run, policy }, record, facts))
    }
    return contexts
  }

  /** Somebody saw the figures; said once for as long as the run is the same. */
  async #note(store: Store, run: RunRecord): Promise<void> {
    const key = `${run.id} ${run.updatedAt}`
    if (this.#readOnly || this.#noted.has(key)) return
    await noteLooked(store, run, 'serve', this.#context)
    this.#noted.add(key)
  }
}

async function costsOf(store: Store, run: RunRecord): Promise<Map<string, SystemCosts>> {
  const calls: { cost: number | null; about: CallSubject | undefined }[] = []
  for await (const { cost, about } of store.calls(run.id)) calls.push({ cost, about })
  return costsBySystem(calls)
}
