import type { Recording } from '../../../core/case.ts'
import type { Place } from '../../../core/errors.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Ability, AnswerKey, Candidate } from '../shapes.ts'
import type { StoredItem, StoredSelected, StoredTurn } from './json-shapes.ts'

type Tags = Readonly<Record<string, readonly string[]>>

interface RowBase {
  readonly track: string
  /** Unique inside the track. */
  readonly id: string
  /** Key of the session in the index; two rows with one key come from one conversation. */
  readonly session: string
  /** The public row without `input` (spec 1.4). */
  readonly envelope: JsonObject
  /** Fields of the public row's `input` that no typed field below holds. */
  readonly moreInput: JsonObject
  /** The conversation, for tags and clusters; empty where the row carries none. */
  readonly dialogue: readonly StoredTurn[]
  /** The split the row was found in; null where the layout has none. */
  readonly split: string | null
  /** Whether the row is in the hidden test; null where only the hash of its id can tell. */
  readonly hidden: boolean | null
  /** Slices that only the reader of the layout knows. */
  readonly tags: Tags
  readonly place: Place
}

/** Every layout is read into these four kinds of row; views, pools and cases know nothing of layouts. */
export interface ExtractionRow extends RowBase {
  readonly task: 'extraction'
  readonly instruction: string | null
  readonly recordings: Readonly<Record<string, Recording>>
  readonly gold: {
    readonly items: readonly StoredItem[]
    readonly more: JsonObject
  } | null
}

export interface UpdateRow extends RowBase {
  readonly task: 'update'
  readonly instruction: string | null
  readonly pool: readonly StoredItem[]
  readonly newDialogue: readonly StoredTurn[]
  readonly selected: string | null
  readonly gold: { readonly answer: readonly StoredItem[] } | null
}

export interface RetrievalRow extends RowBase {
  readonly task: 'retrieval'
  readonly query: string
  readonly candidates: readonly Candidate[]
  readonly gold: { readonly id: string; readonly memory: Candidate } | null
}

export interface UtilizationRow extends RowBase {
  readonly task: 'utilization'
  readonly ability: Ability
  readonly query: string
  /** What the row hands over: the memory (ability 1) or the history (abilities 2-5). */
  readonly given: { readonly memory: StoredSelected } | { readonly history: readonly StoredTurn[] }
  readonly gold: {
    readonly memory: StoredSelected | null
    readonly more: JsonObject
    readonly answerKey: AnswerKey | null
    readonly referenceAnswer: string | null
  } | null
}

export type SourceRow = ExtractionRow | UpdateRow | RetrievalRow | UtilizationRow
