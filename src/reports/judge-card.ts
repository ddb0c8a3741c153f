/** How a judge did on the hand-written probes of its rubric. */
export interface JudgeCard {
  readonly instrument: string
  readonly judge: string
  readonly falseAccept: { readonly errors: number; readonly n: number }
  readonly falseReject: { readonly errors: number; readonly n: number }
  readonly unmeasured: number
  readonly state: 'passed' | 'failed' | 'undecided'
  /** Probes on which it says something else than before; null: no earlier run had this judge. */
  readonly moved: {
    readonly run: string
    /** True: than earlier in the run that is reported, whose figures are then of two judges. */
    readonly inThisRun: boolean
    readonly changed: number
    readonly of: number
  } | null
}
