import type { Generated } from 'kysely'

/** JSON text as `pack` leaves it: plain, or deflated where that is smaller. */
export type Packed = string | Uint8Array

export interface RunTable {
  id: string
  created_at: number
  updated_at: number
  state: string
  spec: Packed
  provenance: Packed
}

/** Who claimed a run last; whether the claim still stands is known to its lock alone. */
export interface RunOwnerTable {
  run: string
  /** JSON of a RunOwner. */
  owner: string
}

/** Long strings of any case or output, once each. `body` is the packed JSON text of the string. */
export interface TextTable {
  hash: string
  body: Packed
}

/** What a case holds besides its summary, once for all runs; `hash` is that of the encoded text. */
export interface CaseBodyTable {
  id: Generated<number>
  hash: string
  body: Packed
}

export interface RunCaseTable {
  run: string
  track: string
  ordinal: number
  case_id: string
  case_hash: string
  cluster: string
  weight: number
  /** JSON of tag name to values. */
  tags: string
  /** JSON string. */
  skip: string | null
  body: string
}

export interface ResultTable {
  id: Generated<number>
  fingerprint: string
  stage: string
  output_hash: string
  output: Packed
  duration: number
  finished_at: number
}

export interface ReferenceTable {
  run: string
  track: string
  system: string
  case_id: string
  repeat: number
  attempt: number
  instrument: string
  stage: string
  fingerprint: string
  /** JSON of a StageFailure. */
  failure: string | null
  reused: number
}

export interface OutcomeTable {
  run: string
  track: string
  system: string
  case_id: string
  repeat: number
  instrument: string
  metric: string
  attempt: number
  /** Both null unless scored. */
  numerator: number | null
  denominator: number | null
  /** JSON of the outcome unless scored. */
  unmeasured: string | null
  worst_numerator: number
  worst_denominator: number
  best_numerator: number
  best_denominator: number
}

export interface EventTable {
  run: string
  seq: number
  at: number
  event: string
}

/** Replies of models by the hash of their request. */
export interface ReplyTable {
  key: string
  reply: Packed
}

/** One call to a model. Tokens are null where the provider does not report them. */
export interface CallTable {
  id: Generated<number>
  run: string
  at: number
  model: string
  purpose: string
  outcome: string
  detail: string | null
  input: number | null
  output: number | null
  cached_input: number | null
  reasoning: number | null
  latency: number
  cost: number | null
  worst_cost: number | null
  request: string
  /** JSON of track, system, case and repeat; null where it is not known. */
  about: string | null
}

/** A project of people who annotate; the rest of it as JSON. */
export interface AnnotationProjectTable {
  id: string
  created_at: number
  record: Packed
}

/** Items of projects with all that is shown of them. */
export interface AnnotationItemTable {
  project: string
  ordinal: number
  id: string
  /** JSON of an ItemHead. */
  head: Packed
  content: Packed
}

/** Who has which items; the highest version counts. */
export interface AnnotationSeatingTable {
  project: string
  version: number
  seating: Packed
}

/** What people said, in order. */
export interface AnnotationEntryTable {
  project: string
  seq: number
  id: string
  at: number
  item: string
  annotator: string
  act: string
  state: string
  body: Packed
}

/** The tables that every SQL store has. Column order in keys is the order in which rows are read. */
export interface Tables {
  runs: RunTable
  run_owners: RunOwnerTable
  texts: TextTable
  case_bodies: CaseBodyTable
  run_cases: RunCaseTable
  results: ResultTable
  result_references: ReferenceTable
  outcomes: OutcomeTable
  events: EventTable
  replies: ReplyTable
  calls: CallTable
  annotation_projects: AnnotationProjectTable
  annotation_items: AnnotationItemTable
  annotation_seatings: AnnotationSeatingTable
  annotation_entries: AnnotationEntryTable
}
