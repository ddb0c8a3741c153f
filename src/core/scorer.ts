import { hashJson } from './hash.ts'
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

/** A part that models play in an instrument, such as `judge` or `matcher`; more than one model is a panel. */
export interface JudgeRole {
  readonly role: string
  readonly models: readonly string[]
}

/** What every instrument tells of itself, scorers and judges alike. */
export interface Instrument {
  readonly name: string
  readonly version: string
  /** Options that differ from the default; part of the identity. */
  readonly options: JsonObject
  /** Who gives its figures, where models do; absent in scorers. The models are in the options too. */
  readonly judges?: readonly JudgeRole[]
  readonly metrics: readonly MetricDefinition[]
  /** Worst and best fraction that a prediction could get on this case, per metric. */
  bounds(subject: ScorerCase): Readonly<Record<string, Bounds>>
}

/** A deterministic, pure instrument. Its identity is name, version and options. */
export interface Scorer extends Instrument {
  /** @throws nothing for a prediction that the track's parser let through. */
  score(prediction: Json, subject: ScorerCase): ScoreResult
}

/** What of an instrument makes its key. */
export type InstrumentIdentity = Pick<Instrument, 'name' | 'version' | 'options' | 'judges'>

/** Hex digits of the hash that stands for a judged instrument's options. */
const SETUP_DIGITS = 8

/**
 * The name under which figures of an instrument stand. A scorer spells out its options: `research-algo@1`,
 * `research-algo@1?matcher=hungarian`. An instrument with judges names these, and a hash stands for all options:
 * `judge-persona@1?judge=openai/a&setup=5d41402a`.
 */
export function instrumentKey({ name, version, options, judges }: InstrumentIdentity): string {
  const parts =
    judges === undefined
      ? Object.entries(options)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      : [
          ...judges.map(({ role, models }) => `${role}=${models.join('+')}`),
          ...(typeof options['rule'] === 'string' ? [`rule=${options['rule']}`] : []),
          `setup=${hashJson(options).slice(0, SETUP_DIGITS)}`,
        ]
  return `${name}@${version}${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}
