import type { ChatMessage, ReplySchema } from './model.ts'
import type { Json, JsonObject } from './json.ts'
import type { MetricDefinition } from './metric.ts'
import type { Protocol } from './prompt.ts'
import type { Bounds, UnscoredReason } from './outcome.ts'
import type { MetricScore } from './scorer.ts'

/** What a judge may be shown of a case. */
export interface JudgedCase {
  readonly input: Json
  readonly gold: Json
  readonly prediction: Json
}

/** A hand-written answer whose right verdict is known, to measure a judge with. Never built from a run's gold. */
export interface Probe {
  readonly id: string
  readonly language: string
  readonly kind: 'right' | 'wrong-same-topic' | 'empty' | 'verbose-wrong' | 'injection'
  readonly subject: JudgedCase
  /** Whether the answer deserves to pass. */
  readonly passes: boolean
}

/**
 * How a model judges an answer: what it sees, the form of its verdict, and what a verdict is worth. Hard rules
 * are enforced in `score`, never left to the judge.
 */
export interface Rubric {
  /** Instrument name in tables, such as `judge-persona`. */
  readonly name: string
  readonly version: string
  readonly title: string
  readonly metrics: readonly MetricDefinition[]
  /** Metrics that are the plain mean of others, by name: people who label are not asked for them. */
  readonly meanOf?: Readonly<Record<string, readonly string[]>>
  /** null: the verdict is text with sections, for which no provider has a form. */
  readonly reply: ReplySchema | null
  /** The protocol whose default it is; absent: of both. */
  readonly protocol?: Protocol
  /** How often a judge is asked until its verdict can be read; default 2. */
  readonly tries?: number
  /** The judge's messages, or why there is nothing to judge. */
  prompt(subject: JudgedCase): readonly ChatMessage[] | { readonly unscored: UnscoredReason }
  /** The verdict in a judge's words; null when it can't be read. Never guesses. */
  read(text: string): JsonObject | null
  /** One entry per metric. */
  score(verdict: JsonObject, subject: JudgedCase): Readonly<Record<string, MetricScore>>
  /** What a person needs beside the verdict to follow the score, such as reviews that are missing. */
  notes?(verdict: JsonObject, subject: JudgedCase): JsonObject
  bounds(subject: { readonly input: Json; readonly gold: Json }): Readonly<Record<string, Bounds>>
  /** Whether a verdict lets the answer pass; for probes. */
  passes(verdict: JsonObject, subject: JudgedCase): boolean
  /**
   * Where the right one of two candidates stood in the prompt, of a rubric that shows two and lets the judge choose;
   * null where it shows no pair. The place must be drawn, so that judging by place can be seen.
   */
  placeOfRight?(subject: JudgedCase): 'first' | 'second' | null
  readonly probes: readonly Probe[]
}
