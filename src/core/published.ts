/** A figure from the literature. Shown only beside measured figures of the same instrument and metric. */
export interface PublishedResult {
  readonly track: string
  readonly system: string
  /** Names of the same model in recordings and on the command line, so that its figures stand side by side. */
  readonly aliases?: readonly string[]
  /** Instrument name without version, or `judge`; of imported figures also a whole instrument key. */
  readonly instrument: string
  readonly metric: string
  readonly value: number
  /** Table, figure or site, for example `arXiv 2603.26680, Table 2`. */
  readonly source: string
  /** Model behind a memory system. Such figures stand beside whatever memory systems are measured. */
  readonly backbone?: string
  /** Set when the figure here is a correction of the printed one, and says how it is known. */
  readonly note?: string
  readonly slice?: { readonly tag: string; readonly value: string }
  /** Set on figures that a user brought (`rapport data import-published`). */
  readonly imported?: ImportedFigure
}

/** Who answers for an imported figure. */
export interface ImportedFigure {
  /** Where it is printed, such as `Table 2`. */
  readonly table: string
  /** Who compared it with the print. */
  readonly checker: string
  /** When, `YYYY-MM-DD`. */
  readonly date: string
}

/**
 * What the literature says without being a figure of an instrument and metric: a bound, a difference, or a number that
 * only others repeat. Never stands beside a measured figure.
 */
export interface PublishedClaim {
  readonly claim: string
  /** As it was said, such as `under 50 %`. */
  readonly value: string
  readonly source: string
  /** `secondary`: others repeat it, and the original was not seen. */
  readonly weight: 'primary' | 'secondary'
  readonly unverified: boolean
}
