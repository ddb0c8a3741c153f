import type { Aggregate, CaseScore, Fraction } from './observation.ts'
import { paired } from './paired.ts'
import type { PairedComparison, PairedOptions } from './paired.ts'
import type { CaseObservation } from './series.ts'

/**
 * One slice of a system's cases against another, paired within clusters (contrastive against consistent cases of the
 * same persona): a cluster that has both is one pair, and others don't count. Several cases of a cluster in a slice are
 * averaged with `mean`, and summed with `ratio` and `harmonic`; the clusters' pairs are then compared as `paired` does, so
 * that n counts pairs and swaps happen within a cluster.
 * @returns undefined when no cluster has both slices
 * @throws RangeError as `paired`
 */
export function pairedSlices(
  slice: readonly CaseObservation[],
  base: readonly CaseObservation[],
  options: PairedOptions,
): PairedComparison | undefined {
  return paired(byCluster(slice, options.aggregate), byCluster(base, options.aggregate), options)
}

/** One observation a cluster, with the cluster as its case. */
function byCluster(series: readonly CaseObservation[], aggregate: Aggregate): CaseObservation[] {
  const clusters = new Map<string, CaseObservation[]>()
  for (const item of series) {
    const found = clusters.get(item.cluster)
    if (found === undefined) clusters.set(item.cluster, [item])
    else found.push(item)
  }
  return [...clusters].map(([cluster, items]) => ({
    case: cluster,
    cluster,
    ...joinedScore(items, aggregate),
  }))
}

function joinedScore(items: readonly CaseObservation[], aggregate: Aggregate): CaseScore {
  // A harmonic mean's own fraction decides ties only: there the average is right as well.
  const own = sumOf(items, aggregate === 'ratio' ? (item) => item : perCase)
  if (aggregate !== 'harmonic') return own
  const part = (place: 0 | 1): Fraction =>
    sumOf(items, ({ parts }) => {
      if (parts === undefined) throw new RangeError('an observation of a harmonic mean needs its two parts')
      return parts[place]
    })
  return { ...own, parts: [part(0), part(1)] }
}

/** A case's ratio over 1; over 0 where it does not apply. */
function perCase({ numerator, denominator }: Fraction): Fraction {
  return denominator === 0
    ? { numerator: 0, denominator: 0 }
    : { numerator: numerator / denominator, denominator: 1 }
}

function sumOf(items: readonly CaseObservation[], fractionOf: (item: CaseObservation) => Fraction): Fraction {
  const sum = { numerator: 0, denominator: 0 }
  for (const item of items) {
    const { numerator, denominator } = fractionOf(item)
    sum.numerator += (item.weight ?? 1) * numerator
    sum.denominator += (item.weight ?? 1) * denominator
  }
  return sum
}
