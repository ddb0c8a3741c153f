import { estimate, type Estimate } from '../../stats/estimate.ts'
import type { LabelField } from './label-field.ts'

/** All that one judge said of one answer, asked several times; at least two values to be of use. */
export interface AskedAnswer {
  readonly system: string
  readonly cluster: string
  /** null: no verdict could be read. */
  readonly values: readonly (number | null)[]
}

/** How often two verdicts on the same answer differ. */
export interface Flips {
  /** Answers with at least two verdicts. */
  readonly answers: number
  /** Of these, answers whose verdicts are not all the same. */
  readonly wavering: number
  /** Askings without a verdict that could be read; they count as neither. */
  readonly unreadable: number
  /** Chance that two verdicts on an answer differ; null: no answer has two. */
  readonly share: Estimate | null
  /** Of graded fields: how far two verdicts on an answer are apart on average; null as `share`, and of yes or no. */
  readonly distance: Estimate | null
}

/** Verdicts closer than this share of the range are the same: rounding. */
const SAME = 1e-9

/** Flips of a judge on a field, over all pairs of its verdicts on an answer; an answer counts once. */
export function flipsOf(
  answers: readonly AskedAnswer[],
  { scale, range: [low, high] }: Pick<LabelField, 'scale' | 'range'>,
): Flips {
  const width = high - low
  const compared = answers.flatMap(({ cluster, values }) => {
    const given = values.filter((value) => value !== null)
    const distances = given.flatMap((value, place) =>
      given.slice(0, place).map((other) => Math.abs(value - other)),
    )
    const differing = distances.filter((distance) => distance > SAME * width).length
    const total = distances.reduce((sum, distance) => sum + distance, 0)
    return distances.length === 0 ? [] : [{ cluster, pairs: distances.length, differing, total }]
  })
  const meanOf = (sumOf: (one: (typeof compared)[number]) => number, most: number): Estimate | null =>
    estimate(
      compared.map((one) => ({ cluster: one.cluster, numerator: sumOf(one), denominator: one.pairs })),
      { aggregate: 'mean', range: [0, most] },
    ) ?? null
  return {
    answers: compared.length,
    wavering: compared.filter(({ differing }) => differing > 0).length,
    unreadable: answers.reduce((sum, { values }) => sum + values.filter((one) => one === null).length, 0),
    share: meanOf(({ differing }) => differing, 1),
    distance: scale === 'binary' ? null : meanOf(({ total }) => total, width),
  }
}
