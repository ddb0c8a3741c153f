import type { Json } from './json.ts'
import type { JudgedCase, Probe } from './judge.ts'
import type { MetricDefinition } from './metric.ts'
import type { ChatMessage, ReplySchema } from './model.ts'
import type { Bounds } from './outcome.ts'
import type { Protocol } from './prompt.ts'
import type { ScoreResult } from './scorer.ts'

/** One question of a step to its model. */
export interface ChainQuestion {
  /** Unique in the chain, such as `checklist` or `gold_in_inferred`. */
  readonly id: string
  readonly messages: readonly ChatMessage[]
  readonly reply: ReplySchema | null
  /** What a reply says; null when it can't be read. Never guesses. */
  read(text: string): Json | null
}

/** What the questions of earlier steps brought, by id: null where no reply could be read, absent where none was asked. */
export type Readings = Readonly<Record<string, Json | null>>

/** A step of a chain: its questions are put to one model, side by side. */
export interface ChainStep {
  /** Name of its stage: `decompose`, `match`. */
  readonly name: string
  /** The part its model plays, as it is chosen on the command line: `decomposer`, `matcher`. */
  readonly role: string
  readonly maxOutputTokens: number
  /** Every text that its questions are made of, whatever a case holds: part of the chain's identity. */
  readonly wording: readonly string[]
  /** None where earlier readings leave nothing to ask. */
  questions(subject: JudgedCase, readings: Readings): readonly ChainQuestion[]
}

/**
 * An instrument that asks models in several steps, a later one about what an earlier one said. Each question has its
 * own state: one that stays unreadable leaves only the metrics unscored that rest on it.
 */
export interface JudgeChain {
  /** Instrument name in tables, such as `preference-match`. */
  readonly name: string
  readonly version: string
  readonly title: string
  /** The protocol whose default it is; absent: of both. */
  readonly protocol?: Protocol
  readonly metrics: readonly MetricDefinition[]
  /** Roles for which a model must be named, because the judge can't play them: a fine-tuned matcher does not decompose. */
  readonly explicitRoles?: readonly string[]
  /** How often a question is put until its reply can be read, at least 1. */
  readonly tries: number
  /** In order; a step may use the readings of all before it. */
  readonly steps: readonly [ChainStep, ...ChainStep[]]
  /** Every metric has an entry. */
  score(readings: Readings, subject: JudgedCase): ScoreResult
  bounds(subject: { readonly input: Json; readonly gold: Json }): Readonly<Record<string, Bounds>>
  /** Whether the readings let a probe's prediction pass; null when they don't tell. */
  passes(readings: Readings, subject: JudgedCase): boolean | null
  readonly probes: readonly Probe[]
}
