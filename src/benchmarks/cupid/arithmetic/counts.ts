import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { originalScoreOfLabel } from '../reading/rows.ts'
import { OriginalCrash } from './crash.ts'
import { iterate } from './iterate.ts'

/** What is summed over instances (spec 2.9). Scores of rows are 0, 0.5 or 1. */
export interface Counts {
  /** Sum of scores of the gold entries. */
  readonly true_matched: number
  /** Sum of scores of the inferred entries. */
  readonly predicted_matched: number
  readonly n_true: number
  readonly n_predicted: number
}

export const noCounts: Counts = { true_matched: 0, predicted_matched: 0, n_true: 0, n_predicted: 0 }

/** Sums, field by field. */
export function addCounts(a: Counts, b: Counts): Counts {
  return {
    true_matched: a.true_matched + b.true_matched,
    predicted_matched: a.predicted_matched + b.predicted_matched,
    n_true: a.n_true + b.n_true,
    n_predicted: a.n_predicted + b.n_predicted,
  }
}

/**
 * The counts of one stored inference as the original code takes them: rows are added up as they came, whatever their
 * number, so that sums can pass the numbers of entries (spec 5.3, D14).
 * @param inference the `inference` block of a result file
 * @throws OriginalCrash where the original code raises
 */
export function originalCounts(inference: Json | undefined): Counts {
  const match = block(inference, 'match')
  return {
    true_matched: sumOfRows(match['gt_to_infer'], 'gt_to_infer'),
    predicted_matched: sumOfRows(match['infer_to_gt'], 'infer_to_gt'),
    n_true: lengthOf(block(inference, 'groundtruth')['checklist']),
    n_predicted: lengthOf(block(inference, 'inferred')['checklist']),
  }
}

function block(inference: Json | undefined, name: string): JsonObject {
  const value = isJsonObject(inference) ? inference[name] : undefined
  if (isJsonObject(value)) return value
  throw new OriginalCrash('missing_stage', `inference.${name} is missing`)
}

function lengthOf(checklist: Json | undefined): number {
  const entries = iterate(checklist)
  if (entries === null) throw new OriginalCrash('unreadable_file', 'a checklist is no list')
  return entries.length
}

function sumOfRows(rows: Json | undefined, direction: string): number {
  const list = iterate(rows)
  if (list === null) throw new OriginalCrash('malformed_rows', `${direction} is no list of rows`)
  let sum = 0
  for (const row of list) {
    if (!isJsonObject(row)) throw new OriginalCrash('malformed_rows', `a row of ${direction} is no object`)
    if (!('label' in row)) throw new OriginalCrash('missing_label', `a row of ${direction} has no label`)
    sum += originalScoreOfLabel(row['label'])
  }
  return sum
}
