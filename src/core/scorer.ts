import type { Json, JsonObject } from './json.ts'
import type { MetricDefinition } from './metric.ts'
import type { Bounds, Fraction, UnscoredReason } from './outcome.ts'

/** One metric of one case as a scorer returns it. */
export type MetricScore = Fraction | { readonly unscored: UnscoredReason }

/** A gold or predicted item with its own small score, for slices by memory type, label and the like. */
export interface ItemRow {
  readonly tags: Readonly<Record<string, string>>
  readonly metric: string
  readonly numerator: number
  readonly denominator: number
}

export interface ScoreResult {
  /** Keyed by metric name; every metric of the scorer is present. */
  readonly metrics: Readonly<Record<string, MetricScore>>
  readonly items?: readonly ItemRow[]
  /** What a person needs to follow the arithmetic: accepted pairs, missing, extra … */
  readonly detail?: Json
}

/** What an instrument is told of a case. */
export interface ScorerCase {
  readonly input: Json
  readonly gold: Json
}

/** What every instrument tells of itself, scorers and judges alike. */
export interface Instrument {
  readonly name: string
  readonly version: string
  /** Options that differ from the default; part of the identity. */
  readonly options: JsonObject
  readonly metrics: readonly MetricDefinition[]
  /** Worst and best fraction that a prediction could get on this case, per metric. */
  bounds(subject: ScorerCase): Readonly<Record<string, Bounds>>
}

/** A deterministic, pure instrument. Its identity is name, version and options. */
export interface Scorer extends Instrument {
  /** @throws nothing for a prediction that the track's parser let through. */
  score(prediction: Json, subject: ScorerCase): ScoreResult
}

/** The name under which figures of an instrument stand: `research-algo@1`, `research-algo@1?matcher=hungarian`. */
export function instrumentKey(scorer: Pick<Instrument, 'name' | 'version' | 'options'>): string {
  const options = Object.entries(scorer.options)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${scorer.name}@${scorer.version}${options.length === 0 ? '' : `?${options.join('&')}`}`
}
