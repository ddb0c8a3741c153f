import type { Case } from './case.ts'
import type { Json } from './json.ts'
import type { GivenMemory, MemoryItem, MemorySession } from './memory.ts'
import type { BuiltPrompt, TrackPrompt } from './prompt.ts'

/** What a memory system is told of a case: memories to start from, then sessions, oldest first. */
export interface MemoryHistory {
  readonly given: readonly GivenMemory[]
  readonly sessions: readonly MemorySession[]
}

/** Something of the history that the right answer rests on. Reads gold. */
export interface Evidence {
  readonly id: string
  /** What is to be known, in the data's words. */
  readonly text: string
  /** The user's own words; none where the data has no quotes. */
  readonly quotes: readonly string[]
  /** Ids of the sessions that show it, as `history` names them. */
  readonly sessions: readonly string[]
}

interface PlanBase {
  /** Goes into fingerprints; raised when what is told or asked changes. */
  readonly version: string
  /** Set where the given memories must be taken as they are: a system without `preload` can't take part. */
  readonly startsFromGiven?: true
  /** Set where sessions have dates: only then it matters whether a memory keeps them. */
  readonly dated?: true
  /** What a memory system is told. Sees what any system may see. */
  history(subject: Pick<Case, 'input' | 'background'>): MemoryHistory
  /** What the right answer rests on; empty where the data does not say. Privileged. */
  evidence(subject: Pick<Case, 'input' | 'gold'>): readonly Evidence[]
  /** Whether what is stored tells this evidence; null where that can't be told. */
  carries(item: MemoryItem, evidence: Evidence): boolean | null
}

/** The memory is searched and a model answers with what was found. */
export interface AnswerPlan extends PlanBase {
  readonly use: 'answer'
  query(input: Json): string
  /** The same for all memory systems; its `build` takes what `present` makes. */
  readonly prompt: TrackPrompt
  /** The case's question with what was found, best first, in place of the history. */
  present(input: Json, found: readonly MemoryItem[]): Json
  /** What the user reads of a parsed prediction, to tell whether two answers are the same. */
  said(prediction: Json): string
}

/** What is found is the answer: no model is asked. */
export interface SearchPlan extends PlanBase {
  readonly use: 'search'
  query(input: Json): string
  /** How many items are asked for, in place of the run's `k`: a ranking is measured, not a context. */
  readonly k: number
  /** The contract's form of what was found, best first. */
  predict(input: Json, found: readonly MemoryItem[]): Json
}

/** What is stored is the answer; a model only gives it the labels that the contract wants. */
export interface ListPlan extends PlanBase {
  readonly use: 'list'
  /** Scorers of the track that are run for memory systems beside its default ones. */
  readonly scorers?: readonly string[]
  /** Asked for once, and for all memory systems by the same model. Its `build` takes what `toLabel` makes. */
  readonly labels: TrackPrompt
  /** The stored items that need labels; null when none does. */
  toLabel(input: Json, stored: readonly MemoryItem[]): Json | null
  /**
   * The contract's form of what is stored.
   * @param reply of the labelling model and what its prompt left for reading it; null: labels are not given
   */
  predict(
    input: Json,
    stored: readonly MemoryItem[],
    reply: { readonly text: string; readonly meta: BuiltPrompt['meta'] } | null,
  ): Json
}

/** How a memory system takes part in a track. */
export type MemoryPlan = AnswerPlan | SearchPlan | ListPlan
