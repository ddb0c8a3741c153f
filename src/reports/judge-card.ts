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

/** A value with its interval. */
export interface Bounded {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** What is known of a judged instrument on a track beside the probes: against people, and against itself. */
export interface CalibrationCard {
  /** The metric that all of this is about: the instrument's first. */
  readonly metric: string
  /** Labelled answers, and the people who labelled them. */
  readonly labelled: number
  readonly people: number
  /** Of yes or no; null: not measured. */
  readonly sensitivity: Bounded | null
  readonly specificity: Bounded | null
  /** With people's labels; null: not measured, or no categories. */
  readonly kappa: Bounded | null
  readonly alpha: Bounded | null
  /** Alpha among people; null: one person, or nothing to compute it from. */
  readonly ceiling: Bounded | null
  /** Chance that two of its verdicts on an answer differ; null: it was not asked again. */
  readonly flips: Bounded | null
  /** Why there is nothing against people; null where there is. */
  readonly missing: string | null
}
