import { UsageError } from '../../core/errors.ts'
import type { AuditList, ComparisonView, SettingsView } from '../../server/schemas/lab.ts'
import type { CompareChoice, LabPort } from '../../server/workbench.ts'
import { compareRuns, type LabelledRun } from '../compare-runs.ts'
import { readGateRun } from '../gate-run.ts'
import { extensionWarnings, noteLooked } from '../looked.ts'
import { storedAudits } from './audits.ts'
import { comparisonView } from './comparison-view.ts'
import { settingsOf } from './settings.ts'
import type { StoreSource, WorkbenchContext } from './store-source.ts'

/** Chance of any false difference in a table, as of `rapport compare`. */
const ALPHA = 0.05

/** Comparisons, audits and settings. */
export class Lab implements LabPort {
  readonly #source: StoreSource
  readonly #context: WorkbenchContext
  readonly #readOnly: boolean

  constructor(source: StoreSource, context: WorkbenchContext, readOnly: boolean) {
    this.#source = source
    this.#context = context
    this.#readOnly = readOnly
  }

  async compare(choice: CompareChoice): Promise<ComparisonView> {
    if (new Set(choice.runs).size !== choice.runs.length)
      throw new UsageError('a run is named twice', 'name each run once; its systems are compared anyway')
    const runs: LabelledRun[] = []
    const looked: string[] = []
    for (const id of choice.runs) {
      const { store, run } = await this.#source.readyRun(id)
      const read = await readGateRun(store, run, run.spec.failures, this.#context)
      const contexts = [...read.contexts].filter(([track]) => choice.track === null || track === choice.track)
      runs.push({ ...read, contexts: new Map(contexts), label: run.id })
      looked.push(...(await extensionWarnings(store, run)))
      if (!this.#readOnly) await noteLooked(store, run, 'serve', this.#context)
    }
    const found = compareRuns(runs, {
      as: [],
      metric: choice.metrics,
      system: choice.systems,
      against: choice.against ?? undefined,
      baselines: choice.baselines,
      intersection: choice.intersection,
      slice: choice.slice === null ? [] : [choice.slice],
      alpha: ALPHA,
      failures: undefined,
      includeInvalid: false,
      movedJudges: false,
      waive: [],
      // All changed cases, as in the JSON document.
      format: 'json',
      flips: 0,
      out: undefined,
    })
    return comparisonView({ ...found, warnings: [...new Set([...looked, ...found.warnings])] }, runs)
  }

  async audits(): Promise<AuditList> {
    return storedAudits(await this.#source.runs(), this.#context)
  }

  async settings(): Promise<SettingsView> {
    return settingsOf(this.#context)
  }
}
