import { estimate, type Estimate } from './estimate.ts'
import type { Observation } from './observation.ts'

/** A yes-or-no verdict of a judge beside what is true (what people say). */
export interface LabelledVerdict {
  truth: boolean
  verdict: boolean
  /** Verdicts of one cluster are not independent of each other. */
  cluster: string
  /** Counts as that many verdicts, default 1: an answer that was drawn for labelling more rarely weighs more. */
  weight?: number | undefined
}

/** Weighted counts; whole numbers where no weights are given. */
export interface Confusion {
  /** Rightly and wrongly accepted, wrongly and rightly rejected. */
  tp: number
  fp: number
  fn: number
  tn: number
}

/** @throws RangeError for a weight that is negative or not finite */
export function confusionOf(rows: readonly LabelledVerdict[]): Confusion {
  const counts = { tp: 0, fp: 0, fn: 0, tn: 0 }
  for (const { truth, verdict, weight = 1 } of rows) {
    if (!(Number.isFinite(weight) && weight >= 0))
      throw new RangeError(`a weight must be finite and not negative, got ${weight}`)
    counts[truth ? (verdict ? 'tp' : 'fn') : verdict ? 'fp' : 'tn'] += weight
  }
  return counts
}

/** How right a judge is, each as a rate with its interval; undefined where no verdict counts. */
export interface JudgeAccuracy {
  /** Of the right answers, those it accepts. */
  sensitivity: Estimate | undefined
  /** Of the wrong answers, those it rejects. */
  specificity: Estimate | undefined
  /** Of the accepted answers, those that are right. */
  ppv: Estimate | undefined
  /** Of the rejected answers, those that are wrong. */
  npv: Estimate | undefined
  accuracy: Estimate | undefined
}

/**
 * Sensitivity, specificity and their kin over clustered verdicts (Wilson's interval on the effective size).
 * @throws RangeError as `estimate`
 */
export function judgeAccuracy(
  rows: readonly LabelledVerdict[],
  options: { level?: number | undefined; seed?: number | string | undefined } = {},
): JudgeAccuracy {
  const rate = (
    counts: (row: LabelledVerdict) => boolean,
    isRight: (row: LabelledVerdict) => boolean,
  ): Estimate | undefined =>
    estimate(
      rows.filter(counts).map((row): Observation => ({
        numerator: isRight(row) ? 1 : 0,
        denominator: 1,
        cluster: row.cluster,
        weight: row.weight,
      })),
      { aggregate: 'mean', binary: true, ...options },
    )
  return {
    sensitivity: rate(
      ({ truth }) => truth,
      ({ verdict }) => verdict,
    ),
    specificity: rate(
      ({ truth }) => !truth,
      ({ verdict }) => !verdict,
    ),
    ppv: rate(
      ({ verdict }) => verdict,
      ({ truth }) => truth,
    ),
    npv: rate(
      ({ verdict }) => !verdict,
      ({ truth }) => !truth,
    ),
    accuracy: rate(
      () => true,
      ({ truth, verdict }) => truth === verdict,
    ),
  }
}
