/** Verdict on a claim, or on one part of it. `not-measurable`: the runs at hand hold nothing that could decide it. */
export const claimVerdicts = ['supported', 'contradicted', 'undecided', 'not-measurable'] as const
export type ClaimVerdict = (typeof claimVerdicts)[number]

/** Which figure is meant. `main` is what the track is judged by: its first judged instrument, else its headline. */
export interface ClaimFigure {
  readonly track: string
  readonly figure: { readonly instrument: string; readonly metric: string } | 'main'
  /** Retrieval candidates as the data has them, or drawn; runs of the other kind don't count. Absent: no matter. */
  readonly pools?: 'original' | 'drawn'
  /** Set where the literature counts what failed as worst; absent: as the run counts it. */
  readonly failures?: 'worst'
  /** The instrument and metric under which the literature prints it, where they are others. */
  readonly printedAs?: { readonly instrument: string; readonly metric: string }
}

/** A model of the literature, found under any of its names; or a system by its id. */
export type ClaimSystem =
  | { readonly model: string; readonly aliases: readonly string[] }
  | { readonly system: string }

/** What has to be seen for a claim to hold. Written down before the data are looked at. */
export type ClaimTest =
  /** Each system has a better figure than the next one. */
  | { readonly kind: 'order'; readonly of: ClaimFigure; readonly systems: readonly ClaimSystem[] }
  /** One system has a better figure than each of the others. */
  | {
      readonly kind: 'ahead'
      readonly of: ClaimFigure
      readonly leader: ClaimSystem
      readonly others: readonly ClaimSystem[]
    }
  /** Of each model, figure `high` is above figure `low` (both ratios), within the cases that have both. */
  | {
      readonly kind: 'figure-above'
      readonly high: ClaimFigure
      readonly low: ClaimFigure
      readonly models: readonly ClaimSystem[]
    }
  /**
   * Of the gold items that a model does not get right, more are missed than taken for right by a wrong item.
   * `missed`: a ratio over gold items, lower is better, under a scorer that pairs items of other content too; `right`:
   * the share of a case's gold items that are right under a strict one.
   */
  | {
      readonly kind: 'misses-dominate'
      readonly missed: ClaimFigure
      readonly right: ClaimFigure
      readonly models: readonly ClaimSystem[]
    }
  /** Of each system, the figure falls from each step to the next (`every-step`), or from the first to the last. */
  | {
      readonly kind: 'falls'
      readonly steps: readonly ClaimFigure[]
      readonly compare: 'every-step' | 'ends'
      readonly systems: readonly ClaimSystem[]
    }
  /** Across models, two figures go against each other. */
  | {
      readonly kind: 'correlates'
      readonly x: ClaimFigure
      readonly y: ClaimFigure
      readonly sign: 1 | -1
      readonly models: readonly ClaimSystem[]
    }
  /** The figure is above a number: a published point estimate, or a bound. */
  | {
      readonly kind: 'above'
      readonly of: ClaimFigure
      readonly system: ClaimSystem
      readonly reference: { readonly value: number; readonly name: string }
    }
  /** The figures are within a margin of published ones. */
  | {
      readonly kind: 'near'
      readonly system: ClaimSystem
      readonly margin: number
      readonly points: readonly { readonly of: ClaimFigure; readonly value: number }[]
    }
  /** Some memory system does not help: its figure is below that of its own answer model without it. */
  | { readonly kind: 'memory-may-not-help'; readonly of: readonly ClaimFigure[] }
  /** Follows from printed figures alone. */
  | { readonly kind: 'print'; readonly rule: string; readonly checks: () => readonly PrintCheck[] }

/** One comparison of printed figures, with their rounding; `undecided`: rounding hides which way it goes. */
export interface PrintCheck {
  readonly about: string
  /** The arithmetic, in words and numbers. */
  readonly text: string
  readonly verdict: 'supported' | 'contradicted' | 'undecided'
}

/** A finding of the literature, or one that it does not mention, with what decides it. */
export interface TestableClaim {
  /** Stable and short, such as `extraction/gemini-leads`. */
  readonly id: string
  /** Heading under which it stands; p values are adjusted within it. */
  readonly group: string
  /** Table, figure or section. */
  readonly source: string
  /** What is claimed, in our words. */
  readonly says: string
  readonly test: ClaimTest
  /** How to get what is missing where it can't be measured, as a command or a sentence. */
  readonly needs: string
  /** What a reader has to know whatever the verdict. */
  readonly caveat?: string
  /** Why invented data can't decide it, such as that a published figure is of real dialogues. Absent: they can. */
  readonly notOnInvented?: string
}

/** A run that a benchmark's claims need, on whatever of it the data has. */
export interface ClaimRunPlan {
  readonly tracks: readonly string[]
  /** As after `--system`; `recorded:*` is left out where the data has no recordings. */
  readonly systems: readonly string[]
  /** With the standard baselines of the tracks. */
  readonly baselines: boolean
  /** Once on the pools of the data, or once for each of several draws. */
  readonly pools: 'original' | 'drawn'
}

/** The claims of a benchmark, and the runs that decide what can be decided without asking a model. */
export interface ClaimSet {
  readonly claims: readonly TestableClaim[]
  readonly runs: readonly ClaimRunPlan[]
}
