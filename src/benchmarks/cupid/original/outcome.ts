import type { Json } from '../../../core/json.ts'
import { OriginalCrash, type CrashKind, type Defect } from '../arithmetic/crash.ts'
import { originalSummary, type OriginalSummary, type OriginalTask } from '../arithmetic/summary.ts'

/** What the original code reports: figures, or none and the defect that is why. */
export type OriginalOutcome =
  | { readonly status: 'figures'; readonly summary: OriginalSummary }
  | {
      readonly status: 'crash'
      readonly kind: CrashKind
      readonly defect: Defect
      readonly message: string
    }

/** An error that ended the original run or its summary, as an outcome. */
export function crashed({ kind, defect, message }: OriginalCrash): OriginalOutcome {
  return { status: 'crash', kind, defect, message }
}

/** The original code's summary of result files, or why it gives none. */
export function originalOutcome(files: ReadonlyMap<string, Json>, task: OriginalTask): OriginalOutcome {
  try {
    return { status: 'figures', summary: originalSummary(files, task) }
  } catch (error) {
    if (error instanceof OriginalCrash) return crashed(error)
    throw error
  }
}
