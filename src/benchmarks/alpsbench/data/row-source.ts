import type { DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import type { SourceRow } from './source-row.ts'
import type { StoredTurn } from './json-shapes.ts'

/** One conversation of the data, as clusters and weights need it. */
export interface Conversation {
  readonly session: string
  readonly dialogue: readonly StoredTurn[]
  /** Lines of the published files that this entry stands for (spec 6.4); 0 where it says nothing of them. */
  readonly lines: number
}

/** A memory that may serve as a distractor; `session: null` where its owner isn't in the data. */
export interface OwnedMemory {
  readonly session: string | null
  readonly value: string
  readonly label: string
}

/** A layout of AlpsBench data. Everything streams, and may be read any number of times. */
export interface RowSource {
  readonly descriptor: DatasetDescriptor
  readonly splits: readonly string[]
  /** Invented by us: no official split, no published candidate lists. */
  readonly isSample: boolean
  /** `conversations` knows how many published lines a session had. */
  readonly knowsLines: boolean
  /** Tracks with stored rows, retrieval levels included. `split: null` as in CaseOptions. */
  tracks(split: string | null): Promise<readonly string[]>
  rows(track: string, split: string | null): AsyncIterable<SourceRow>
  count(track: string, split: string | null): Promise<number | undefined>
  /** All conversations of all splits; a session may come several times. */
  conversations(): AsyncIterable<Conversation>
  /** Gold memories first by session, then candidates of retrieval rows. */
  memories(): AsyncIterable<OwnedMemory>
  /** Another split to fit baselines on; null when there is none. */
  fitSplit(track: string, split: string | null): string | null
  check(): Promise<DatasetReport>
}
