import type { DatasetDescriptor } from '../core/dataset.ts'
import type { MetricDefinition } from '../core/metric.ts'
import type { PublishedResult } from '../core/published.ts'
import type { PairedTag } from '../core/track-reading.ts'
import type { SignalDetection } from '../stats/signal-detection.ts'
import type { FigureCorrelation } from '../stats/figure-correlation.ts'
import type { JudgeCard } from './judge-card.ts'
import type { JudgedSetup } from './judged-setups.ts'
import type { SystemKind } from '../core/system.ts'
import type { Figure } from './measured-figure.ts'
import type { MemoryReport } from './memory/memory-report.ts'
import type { ModelCalls } from './model-calls.ts'
import type { ShownFigure } from './shown-figure.ts'

/** How failures count in a figure (architecture, "Outcomes"). */
export type FailurePolicy = 'default' | 'worst' | 'exclude'

export type { Figure } from './measured-figure.ts'

/** Where a figure stands between two systems of the same model: 0 = as the floor, 1 = as the ceiling. */
export interface Placement extends Figure {
  readonly floor: string
  readonly ceiling: string
}

/** A system's figure on the cases with one value of a tag against those with another, paired within clusters. */
export interface SliceEffect extends ShownFigure {
  readonly system: string
  readonly kind: SystemKind
  readonly tag: string
  readonly value: string
  readonly base: string
  /** value − base; n counts pairs. */
  readonly difference: Figure
  readonly p: number
  /** Adjusted by Holm over the values and the systems of this kind, figure by figure. */
  readonly adjusted: number
}

/** Whether systems that do well on one track do well on another. */
export interface TrackCorrelation {
  readonly x: ShownFigure & { readonly track: string }
  readonly y: ShownFigure & { readonly track: string }
  readonly systems: readonly string[]
  /** null: too few systems, or no case in common. */
  readonly found: FigureCorrelation | null
}

/** What the repeats of a system say beside their average. */
export interface RepeatFigures {
  /** Repeats asked for of each case. */
  readonly n: number
  /** Variance of a case's repeats, and of cases' true values, in squares of the metric's unit. */
  readonly within: number
  readonly between: number
  /** `within` as a share of both; null when nothing varies. */
  readonly withinShare: number | null
  /** pass^n: cases with every repeat right. null: not a binary metric, or no case has all its repeats measured. */
  readonly passAll: Figure | null
  /** Cases with more than half of their repeats right; null as `passAll`. */
  readonly majority: Figure | null
}

/** One line of the results document: track x system x instrument x metric x policy, perhaps of a slice. */
export interface ResultRow {
  readonly track: string
  readonly system: string
  readonly kind: SystemKind
  readonly instrument: string
  readonly metric: string
  readonly policy: FailurePolicy
  /** null: no case could be measured. */
  readonly figure: Figure | null
  /** Outcomes that were asked for, each repeat once: all but the skipped ones. */
  readonly asked: number
  readonly unscored: number
  /** Unscored outcomes by reason. */
  readonly unscoredBy: Readonly<Record<string, number>>
  readonly failed: number
  readonly failedBy: { readonly system: number; readonly infrastructure: number }
  /** Of `failedBy.infrastructure`, those whose answer is there and that no judge could be reached for. */
  readonly notJudged: number
  readonly skipped: number
  /** Share of unscored and failed outcomes above the threshold. */
  readonly invalid: boolean
  /** Every case at the worst or best value: look twice. */
  readonly exact?: 'zero' | 'hundred'
  readonly note?: string
  /** Share of simulated data sets in which such an interval holds the truth, where that is under 93 %. */
  readonly covers?: number
  /** Set for a memory system that asks under a prompt of its own: it is listed after those that share one. */
  readonly ownPrompt?: true
  /** What the figure would be if all cases left out had been worst, or best; absent when none was left out. */
  readonly bounds?: { readonly worst: number; readonly best: number }
  /**
   * The figure on the cases valid for all ranked systems, by which they are ranked; only on the headline and the
   * published metric, and only where those systems' cases differ. null: they have no case in common.
   */
  readonly common?: Figure | null
  /** On the headline metric of ranked systems: where it stands between floor and oracle. */
  readonly headline?: Figure
  /** On the main figures of a chat model in any setting, where both ends were measured. */
  readonly placement?: Placement
  /** Why the headline metric has no headline here. */
  readonly headlineMissing?: string
  readonly published?: PublishedResult
  /** Of runs with repeats, where a case was measured more than once. */
  readonly repeats?: RepeatFigures
  readonly slice?: { readonly tag: string; readonly value: string }
}

/** How well a system tells occasions apart, and how ready it is to act. */
export interface SignalRow {
  readonly system: string
  readonly kind: SystemKind
  readonly instrument: string
  /** null: one kind of occasion was not measured, or all are of one cluster. */
  readonly found: SignalDetection | null
}

/** A difference of two metrics of a system, paired within clusters. */
export interface ContrastRow {
  readonly system: string
  readonly kind: SystemKind
  readonly instrument: string
  readonly name: string
  readonly description: string
  /** metric − less; n counts clusters that have both. null: none has. */
  readonly difference: Figure | null
  readonly p: number | null
}

export interface TrackReport {
  readonly track: string
  readonly title: string
  readonly cases: number
  /** How many cases they were drawn from; null when they are no sample. */
  readonly sampledFrom: number | null
  readonly clusters: number
  /** Name of instrument (with version) and metric of the headline, or why there is none. */
  readonly headline: { readonly instrument: string; readonly metric: string } | { readonly none: string }
  readonly publishedFigure: { readonly instrument: string; readonly metric: string } | null
  /** Best input-blind system on the headline metric, and the oracle, when both ran. */
  readonly floor: string | null
  readonly ceiling: string | null
  readonly rows: readonly ResultRow[]
  /** Instruments of the track whose figures come from judges; the first metric of each is its main one. */
  readonly judged: readonly JudgedSetup[]
  /** Figures of the literature under an instrument and metric that this report shows. */
  readonly published: readonly PublishedResult[]
  /** Short names by instrument, for people; each stands for one instrument in the whole report. */
  readonly labels: ReadonlyMap<string, string>
  /** Metric definitions by `instrument metric`. */
  readonly metrics: ReadonlyMap<string, MetricDefinition>
  /** The main figure of each judged instrument, and then the headline's; the first one leads. */
  readonly mainFigures: readonly ShownFigure[]
  /** Tags whose slices were asked for; rows may have one more, `pairedTag`. */
  readonly slices: readonly string[]
  /** Tag by which the track's main figures are always told apart; null where its cases have none. */
  readonly pairedTag: PairedTag | null
  readonly effects: readonly SliceEffect[]
  readonly signal: readonly SignalRow[]
  readonly contrasts: readonly ContrastRow[]
  /** Instruments whose figures say what the main ones leave out, with the metrics to show. */
  readonly beyondScore: readonly { readonly instrument: string; readonly metrics: readonly string[] }[]
  /** What became of memory systems; null where none took part. */
  readonly memory: MemoryReport | null
  /** What a reader should know, in sentences. */
  readonly findings: readonly string[]
}

export interface Report {
  /** Of every judge that gave figures to this run. */
  readonly judges: readonly JudgeCard[]
  /** By model; empty for a run without calls. */
  readonly calls: readonly ModelCalls[]
  readonly run: {
    readonly id: string
    readonly createdAt: number
    readonly state: string
    readonly protocol: string
    readonly view: string
    readonly split: string | null
    readonly pools: string
    readonly rekey: boolean
    readonly rowBase: string
    readonly seed: number
    readonly repeats: number
    readonly policy: FailurePolicy
    /** Set when only a part of the data was run. */
    readonly selection: string | null
  }
  readonly dataset: DatasetDescriptor
  readonly citation: string
  readonly warnings: readonly string[]
  readonly tracks: readonly TrackReport[]
  readonly correlations: readonly TrackCorrelation[]
}
