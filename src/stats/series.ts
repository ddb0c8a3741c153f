import { contributions, effectiveWeight } from './observation.ts'
import type { Aggregate, CaseScore, Observation, Range } from './observation.ts'
import type { Row } from './ratio-table.ts'

/** An observation with the id of its case, by which systems are paired. */
export interface CaseObservation extends Observation {
  case: string
}

/** A case that all series have, with the score of each. */
export interface CommonCase {
  case: string
  cluster: string
  weight: number
  scores: readonly CaseScore[]
}

function byCase(series: readonly CaseObservation[]): Map<string, CaseObservation> {
  const map = new Map(series.map((observation) => [observation.case, observation]))
  if (map.size !== series.length) throw new RangeError('a series has two observations of one case')
  return map
}

/**
 * The cases valid for every series, in the order of the first. With `mean` a case must apply (denominator above 0) in
 * each of them. With `ratio` and `harmonic` it must apply in at least one: a denominator 0 (nothing predicted, for a
 * precision) adds nothing to that system's sums, but the case is still common.
 * @throws RangeError when a case occurs twice in a series, its cluster or weight differs between series, or a
 * number is not valid.
 */
export function commonCases(
  series: readonly (readonly CaseObservation[])[],
  aggregate: Aggregate,
  range: Range,
): CommonCase[] {
  const maps = series.map(byCase)
  const common: CommonCase[] = []
  for (const first of series[0] ?? []) {
    const observations = maps.flatMap((map) => map.get(first.case) ?? [])
    if (observations.length !== series.length) continue
    for (const other of observations) {
      if (other.cluster !== first.cluster || (other.weight ?? 1) !== (first.weight ?? 1)) {
        throw new RangeError('the series disagree on the cluster or the weight of a case')
      }
    }
    const weights = observations.map((observation) => effectiveWeight(observation, aggregate, range))
    const applies = aggregate === 'mean' ? Math.min(...weights) : Math.max(...weights)
    if (applies === 0) continue
    const { case: id, cluster } = first
    common.push({ case: id, cluster, weight: applies, scores: observations })
  }
  return common
}

/** The rows of a table with one ratio per series; with `harmonic` two. */
export function commonRows(cases: readonly CommonCase[], aggregate: Aggregate): Row[] {
  return cases.map(({ cluster, weight, scores }) => ({
    cluster,
    weight,
    fractions: scores.flatMap((score) => contributions(score, aggregate, weight)),
  }))
}
