import type { Counts } from './counts.ts'

/** Micro figures of preference match; 0 to 1 where no sum passes its number of entries. */
export interface PrecisionRecall {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Ratios of sums and their harmonic mean; 0 where a denominator is 0 (spec 2.9). */
export function precisionRecall(counts: Counts): PrecisionRecall {
  const precision = counts.n_predicted === 0 ? 0 : counts.predicted_matched / counts.n_predicted
  const recall = counts.n_true === 0 ? 0 : counts.true_matched / counts.n_true
  const sum = precision + recall
  return { precision, recall, f1: sum === 0 ? 0 : (2 * precision * recall) / sum }
}
