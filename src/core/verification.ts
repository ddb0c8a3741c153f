import type { PickedEvidence } from './annotation.ts'
import type { Case } from './case.ts'
import type { JsonObject } from './json.ts'

/** A memory that people agreed on, for the export. */
export interface VerifiedMemory {
  /** The gold item that it was, as the data has it; null: somebody added it. */
  readonly raw: JsonObject | null
  readonly value: string
  readonly label: string
  readonly type: string
  readonly confidence: number | null
  readonly evidence: readonly PickedEvidence[]
}

export interface VerifiedCase {
  /** The case's public row. */
  readonly row: JsonObject
  readonly memories: readonly VerifiedMemory[]
}

/** A file of an export, under a path with forward slashes. */
export interface VerifiedFile {
  readonly path: string
  readonly rows: readonly JsonObject[]
}

/** How people verify the gold memories of a track, and how verified data is written so that it can be read again. */
export interface MemoryVerification {
  /** Labels to choose from. */
  readonly taxonomy: readonly { readonly group: string; readonly labels: readonly string[] }[]
  readonly types: readonly string[]
  /** The gold as the data has it, in the order in which the case view shows it; null: the references are private. */
  goldOf(subject: Case): readonly JsonObject[] | null
  /** Files of the benchmark's public layout. `at` is an ISO time for items that people added. */
  files(cases: readonly VerifiedCase[], at: string): readonly VerifiedFile[]
}
