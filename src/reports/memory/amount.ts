import { estimate } from '../../stats/estimate.ts'
import type { Observation } from '../../stats/observation.ts'
import { toFigure } from '../figure.ts'
import type { Figure } from '../measured-figure.ts'

/** Amounts of one case, one entry per repeat. */
export interface CaseAmounts {
  readonly cluster: string
  readonly weight: number
  readonly repeats: readonly { readonly numerator: number; readonly denominator: number }[]
}

/**
 * A ratio of sums of amounts that have no upper end, such as tokens kept over tokens told. Repeats of a case are
 * averaged. As nothing bounds the amounts, the range is taken up to twice the largest ratio seen; it matters only
 * where all cases agree, or there is one cluster.
 * @returns null where nothing is left to divide by
 */
export function amount(cases: readonly CaseAmounts[]): Figure | null {
  const observations = cases.flatMap(({ cluster, weight, repeats }): Observation[] => {
    const size = repeats.length
    if (size === 0) return []
    const sum = (pick: 'numerator' | 'denominator') =>
      repeats.reduce((total, one) => total + one[pick], 0) / size
    return [{ cluster, weight, numerator: sum('numerator'), denominator: sum('denominator') }]
  })
  const counted = observations.filter(({ denominator }) => denominator > 0)
  const largest = counted.reduce(
    (most, { numerator, denominator }) => Math.max(most, numerator / denominator),
    0,
  )
  const found = estimate(counted, {
    aggregate: 'ratio',
    range: [0, Math.max(1, 2 * largest)],
    binary: false,
  })
  return found === undefined ? null : toFigure(found)
}
