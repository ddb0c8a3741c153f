import type { Fraction } from './observation.ts'

/** Two columns of equal length; the statistic of the component is Σ numerators / Σ denominators. */
export interface Component {
  numerators: Float64Array
  denominators: Float64Array
}

/** Columns of one or more ratios of sums over the same rows (rows are cases, or clusters). */
export interface RatioTable {
  size: number
  components: readonly Component[]
}

/** A table by case, with each case's cluster and weight, and the same table summed by cluster. */
export interface ClusteredTable {
  cases: RatioTable
  weights: Float64Array
  clusters: RatioTable
}

/** One case: its cluster, weight and one fraction per component (already weighted). */
export interface Row {
  cluster: string
  weight: number
  fractions: readonly Fraction[]
}

function emptyTable(size: number, components: number): RatioTable {
  const column = () => ({ numerators: new Float64Array(size), denominators: new Float64Array(size) })
  return { size, components: Array.from({ length: components }, column) }
}

/**
 * Builds the table of `components` ratios. Rows are looked at one by one, so they may be made on the way.
 * @param size number of rows
 */
export function clusteredTable(rows: Iterable<Row>, size: number, components: number): ClusteredTable {
  const index = new Map<string, number>()
  const cases = emptyTable(size, components)
  // There are no more clusters than rows; cut to size at the end.
  const clusters = emptyTable(size, components)
  const weights = new Float64Array(size)
  let i = -1
  for (const row of rows) {
    i += 1
    if (i === size) throw new RangeError(`more than ${size} rows`)
    const c = index.get(row.cluster) ?? index.size
    index.set(row.cluster, c)
    weights[i] = row.weight
    for (const [k, fraction] of row.fractions.entries()) {
      const byCase = cases.components[k]
      const byCluster = clusters.components[k]
      if (!byCase || !byCluster) throw new RangeError(`a row has more than ${components} fractions`)
      byCase.numerators[i] = fraction.numerator
      byCase.denominators[i] = fraction.denominator
      byCluster.numerators[c] = (byCluster.numerators[c] ?? 0) + fraction.numerator
      byCluster.denominators[c] = (byCluster.denominators[c] ?? 0) + fraction.denominator
    }
  }
  const cut = clusters.components.map(({ numerators, denominators }) => ({
    numerators: numerators.subarray(0, index.size),
    denominators: denominators.subarray(0, index.size),
  }))
  return { cases, weights, clusters: { size: index.size, components: cut } }
}

/**
 * The same rows in an order that depends on their numbers only, so that a seeded resampling gives one result
 * whatever the order of the cases and the names of the clusters.
 */
export function canonicalOrder(table: RatioTable): RatioTable {
  const columns = table.components.flatMap((c) => [c.denominators, c.numerators])
  const order = Array.from({ length: table.size }, (_, i) => i).toSorted((a, b) => {
    for (const column of columns) {
      const difference = (column[a] ?? 0) - (column[b] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  })
  const pick = (column: Float64Array) => Float64Array.from(order, (i) => column[i] ?? 0)
  const components = table.components.map((c) => ({
    numerators: pick(c.numerators),
    denominators: pick(c.denominators),
  }))
  return { size: table.size, components }
}

/** Kish's effective number of rows, (ΣV)² / ΣV², of each component; 0 where all denominators are. */
export function effectiveSizes(table: RatioTable): number[] {
  return table.components.map(({ denominators }) => {
    let sum = 0
    let squares = 0
    for (const value of denominators) {
      sum += value
      squares += value * value
    }
    return squares === 0 ? 0 : (sum * sum) / squares
  })
}
