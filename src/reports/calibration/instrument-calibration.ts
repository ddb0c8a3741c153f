import type { MetricDefinition } from '../../core/metric.ts'
import type { Agreement } from '../../stats/agreement.ts'
import { cohenKappa } from '../../stats/kappa.ts'
import type { Effect } from './biases.ts'
import type { FieldCalibration } from './calibration.ts'
import type { FamilyOverlap } from './family-overlap.ts'
import type { JudgedValues } from './labelled-answers.ts'
import type { PanelOverlap } from './panel-overlap.ts'
import type { CrossFlips, JudgeStability } from './stability.ts'

/** Everything that is known of one judged instrument on one track. */
export interface InstrumentCalibration {
  readonly track: string
  /** Its key, and a short name. */
  readonly instrument: string
  readonly label: string
  /** `judge-persona@1`. */
  readonly rubric: string
  /** Who judges, in words. */
  readonly by: string
  /** Answers with a verdict. */
  readonly judged: number
  /** Answers drawn for labels, of whatever system. */
  readonly drawn: number
  /** Draws that had to stay out, because their strata are others. */
  readonly leftOut: number
  /** Drawn answers that the run has other words for now. */
  readonly stale: number
  /** Why nothing is said against people; null where something is. */
  readonly missing: string | null
  readonly fields: readonly FieldCalibration[]
  readonly stability: JudgeStability
  readonly biases: JudgeBiases
  /** Agreement with deterministic scorers: with what they find, right or not. */
  readonly matchers: readonly MatcherAgreement[]
}

/** Of the instrument's first metric. */
export interface JudgeBiases {
  readonly metric: string
  readonly verbosity: Effect
  readonly order: Effect
  /** Recall less precision, of all answers and of those that are the gold itself; null: matches in one direction. */
  readonly twoWay: { readonly all: Effect; readonly gold: Effect } | null
  readonly overlap: FamilyOverlap
  /** Of a panel with judges of a system's family: the system's figure with and without them. */
  readonly panel: readonly PanelOverlap[]
  /** Who wrote the gold, in words. */
  readonly authors: string
}

/** How often a judge and a deterministic scorer say the same. This is no accuracy: either may be wrong. */
export interface MatcherAgreement {
  readonly scorer: string
  readonly metric: string
  readonly kappa: Agreement
}

/** All of a track, with what differs between its judged instruments. */
export interface TrackCalibration {
  readonly track: string
  readonly instruments: readonly InstrumentCalibration[]
  readonly across: readonly CrossFlips[]
}

/** Kappa of a judge's yes and no with those of a scorer on the same answers; null where one of them has no such metric. */
export function matcherAgreement(
  judge: { readonly metrics: readonly MetricDefinition[]; readonly answers: readonly JudgedValues[] },
  scorer: {
    readonly name: string
    readonly metrics: readonly MetricDefinition[]
    readonly valuesOf: (place: string) => Readonly<Record<string, number>>
  },
): MatcherAgreement[] {
  const own = judge.metrics[0]
  if (own?.binary !== true) return []
  return scorer.metrics
    .filter(({ binary }) => binary === true)
    .flatMap(({ name }): MatcherAgreement[] => {
      const rows = judge.answers.flatMap(({ place, cluster, values }) => {
        const [one, two] = [values[own.name], scorer.valuesOf(place)[name]]
        return one === undefined || two === undefined ? [] : [{ a: String(one), b: String(two), cluster }]
      })
      // A scorer that says the same of everything agrees with nobody.
      if (new Set(rows.map(({ b }) => b)).size < 2) return []
      const kappa = cohenKappa(rows, { categories: ['0', '1'] })
      return kappa === undefined ? [] : [{ scorer: scorer.name, metric: name, kappa }]
    })
}
