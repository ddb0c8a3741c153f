import type { ResultRow } from '../report.ts'

/** What a page tells beyond the figures. */
export interface PageFacts {
  /** Name and value, in the order of the page. */
  readonly provenance: readonly (readonly [name: string, value: string])[]
  readonly systems: readonly SystemFacts[]
  /** Rows by the tag `type` of items, by track; for the plot of direct against indirect recall. */
  readonly byType: ReadonlyMap<string, readonly ResultRow[]>
  /** null: texts were not asked for. */
  readonly texts: readonly TrackTexts[] | null
  /** Findings of an audit of the data; null: there is none. */
  readonly audit: AuditCard | null
  /** What people's labels say of the judges, in sentences; empty where nobody labelled. */
  readonly calibration: readonly string[]
}

export interface SystemFacts {
  readonly track: string
  readonly system: string
  readonly kind: string
  /** As it was asked for on the command line. */
  readonly spec: string
  /** First 12 digits of the hash of its identity. */
  readonly identity: string
}

/** What an audit found in the data. */
export interface AuditCard {
  /** When, how, of what: `of 214 rows, on 2026-11-30, rapport 0.1.0`. */
  readonly about: string
  readonly findings: readonly {
    readonly severity: string
    readonly rule: string
    readonly message: string
    readonly count: number
  }[]
}

/** Texts of a track's first cases. All of it is hostile. */
export interface TrackTexts {
  readonly track: string
  /** Cases of the track, of which `cases` are shown. */
  readonly total: number
  readonly cases: readonly CaseTexts[]
}

export interface CaseTexts {
  readonly id: string
  /** As the data has it, such as `zh`; null: unknown. */
  readonly language: string | null
  readonly blocks: readonly TextBlock[]
}

export interface TextBlock {
  /** Such as `dialogue`, `gold`, `answer of openai/a`. */
  readonly name: string
  readonly turns: readonly { readonly role: string | null; readonly text: string }[]
  /** Parts that the caps left out, in words; null: all is here. */
  readonly cut: string | null
}

/** Nothing beyond the figures. */
export const noFacts: PageFacts = {
  provenance: [],
  systems: [],
  byType: new Map(),
  texts: null,
  audit: null,
  calibration: [],
}
