import type { AnnotationStore } from './annotation.ts'
import type { Case } from './case.ts'
import type { RunEvent, StoredEvent } from './events.ts'
import type { Json } from './json.ts'
import type { CallSubject, Ledger, LedgerEntry, ReplyCache } from './model.ts'
import type { Bounds, FaultReason, FaultSide, Outcome } from './outcome.ts'
import type { RunRecord, RunSpec, RunState } from './run.ts'

/** What a stage came to. Kept once per fingerprint, whoever asks for it. */
export interface StageResult {
  readonly fingerprint: string
  readonly stage: string
  /** `hashJson(output)`; goes into the fingerprints of later stages. */
  readonly outputHash: string
  readonly output: Json
  /** Milliseconds that it took; provenance. */
  readonly duration: number
  readonly finishedAt: number
}

export interface StageFailure {
  readonly reason: FaultReason
  readonly by: FaultSide
  readonly message: string
}

/** The key of a result inside a run. `instrument` is '' for a system's stages. */
export interface ResultKey {
  readonly run: string
  readonly track: string
  readonly system: string
  readonly case: string
  readonly repeat: number
  readonly attempt: number
  readonly stage: string
  readonly instrument: string
}

/** A run's reference to a stage result: the fingerprint where it succeeded, the failure where it did not. */
export interface ResultReference extends ResultKey {
  readonly fingerprint: string
  readonly failure: StageFailure | null
  /** True when the result was there already. */
  readonly reused: boolean
}

/** One metric of one case. The highest attempt of a key is the one that counts. */
export interface OutcomeRow {
  readonly run: string
  readonly track: string
  readonly system: string
  readonly case: string
  readonly repeat: number
  readonly attempt: number
  readonly instrument: string
  readonly metric: string
  readonly outcome: Outcome
  readonly bounds: Bounds
}

/** What every outcome of a case shares; kept beside the outcomes so that statistics need not read cases. */
export interface CaseSummary {
  readonly id: string
  readonly hash: string
  readonly cluster: string
  readonly weight: number
  readonly tags: Readonly<Record<string, readonly string[]>>
  /** Place in the data set's order, from 0. */
  readonly ordinal: number
}

/** Rows that become durable together or not at all. */
export interface CommitBatch {
  readonly results?: readonly StageResult[]
  readonly references?: readonly ResultReference[]
  readonly outcomes?: readonly OutcomeRow[]
}

export interface SearchHit {
  readonly run: string
  readonly track: string
  readonly case: string
  /** `case` for the data, a stage name for what a system said. */
  readonly where: string
  readonly system: string | null
  /** The text around the hit, at most 200 characters, not escaped: hostile text. */
  readonly excerpt: string
}

/** The highest attempts so far of one unit, to go on from. */
export interface UnitState {
  readonly system: string
  readonly case: string
  readonly repeat: number
  readonly attempt: number
  /** First failed stage of that attempt, if any. */
  readonly failure: (StageFailure & { readonly stage: string; readonly instrument: string }) | null
}

/** What the calls of a run to one model for one purpose came to. Counts of tokens are of the calls that report them. */
export interface CallTotals {
  readonly model: string
  readonly purpose: string
  /** Calls made, failed ones included. */
  readonly calls: number
  readonly failed: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  readonly reasoningTokens: number
  /** US dollars; null when the cost of any call is unknown: a sum of the others would look complete. */
  readonly cost: number | null
  /** US dollars that count against a limit: known costs, and the worst case where only that is known. */
  readonly spent: number
  /** Calls of which neither is known: they had no price. `spent` lacks them. */
  readonly unpriced: number
}

/** What tells whether a run has changed since it was read. */
export type RunStamp = Pick<RunRecord, 'id' | 'state' | 'updatedAt'>

/** How many results of a stage a run has. A case that was tried several times counts once, as done if one try was. */
export interface StageTotals {
  readonly track: string
  readonly stage: string
  readonly done: number
  readonly failed: number
}

/** Who works on a run, for people to read: nothing is decided by it. */
export interface RunOwner {
  readonly pid: number
  readonly host: string
  /** Milliseconds since 1970. */
  readonly since: number
  /** What it does, such as `resume`. */
  readonly command: string
}

/** The right to work on a run. One process has it at a time. */
export interface RunClaim {
  release(): Promise<void>
}

/**
 * Where runs live. All methods reject with a RapportError that says what to do when the store is damaged,
 * locked for too long or full. Everything that was committed survives kill -9.
 */
export interface Store extends ReplyCache, Ledger, AnnotationStore {
  createRun(run: RunRecord): Promise<void>
  /** Replaces the specification (rescore adds instruments) and nothing else. */
  updateSpec(run: string, spec: RunSpec, at: number): Promise<void>
  setState(run: string, state: RunState, at: number): Promise<void>
  /** Takes away a run that is still being planned, with its cases; any other run is left alone. */
  discardPlanning(run: string): Promise<void>
  run(id: string): Promise<RunRecord | undefined>
  /**
   * Takes a run for this process alone; it need not be there yet. The claim ends with `release`, `close` or the end
   * of the process, also by kill -9. It says nothing of rows: whoever has no claim can still write.
   * @returns the claim, or who has it (null: took it this very moment and has not said)
   */
  claimRun(run: string, owner: RunOwner): Promise<RunClaim | { readonly heldBy: RunOwner | null }>
  /** Newest first. */
  runs(): Promise<readonly RunRecord[]>
  /** The same runs without what takes time to read. */
  runStamps(): Promise<readonly RunStamp[]>

  /** Idempotent. Long texts are kept once by hash, whatever the track or run. */
  putCases(run: string, track: string, cases: readonly { ordinal: number; subject: Case }[]): Promise<void>
  /** In the data set's order. */
  cases(run: string, track: string): AsyncIterable<Case>
  /** One case; undefined when the run has none of this id. */
  case(run: string, track: string, id: string): Promise<Case | undefined>
  caseSummaries(run: string, track: string): AsyncIterable<CaseSummary>

  /** Finished results by fingerprint; what is not there is left out. */
  lookup(fingerprints: readonly string[]): Promise<ReadonlyMap<string, StageResult>>
  /** Resolves when the rows are durable. Writing the same rows again changes nothing. */
  commit(batch: CommitBatch): Promise<void>
  references(
    run: string,
    filter: { track?: string; system?: string; case?: string },
  ): AsyncIterable<ResultReference>
  /** By track and stage, in this order. */
  stageTotals(run: string): Promise<readonly StageTotals[]>
  /** Only the highest attempt of each key. Ordered by system, case, repeat, instrument, metric. */
  outcomes(
    run: string,
    filter: { track?: string; system?: string; case?: string; instrument?: string },
  ): AsyncIterable<OutcomeRow>
  units(run: string, track: string): AsyncIterable<UnitState>

  appendEvents(run: string, events: readonly { at: number; event: RunEvent }[]): Promise<void>
  events(run: string, afterSeq: number): Promise<readonly StoredEvent[]>

  /** Calls made for one answer, its judges' included, by time. */
  callsAbout(run: string, about: CallSubject): Promise<readonly LedgerEntry[]>
  /** By model and purpose, in this order; empty for a run without calls. */
  callTotals(run: string): Promise<readonly CallTotals[]>

  /** Full text over cases and answers of all runs; finds single CJK characters too. */
  search(query: string, options: { run?: string; limit: number }): Promise<readonly SearchHit[]>
  close(): Promise<void>
}
