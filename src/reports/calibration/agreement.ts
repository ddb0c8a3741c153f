import type { Agreement } from '../../stats/agreement.ts'
import { cohenKappa } from '../../stats/kappa.ts'
import { krippendorffAlpha } from '../../stats/krippendorff.ts'
import { groupBy } from './group-by.ts'
import type { Scale } from './label-field.ts'
import type { LabelledAnswer } from './labelled-answers.ts'

/** How a judge and people agree, beside how people agree among themselves. Each null: nothing to compute it from. */
export interface FieldAgreement {
  /** Krippendorff's alpha of the judge with each person's labels, each pair a unit. */
  readonly judge: Agreement | null
  /** Cohen's kappa of the same pairs, with quadratic weights for ranks; null for measures too. */
  readonly kappa: Agreement | null
  /** Krippendorff's alpha among people: nobody can ask more of the judge. */
  readonly people: Agreement | null
}

/** What the values of a field are to Krippendorff's alpha. */
const scales = { binary: 'nominal', ordinal: 'ordinal', interval: 'interval' } as const

/**
 * Measures are compared in steps of a fortieth of their range: alpha counts pairs of distinct values, and rounding to
 * a step adds 1/19,200 of the squared range to their variance.
 */
const STEPS = 40

/** Labelled answers from which on a language has figures of its own. */
const LEAST_OF_A_LANGUAGE = 10

export function agreementOf(
  answers: readonly LabelledAnswer[],
  { scale, range: [low, high] }: { readonly scale: Scale; readonly range: readonly [number, number] },
): FieldAgreement {
  const width = (high - low) / STEPS
  const coarse = (value: number): number =>
    scale === 'interval' ? low + Math.round((value - low) / width) * width : value
  const pairs = answers.flatMap(({ place, cluster, verdict, labels }) =>
    verdict === null
      ? []
      : labels.map(({ annotator, value }) => ({
          unit: JSON.stringify([place, annotator]),
          cluster,
          verdict,
          value,
        })),
  )
  const steps = Array.from({ length: high - low + 1 }, (_, step) => String(low + step))
  // A panel's mean can lie between two steps, and then it is in no category.
  const isInSteps = pairs.every(({ verdict, value }) => Number.isInteger(verdict) && Number.isInteger(value))
  return {
    judge:
      krippendorffAlpha(
        pairs.map(({ unit, cluster, verdict, value }) => ({
          unit,
          cluster,
          values: [coarse(verdict), coarse(value)],
        })),
        scales[scale],
      ) ?? null,
    kappa:
      scale === 'interval' || !isInSteps
        ? null
        : (cohenKappa(
            pairs.map(({ cluster, verdict, value }) => ({ a: String(verdict), b: String(value), cluster })),
            { weights: scale === 'binary' ? 'none' : 'quadratic', categories: steps },
          ) ?? null),
    people:
      krippendorffAlpha(
        answers.map(({ place, cluster, labels }) => ({
          unit: place,
          cluster,
          values: labels.map(({ value }) => coarse(value)),
        })),
        scales[scale],
      ) ?? null,
  }
}

/** The same for each language with enough answers; empty where there is one language at most. */
export function agreementByLanguage(
  answers: readonly LabelledAnswer[],
  field: Parameters<typeof agreementOf>[1],
): { readonly language: string; readonly answers: number; readonly agreement: FieldAgreement }[] {
  const groups = groupBy(answers, ({ language }) => language ?? 'not known')
  if (groups.size < 2) return []
  return [...groups]
    .filter(([, own]) => own.length >= LEAST_OF_A_LANGUAGE)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, own]) => ({ language, answers: own.length, agreement: agreementOf(own, field) }))
}
