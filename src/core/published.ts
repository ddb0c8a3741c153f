/** A figure from the literature. Shown only beside measured figures of the same instrument and metric. */
export interface PublishedResult {
  readonly track: string
  readonly system: string
  /** Names of the same model in recordings and on the command line, so that its figures stand side by side. */
  readonly aliases?: readonly string[]
  /** Instrument name without version, or `judge`. */
  readonly instrument: string
  readonly metric: string
  readonly value: number
  /** Table, figure or site, for example `arXiv 2603.26680, Table 2`. */
  readonly source: string
  /** Set when the figure here is a correction of the printed one, and says how it is known. */
  readonly note?: string
  readonly slice?: { readonly tag: string; readonly value: string }
}
