/** Options of `rapport compare`. */
export interface CompareChoices {
  readonly as: readonly string[]
  readonly metric: readonly string[]
  readonly system: readonly string[]
  readonly against: string | undefined
  readonly baselines: boolean
  readonly intersection: boolean
  readonly slice: readonly string[]
  readonly flips: number
  readonly alpha: number
  readonly failures: 'worst' | 'exclude' | undefined
  readonly includeInvalid: boolean
  readonly movedJudges: boolean
  readonly waive: readonly string[]
  readonly format: 'terminal' | 'markdown' | 'html' | 'csv' | 'json'
  readonly out: string | undefined
}
