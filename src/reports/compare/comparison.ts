import type { MetricDefinition } from '../../core/metric.ts'
import type { SystemKind } from '../../core/system.ts'
import type { RankInterval } from '../../stats/rank-intervals.ts'
import type { Figure } from '../measured-figure.ts'
import type { ShownFigure } from '../shown-figure.ts'

/** A system of one run. */
export interface Contender {
  /** How it is called in the comparison: its id, with the run's label where several runs have it. */
  readonly label: string
  readonly run: string
  readonly system: string
  readonly kind: SystemKind
}

/** How a figure of the literature stands to a measured one: it has no interval of its own. */
export interface BesidePublished {
  readonly value: number
  readonly source: string
  readonly place: 'above' | 'below' | 'inside'
}

/** A contender's figure on the cases that all have. */
export interface ContenderFigure {
  readonly label: string
  readonly figure: Figure
  /** Letters in common: not shown to differ. null: not ranked. */
  readonly letters: string | null
  /** Ranks that the decisions leave open; null: not ranked. */
  readonly rank: RankInterval | null
  readonly published: BesidePublished | null
}

/** A case on which two contenders differ. */
export interface FlippedCase {
  /** Id in the first one's run. */
  readonly case: string
  readonly hash: string
  readonly cluster: string
  readonly a: number
  readonly b: number
}

/** Two contenders on one figure, on the cases that all contenders have. */
export interface ComparedPair {
  readonly a: string
  readonly b: string
  /** a − b. */
  readonly difference: Figure
  /** Two-sided, by swapping labels cluster by cluster. */
  readonly p: number
  /** Over all pairs of the table (Holm); of a slice over all slice tests of the figure (Benjamini and Hochberg). */
  readonly adjusted: number
  readonly differs: boolean
  readonly wins: number
  readonly ties: number
  readonly losses: number
  /** How far the difference could reach, had the cases that were lost been the worst, or the best; null: none was lost. */
  readonly bounds: { readonly low: number; readonly high: number } | null
  /** Cases that differ, the largest changes first. */
  readonly flips: readonly FlippedCase[]
  readonly flipped: number
}

/** Exploratory: a pair on the cases with one value of a tag. */
export interface SlicedPair extends Omit<ComparedPair, 'bounds' | 'flips' | 'flipped'> {
  readonly slice: { readonly tag: string; readonly value: string }
}

/** All contenders on one figure. */
export interface ComparedFigure extends ShownFigure {
  readonly role: 'headline' | 'published' | 'judged' | 'asked'
  readonly description: string
  readonly direction: MetricDefinition['direction']
  readonly range: readonly [number, number]
  readonly n: number
  readonly clusters: number
  /** Best first. */
  readonly contenders: readonly ContenderFigure[]
  readonly pairs: readonly ComparedPair[]
  readonly slices: readonly SlicedPair[]
  /** Contenders that are not compared here, each with the reason. */
  readonly leftOut: readonly { readonly label: string; readonly why: string }[]
  /** What came out, in sentences. */
  readonly findings: readonly string[]
}

/** Runs of a track that may be compared: one protocol, view and pools. */
export interface ComparedGroup {
  readonly track: string
  readonly title: string
  /** Settings of the group, in words. */
  readonly settings: string
  readonly runs: readonly string[]
  /** Cases of each run, and those in all of them. */
  readonly cases: readonly { readonly run: string; readonly cases: number }[]
  readonly common: number
  readonly figures: readonly ComparedFigure[]
}

/** Systems of one or several runs beside each other. */
export interface Comparison {
  readonly runs: readonly {
    readonly id: string
    readonly label: string
    readonly createdAt: number
    readonly dataset: string
    readonly licence: string
    readonly attribution: string
  }[]
  readonly alpha: number
  readonly policy: string
  readonly groups: readonly ComparedGroup[]
  readonly warnings: readonly string[]
}
