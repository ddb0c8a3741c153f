import { createRandom } from './random.ts'
import { canonicalOrder } from './ratio-table.ts'
import type { RatioTable } from './ratio-table.ts'

/** With at most this many clusters that matter, all 2^12 swaps are enumerated. */
const EXACT_UP_TO = 12
const DRAWS = 9_999
const LEAST_DRAWS = 999
const ROW_BUDGET = 20_000_000

/** A permutation p value, two-sided. */
export interface PermutationTest {
  p: number
  /** All swaps were enumerated; otherwise p = (1 + extreme draws) / (1 + draws). */
  exact: boolean
  /** Swaps looked at. */
  draws: number
}

/** The rows of a table in which the two components differ: swapping the others changes nothing. */
function movable(table: RatioTable): number[] {
  const [a, b] = table.components
  return Array.from({ length: table.size }, (_, i) => i).filter(
    (i) => a?.numerators[i] !== b?.numerators[i] || a?.denominators[i] !== b?.denominators[i],
  )
}

/**
 * Tests that two systems are exchangeable within clusters: the systems' labels are swapped cluster by cluster and
 * |difference of ratios| recomputed. For means over the same cases this is the sign-flip test of the cluster sums.
 */
export function clusterSwapTest(clusters: RatioTable, seed: number | string): PermutationTest {
  const table = canonicalOrder(clusters)
  const [a, b] = table.components
  if (!a || !b) throw new RangeError('a swap test needs two components')
  const total = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0)
  const sums = {
    au: total(a.numerators),
    av: total(a.denominators),
    bu: total(b.numerators),
    bv: total(b.denominators),
  }
  const rows = movable(table)
  // Moving a row's u and v from one system to the other, for the rows that can matter.
  const u = Float64Array.from(rows, (i) => (b.numerators[i] ?? 0) - (a.numerators[i] ?? 0))
  const v = Float64Array.from(rows, (i) => (b.denominators[i] ?? 0) - (a.denominators[i] ?? 0))
  const difference = (du: number, dv: number) => {
    const value = (sums.au + du) / (sums.av + dv) - (sums.bu - du) / (sums.bv - dv)
    // A swap that leaves a system without any applicable case is taken as extreme, which can only raise p.
    return Number.isFinite(value) ? Math.abs(value) : Number.POSITIVE_INFINITY
  }
  const observed = difference(0, 0)
  const threshold = observed - 1e-10 * Math.max(observed, 1e-300)
  const swapped = (bit: (i: number) => boolean) => {
    let du = 0
    let dv = 0
    for (let i = 0; i < u.length; i += 1) {
      if (!bit(i)) continue
      du += u[i] ?? 0
      dv += v[i] ?? 0
    }
    return difference(du, dv) >= threshold
  }
  let extreme = 0
  if (rows.length <= EXACT_UP_TO) {
    const draws = 2 ** rows.length
    for (let mask = 0; mask < draws; mask += 1) if (swapped((i) => ((mask >> i) & 1) === 1)) extreme += 1
    return { p: extreme / draws, exact: true, draws }
  }
  const draws = Math.max(LEAST_DRAWS, Math.min(DRAWS, Math.floor(ROW_BUDGET / rows.length)))
  const random = createRandom(seed)
  for (let draw = 0; draw < draws; draw += 1) {
    let word = 0
    const flip = (i: number) => {
      if (i % 32 === 0) word = random.bits()
      return ((word >>> (i % 32)) & 1) === 1
    }
    if (swapped(flip)) extreme += 1
  }
  return { p: (1 + extreme) / (1 + draws), exact: false, draws }
}
