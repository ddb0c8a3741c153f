/** Options of `annotate new` as they are written. */
export interface NewProjectOptions {
  readonly annotators: readonly string[]
  readonly name?: string
  readonly data?: string
  readonly split?: string
  readonly track?: string
  readonly suggest: readonly string[]
  readonly verdicts?: string
  readonly instrument?: string
  readonly perSystem: number
  readonly wrong?: string
  readonly system?: string
  readonly metric?: string
  readonly below: number
  readonly judgedRows?: string
  readonly limit?: number
  readonly overlap: number
  readonly open?: boolean
  readonly seed: number
  readonly json?: boolean
}
