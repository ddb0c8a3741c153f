/** Where the original code raises instead of giving a figure, and the defect of spec 5.3 behind it. */
const defects = {
  /** A row without `label`: what an empty inferred checklist leaves behind, or a matcher that gives none. */
  missing_label: 'D3',
  /** An answer to a request that overflows: the handler of the error raises itself. */
  unset_request: 'D5',
  /** A judge's score that poisons the mean. */
  not_finite: 'D12',
  /** A score that is no number and no text. */
  malformed_score: 'D12',
  /** Rows that are no list of objects. */
  malformed_rows: 'D15',
  /** A file that lacks the stage that is aggregated. */
  missing_stage: 'D20',
  /** A file that is no JSON, or not the object that is expected. */
  unreadable_file: 'D21',
  /** A folder among the result files. */
  nested_folder: 'D23',
} as const

export type CrashKind = keyof typeof defects
export type Defect = (typeof defects)[CrashKind]

/** The original code has no figure here: there is nothing that a number of ours could be compared with. */
export class OriginalCrash extends Error {
  readonly kind: CrashKind
  readonly defect: Defect
  /** The message without the defect. */
  readonly what: string

  constructor(kind: CrashKind, what: string) {
    super(`${what} (defect ${defects[kind]} of the original code)`)
    this.name = 'OriginalCrash'
    this.kind = kind
    this.what = what
    this.defect = defects[kind]
  }
}
