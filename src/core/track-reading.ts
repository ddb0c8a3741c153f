/** Ends between which the figures of one chat model are placed, by the ids of systems. */
export interface PlacementEnds {
  /** `history:none+`: a word that ends in `+` is followed by the model, any other is a whole id. */
  readonly floor: string
  /** As the floor; the first one that was measured is taken. */
  readonly ceilings: readonly string[]
}

/** A tag of which each value is compared with one of them, within clusters. */
export interface PairedTag {
  readonly tag: string
  /** The value that the others are compared with. */
  readonly base: string
}

/** Figures of an instrument that say what the main figure of its track leaves out. */
export interface BeyondScore {
  readonly instrument: string
  readonly metrics: readonly string[]
  /** Not shown where this instrument, which measures the same better, ran. */
  readonly unless?: string
}

/** Metrics that say of each occasion whether something was done: when it was due, and when it was not. */
export interface SignalFigures {
  readonly instrument: string
  readonly hits: string
  readonly falseAlarms: string
}

/** Two metrics on different cases of the same clusters, of which the difference says something. */
export interface MetricContrast {
  readonly name: string
  /** What a difference means, as a clause. */
  readonly description: string
  readonly instrument: string
  readonly metric: string
  /** Taken away from `metric`. */
  readonly less: string
  /** Count how often the two differ, whichever way, in place of the net difference. */
  readonly flips?: boolean
}

/** What a report of a track shows beside its leaderboard; all of it optional. */
export interface TrackReading {
  readonly placement?: PlacementEnds
  /** Of which d′ and criterion are given. */
  readonly signal?: SignalFigures
  readonly contrasts?: readonly MetricContrast[]
  readonly pairedTag?: PairedTag
  readonly beyondScore?: readonly BeyondScore[]
  /** Tags by which figures are worth a look; a report names them. */
  readonly sliceHints?: readonly string[]
  /** Id of another track of the benchmark: do systems that do well here do well there? */
  readonly correlatesWith?: string
  /** Cases of which no headline may be given, with the reason as a clause. */
  readonly withheld?: { readonly tag: string; readonly value: string; readonly reason: string }
}
