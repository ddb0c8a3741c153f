import type { Json, JsonObject } from './json.ts'
import type { CallContext } from './call-context.ts'
import type { Recording } from './case.ts'
import type { MemorySheet } from './memory-sheet.ts'
import type { SystemStage } from './stage.ts'

/** ranked: competes. privileged: reads gold, never ranked. input-blind: a floor that reads nothing of substance. */
export type SystemKind = 'ranked' | 'privileged' | 'input-blind'

/** What came back, before parsing: text of a model, or a value that already has the contract's form. */
export type Response =
  | { readonly form: 'text'; readonly text: string; readonly meta?: JsonObject }
  | { readonly form: 'contract'; readonly value: Json; readonly meta?: JsonObject }

interface SystemBase {
  readonly id: string
  /** Everything that changes answers: version, options, file hashes. Goes into fingerprints. Never a secret. */
  readonly identity: JsonObject
  /** True when an answer costs time or money, so that each is made durable before the next step. */
  readonly external: boolean
  /** Calls that may be under way at once; the run's concurrency when absent. */
  readonly maxConcurrent?: number
  /** Sentences that must stand beside its figures. */
  readonly warnings?: readonly string[]
  close?(): Promise<void>
}

/** A system that sees a case's input and nothing else. */
export interface InputSystem extends SystemBase {
  readonly access: 'input'
  readonly kind: 'ranked'
  /** @throws Fault */
  respond(seen: { input: Json }, context: CallContext): Promise<Response>
}

/** A program under the benchmark's own protocol: sees the whole public row. */
export interface RowSystem extends SystemBase {
  readonly access: 'row'
  readonly kind: 'ranked'
  /** @throws Fault */
  respond(seen: { row: JsonObject }, context: CallContext): Promise<Response>
}

/** A prediction file: looks answers up by case id. */
export interface FileSystem extends SystemBase {
  readonly access: 'id'
  readonly kind: 'ranked'
  /** @throws Fault */
  respond(seen: { id: string }, context: CallContext): Promise<Response>
}

/** Recorded outputs that came with the data. */
export interface RecordingSystem extends SystemBase {
  readonly access: 'recording'
  readonly kind: 'ranked'
  /** Names under which the model's recordings may stand in the data; the first present one counts. */
  readonly models: readonly string[]
  /** @throws Fault */
  respond(seen: { recording: Recording | null }, context: CallContext): Promise<Response>
}

/** A baseline without a model. `fold` tells which fitted state may be used for the case. */
export interface BaselineSystem extends SystemBase {
  readonly access: 'baseline'
  readonly kind: 'ranked' | 'input-blind'
  respond(seen: { input: Json; id: string; fold: number }, context: CallContext): Promise<Response>
}

/** Reads gold. Marked in every table and never ranked. */
export interface PrivilegedSystem extends SystemBase {
  readonly access: 'gold'
  readonly kind: 'privileged'
  predictPrivileged(seen: { input: Json; gold: Json; id: string }, context: CallContext): Promise<Response>
}

/**
 * Works in stages of its own, such as a memory system: ingest, ready, retrieve, respond. Each stage is handed the case
 * and says what of it it sees; gold is for privileged ones.
 */
export interface StagedSystem extends SystemBase {
  readonly access: 'stages'
  readonly kind: 'ranked' | 'privileged'
  /** One of them is `respond`, whose output is a {@link Response}. */
  readonly stages: readonly SystemStage[]
  /** What a fair comparison of memory systems has to know of it. */
  readonly memory?: MemorySheet
}

export type System =
  | InputSystem
  | RowSystem
  | FileSystem
  | RecordingSystem
  | BaselineSystem
  | PrivilegedSystem
  | StagedSystem
