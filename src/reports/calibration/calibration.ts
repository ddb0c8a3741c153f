import type { HumanLabel } from '../../core/calibration.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import type { Estimate } from '../../stats/estimate.ts'
import { confusionOf, judgeAccuracy } from '../../stats/confusion.ts'
import { usualRule, type AdjudicationRule } from './adjudicate.ts'
import { agreementByLanguage, agreementOf, type FieldAgreement } from './agreement.ts'
import { verbosityError, type Effect } from './biases.ts'
import { correctionsOf, type SystemCorrection } from './correction.ts'
import { scaleOf, type Scale } from './label-field.ts'
import { joinLabels, type JudgedValues, type LabelledAnswer, type SamplePool } from './labelled-answers.ts'

/** A judge's verdicts of yes or no against people's. Rates are weighted to all judged answers of the drawn systems. */
export interface Accuracy {
  /** Labelled answers, unweighted: judge's yes and people's yes, and so on. */
  readonly counts: { readonly tp: number; readonly fp: number; readonly fn: number; readonly tn: number }
  /** Of what people accept, the share that the judge accepts; null: people accept nothing. */
  readonly sensitivity: Estimate | null
  /** Of what people reject, the share that the judge rejects; null: people reject nothing. */
  readonly specificity: Estimate | null
}

/** How a judge does on one metric, against people. */
export interface FieldCalibration {
  readonly metric: string
  readonly scale: Scale
  readonly range: readonly [number, number]
  readonly rule: AdjudicationRule
  /** Labelled answers with a verdict of the judge and one truth. */
  readonly labelled: number
  /** Answers on which people are evenly split: they count nowhere. */
  readonly unresolved: number
  /** People who labelled. */
  readonly annotators: readonly string[]
  /** Of yes or no. */
  readonly accuracy: Accuracy | null
  readonly agreement: FieldAgreement
  readonly languages: ReturnType<typeof agreementByLanguage>
  readonly corrections: readonly SystemCorrection[]
  /** Why figures are not corrected at all; null where they may be. */
  readonly uncorrectable: string | null
  readonly verbosityError: Effect
}

/** What the calibration of one judged instrument on one track is computed from. */
export interface CalibrationInput {
  readonly metrics: readonly MetricDefinition[]
  /** Metrics that are the mean of others. */
  readonly meanOf: Readonly<Record<string, readonly string[]>>
  readonly pool: SamplePool
  readonly labels: readonly HumanLabel[]
  /** Answers with this judge's verdicts, of the systems that were drawn from. */
  readonly judged: readonly JudgedValues[]
}

/** Calibration of a judged instrument, metric by metric; metrics that nobody labelled are left out. */
export function calibrationOf({ metrics, meanOf, pool, labels, judged }: CalibrationInput): {
  readonly fields: readonly FieldCalibration[]
  /** Drawn answers that the run has other words for now. */
  readonly stale: number
} {
  const byPlace = new Map(judged.map((answer) => [answer.place, answer] as const))
  const drawn = new Set(pool.items.map(({ system }) => system))
  const population = judged.filter(({ system }) => drawn.has(system))
  let stale = 0
  const fields = metrics.flatMap((metric): FieldCalibration[] => {
    const { name, range } = metric
    const scale = scaleOf(metric)
    const rule = Object.hasOwn(meanOf, name) ? 'median' : usualRule(scale)
    const joined = joinLabels(pool, labels, byPlace, metric, rule, meanOf[name])
    stale = Math.max(stale, joined.stale)
    if (joined.answers.length === 0) return []
    const field = { name, scale, range }
    const uncorrectable = metric.aggregate === 'mean' ? null : 'the figure is no mean over cases'
    return [
      {
        metric: name,
        scale,
        range,
        rule,
        labelled: joined.answers.filter(({ truth, verdict }) => truth !== null && verdict !== null).length,
        unresolved: joined.unresolved,
        annotators: annotatorsOf(joined.answers),
        accuracy: scale === 'binary' ? accuracyOf(joined.answers) : null,
        agreement: agreementOf(joined.answers, field),
        languages: agreementByLanguage(joined.answers, field),
        corrections: uncorrectable === null ? correctionsOf(joined.answers, population, field) : [],
        uncorrectable,
        verbosityError: verbosityError(joined.answers),
      },
    ]
  })
  return { fields, stale }
}

function annotatorsOf(answers: readonly LabelledAnswer[]): string[] {
  return [...new Set(answers.flatMap(({ labels }) => labels.map(({ annotator }) => annotator)))].toSorted()
}

function accuracyOf(answers: readonly LabelledAnswer[]): Accuracy {
  const rows = answers.flatMap(({ truth, verdict, cluster, weight }) =>
    truth === null || verdict === null
      ? []
      : [{ truth: truth === 1, verdict: verdict === 1, cluster, weight }],
  )
  const { sensitivity, specificity } = judgeAccuracy(rows)
  const { tp, fp, fn, tn } = confusionOf(rows.map(({ weight: _weight, ...row }) => row))
  return {
    counts: { tp, fp, fn, tn },
    sensitivity: sensitivity ?? null,
    specificity: specificity ?? null,
  }
}
