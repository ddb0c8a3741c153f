import type { Case } from '../../core/case.ts'
import type { CaseView } from '../../core/case-view.ts'
import type { Rubric } from '../../core/judge.ts'
import type { ChatMessage, LedgerEntry } from '../../core/model.ts'
import type { OutcomeRow, ResultReference, StageResult } from '../../core/store.ts'
import type { SystemKind } from '../../core/system.ts'

/** What a stage of an answer or one of its judges was asked first. */
export interface AskedPrompt {
  readonly stage: string
  /** '' of the system itself. */
  readonly instrument: string
  readonly model: string
  readonly messages: readonly ChatMessage[]
}

/** The stages of one attempt at a case, with what they gave. */
export interface AnswerUnit {
  readonly repeat: number
  readonly attempt: number
  readonly references: readonly ResultReference[]
  readonly results: ReadonlyMap<string, StageResult>
}

export interface AnswerSource {
  readonly run: string
  readonly track: string
  readonly subject: Case
  readonly system: { readonly id: string; readonly kind: SystemKind }
  readonly view: CaseView
  /** null: it was not asked yet. */
  readonly unit: AnswerUnit | null
  readonly repeat: number
  readonly repeats: number
  readonly outcomes: readonly OutcomeRow[]
  /** Short names of instruments, and whether judges give their figures. */
  readonly instruments: ReadonlyMap<string, { readonly label: string; readonly judged: boolean }>
  readonly rubrics: readonly Rubric[]
  /** Prompts of its stages, built again; or why that can't be done. */
  readonly prompts: readonly AskedPrompt[] | { readonly missing: string }
  readonly calls: readonly LedgerEntry[]
  /** False for runs of earlier versions, which did not write down what a call was for. */
  readonly callsKnown: boolean
}
