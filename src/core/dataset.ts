import type { Case } from './case.ts'
import type { Place } from './errors.ts'
import type { JsonObject } from './json.ts'

/** What a data set is, without its rows. Goes into runs and reports. */
export interface DatasetDescriptor {
  /** The word used on the command line, such as `sample` or a folder. */
  readonly id: string
  readonly benchmark: string
  readonly title: string
  /** Where it came from: an address, a repository and commit, or a folder. */
  readonly source: string
  readonly revision: string | null
  /** SPDX id, or `none` when the source states no licence. */
  readonly licence: string
  readonly attribution: string
  readonly layout: string
  /** Things every report of this data should say, one sentence each. */
  readonly notes: readonly string[]
}

/** Which rows, which gold, which ids. Part of a run's specification. */
export interface CaseOptions {
  /** null: every row of the data set that has references. */
  readonly split: string | null
  readonly view: string
  readonly pools: 'original' | 'drawn'
  readonly rekey: boolean
  readonly rowBase: 'unique' | 'published-lines'
  readonly seed: number
}

export interface Finding {
  readonly severity: 'error' | 'warning' | 'note'
  /** Stable name of the rule, such as `type-vocabulary`. */
  readonly rule: string
  readonly message: string
  readonly count: number
  /** Some places, at most ten. */
  readonly places: readonly Place[]
}

export interface DatasetReport {
  readonly dataset: DatasetDescriptor
  /** Plain counts by name, for example `sessions`, `gold_items`. */
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
}

/** An opened data set. Rows stream; nothing holds a whole track in memory. */
export interface Dataset {
  readonly descriptor: DatasetDescriptor
  /** Splits present, in the order of the benchmark; empty when the data has none. */
  readonly splits: readonly string[]
  readonly views: readonly string[]
  /** Track ids that have rows for these options. */
  tracks(options: CaseOptions): Promise<readonly string[]>
  cases(track: string, options: CaseOptions): AsyncIterable<Case>
  /** How many cases `cases` will yield, where that is cheap to know. */
  count(track: string, options: CaseOptions): Promise<number | undefined>
  /**
   * Where baselines are fitted when `options` are scored: another split, never the scored one; null when
   * there is none, and the caller must cross-fit over clusters.
   */
  fitOptions(track: string, options: CaseOptions): Promise<CaseOptions | null>
  /** Looks at every row and reports its shape. */
  check(): Promise<DatasetReport>
  /** Further facts for `data list --json`. */
  readonly details?: JsonObject
}
