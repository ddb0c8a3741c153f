import type { CallContext } from './call-context.ts'
import type { Case } from './case.ts'
import type { Json } from './json.ts'
import type { Instrument, ScoreResult } from './scorer.ts'

/** What a stage is given: the declared parts of the case and the outputs of the stages it needs. */
export interface StageInput {
  readonly subject: Case
  readonly fold: number
  /** Outputs by stage name. */
  readonly upstream: Readonly<Record<string, Json>>
  readonly context: CallContext
}

interface StageBase {
  /** `respond`, `parse`, `score`, `judge`, … Unique in its graph together with the instrument. */
  readonly name: string
  readonly version: string
  /** Names of stages whose outputs go in. An instrument's stage may name a stage of its own instrument. */
  readonly needs: readonly string[]
  /** Settings that change the output. */
  readonly settings: Json
  /** What of the case goes into the fingerprint. */
  seen(subject: Case, fold: number): Json
}

/** A stage that is run once for a system: respond, parse, ingest … */
export interface SystemStage extends StageBase {
  readonly kind: 'system'
  /** True: the result is made durable before the next stage starts. */
  readonly eager: boolean
  /** True: asked again it may come out otherwise, so that each repeat has its own. A stage that needs none always does. */
  readonly draws?: true
  /** @throws Fault */
  run(input: StageInput): Promise<Json>
}

/** A stage of one instrument that comes before its last one, such as asking a judge. */
export interface JudgeStage extends StageBase {
  readonly kind: 'judge'
  readonly instrument: string
  /** @throws Fault, RunStop */
  run(input: StageInput): Promise<Json>
}

/** The last stage of an instrument: turns outputs into metrics. */
export interface InstrumentStage extends StageBase {
  readonly kind: 'instrument'
  readonly instrument: string
  readonly scorer: Instrument
  /** @throws Fault (a judge may be down; a scorer never throws) */
  run(input: StageInput): Promise<ScoreResult>
}

export type Stage = SystemStage | JudgeStage | InstrumentStage

/** An instrument with stages of its own before the last, such as asking a judge. */
export interface JudgedInstrument extends Instrument {
  /** Judge stages, if any, and the last stage. */
  readonly stages: readonly (JudgeStage | InstrumentStage)[]
  /** Ids of the systems it measures; absent: all of them. */
  readonly only?: readonly string[]
}
