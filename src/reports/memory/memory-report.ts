import type { MemoryCheckId } from '../../core/memory-checks.ts'
import type { FairnessField, MemorySheet } from '../../core/memory-sheet.ts'
import type { FaultReason } from '../../core/outcome.ts'
import type { PublishedResult } from '../../core/published.ts'
import type { SystemKind } from '../../core/system.ts'
import type { Figure } from '../measured-figure.ts'
import type { ShownFigure } from '../shown-figure.ts'

/** What became of the memory systems of a track. */
export interface MemoryReport {
  readonly systems: readonly MemorySystemReport[]
  readonly lifts: readonly MemoryLift[]
  /** Words to add after `--system`, so that lift can be given for the systems that have no `memory:none` beside them. */
  readonly floorsMissing: readonly string[]
  readonly fairness: MemoryFairness
  /** One entry per memory that has a sheet, whatever models answer for it. */
  readonly checks: readonly MemoryCheckCard[]
  /** What the calls of each memory came to over the whole run: all its tracks and models. */
  readonly calls: readonly MemoryCalls[]
  /** Cases that were under way at once and share one process: times hold what they waited for each other. */
  readonly concurrency: number
  /** Memory systems of the literature on this track, under the instrument that produced their figures. */
  readonly published: readonly PublishedResult[]
}

export interface MemorySystemReport {
  /** Id: `memory:bm25+openai/a`. */
  readonly system: string
  readonly kind: SystemKind
  /** Its name alone: `bm25`. */
  readonly memory: string
  /** Asks under a prompt of its own: beside the ranking, not in it. */
  readonly ownPrompt: boolean
  /** null: the ceiling that is shown the evidence itself. */
  readonly sheet: MemorySheet | null
  readonly rates: MemoryRates
  /** null: no case has known evidence and an outcome. */
  readonly flow: MemoryFlow | null
  /** null: nothing was told to it, or nothing of it is there. */
  readonly storage: MemoryStorage | null
  /** null: nothing was retrieved. */
  readonly retrieval: MemoryRetrieval | null
  readonly latency: readonly MemoryLatency[]
  /** Faults in its own stages, by stage and reason; answers that can't be read are none of them. */
  readonly faults: readonly MemoryFault[]
}

/** The ledger's figures, of the instruments named in `instruments`. null: not measured. */
export interface MemoryRates {
  readonly stored: Figure | null
  readonly retrieved: Figure | null
  readonly shown: Figure | null
  readonly evidenceShare: Figure | null
  readonly used: Figure | null
  readonly changedWithout: Figure | null
  readonly changedAgain: Figure | null
  /** Keys of ledger and usage test; null where it did not run. */
  readonly instruments: { readonly ledger: string | null; readonly usage: string | null }
}

/** A system on one main figure against `memory:none` with the same model, case by case. */
export interface MemoryLift extends ShownFigure {
  readonly system: string
  /** Its figure on all of its cases. */
  readonly own: Figure | null
  /** null: it is not there; the same as `system` for the floor itself. */
  readonly floor: string | null
  /** Common cases that are better, worse and the same: of a binary figure wrong to right, right to wrong. */
  readonly gained: number
  readonly lost: number
  readonly same: number
  /** Mean difference, above 0 for a gain whichever way the metric goes; null without a floor or a common case. */
  readonly net: Figure | null
  readonly p: number | null
  /** Outcomes that are the worst value because the system failed. */
  readonly failed: number
  /** `memory:gold-evidence` with the same model; null where it is not there. */
  readonly ceiling: string | null
  /** Share of the way from none to the evidence itself, on the cases of all three; null where there is no such way. */
  readonly ofPossible: Figure | null
}

export const flowSteps = ['evidence', 'stored', 'retrieved', 'shown', 'used', 'right'] as const
export type FlowStep = (typeof flowSteps)[number]

/**
 * Cases that are still there after each step: a case counts when all pieces of its evidence do. The steps come one
 * after the other in time, which makes none the cause of the next: see `rightUnshown`.
 */
export interface MemoryFlow {
  /** What `right` is read from: the leading main figure, at its best value; null where the track has none. */
  readonly figure: ShownFigure | null
  /** In order; a step that is not measured has null cases and is passed over. */
  readonly steps: readonly { readonly step: FlowStep; readonly cases: number | null }[]
  /** Shown cases of which it is not known whether the answer rests on it; they count as not used. */
  readonly useUnknown: number
  /** Cases whose evidence was not shown (not stored, where nothing is shown), and those of them that are right. */
  readonly unshown: number
  readonly rightUnshown: number | null
  /** Cases that can't be followed, by why. */
  readonly unfollowed: {
    /** The data names no evidence, or nobody can tell whether an item tells it. */
    readonly notApplicable: number
    /** A fault of the infrastructure, or an answer without a score. */
    readonly noOutcome: number
  }
}

export interface MemoryStorage {
  /** Case times repeat. */
  readonly scopes: number
  readonly sessions: number
  readonly toldTokens: number
  /** null: it can't show what it keeps. */
  readonly items: number | null
  readonly itemsPerSession: Figure | null
  /** Tokens kept over tokens told; can be above 1. */
  readonly keptShare: Figure | null
  /** Sessions that it threw on, and those that it says it will never find. */
  readonly thrownOn: number
  readonly neverFound: number
  /** Scopes of which it could not say whether they were ready. */
  readonly readinessUnknown: number
  readonly language: StoredLanguage
}

/** Stored items in the language of what the user wrote, in another, and those of which it can't be told. */
export interface StoredLanguage {
  readonly same: number
  readonly other: number
  readonly unknown: number
}

export interface MemoryRetrieval {
  /** Case times repeat. */
  readonly searches: number
  /** Items that came back, mean over cases. */
  readonly returned: Figure | null
  readonly k: number | null
  /** Searches that gave more than k. */
  readonly tooMany: number
  readonly tokensShown: Figure | null
  /** Searches of which the token budget cut something. */
  readonly trimmed: number
  /** Ids that came back and are not in the list; null: there is no list. */
  readonly unlisted: number | null
  /** Milliseconds of one search, over those made for this run or an earlier one; null: nothing was searched. */
  readonly searchTime: { readonly median: number; readonly p95: number; readonly n: number } | null
  /** Deletions of services: proven, and not. null: nothing outlives the process. */
  readonly deletion: { readonly proven: number; readonly of: number } | null
}

export const memoryPhases = ['ingest', 'ready', 'retrieve', 'respond'] as const

/** Milliseconds that a stage took, over those that were run for this report's run. */
export interface MemoryLatency {
  readonly phase: (typeof memoryPhases)[number]
  readonly median: number | null
  readonly p95: number | null
  readonly n: number
  /** Left out: their results were there already. */
  readonly reused: number
}

export interface MemoryFault {
  readonly stage: string
  readonly reason: FaultReason
  readonly by: 'system' | 'infrastructure'
  /** Cases with it, each once. */
  readonly cases: number
}

export interface MemoryCalls {
  readonly memory: string
  readonly phase: string
  readonly calls: number
  readonly failed: number
  /** Of the calls that report them; null when none does. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** US dollars; null when the cost of a call is not known. */
  readonly cost: number | null
}

export interface MemoryFairness {
  /** Fields with one value wherever they apply. */
  readonly agreed: readonly { readonly field: FairnessField; readonly value: string }[]
  /** Fields that differ, with the value of each system (null: does not apply to it). */
  readonly differing: readonly {
    readonly field: FairnessField
    readonly values: readonly { readonly system: string; readonly value: string | null }[]
  }[]
  /** What the comparison is unfair in, and whether that was accepted by name. */
  readonly unfair: readonly {
    readonly field: FairnessField
    readonly waived: boolean
    readonly values: readonly { readonly value: string; readonly systems: readonly string[] }[]
  }[]
}

/** How a memory did in the conformance suite. */
export interface MemoryCheckCard {
  readonly memory: string
  readonly version: string
  /** False: the suite was not run on it. */
  readonly ran: boolean
  readonly passed: number
  readonly notApplicable: number
  readonly failed: readonly MemoryCheckNote[]
  readonly noted: readonly MemoryCheckNote[]
  readonly notMeasured: readonly MemoryCheckNote[]
}

export interface MemoryCheckNote {
  readonly check: MemoryCheckId
  readonly detail: string
}
