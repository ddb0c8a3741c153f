import type { RatioFunction } from './linearised.ts'
import type { Fraction } from './observation.ts'
import { createRandom } from './random.ts'
import { canonicalOrder } from './ratio-table.ts'
import type { Component, RatioTable } from './ratio-table.ts'

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

/** Whether a row's components differ between the two systems: swapping those that don't changes nothing. */
function isMovable(first: readonly Component[], second: readonly Component[], row: number): boolean {
  return first.some(
    (a, k) =>
      a.numerators[row] !== second[k]?.numerators[row] ||
      a.denominators[row] !== second[k]?.denominators[row],
  )
}

/** One ratio of both systems: its sums, and what moves from one to the other when a row is swapped. */
interface SwappedPart {
  readonly a: Fraction
  readonly b: Fraction
  readonly numerators: Float64Array
  readonly denominators: Float64Array
  /** Of the swap at hand. */
  moved: Fraction
}

function swappedPart(a: Component, b: Component, rows: readonly number[]): SwappedPart {
  const total = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0)
  const sums = (part: Component) => ({
    numerator: total(part.numerators),
    denominator: total(part.denominators),
  })
  return {
    a: sums(a),
    b: sums(b),
    numerators: Float64Array.from(rows, (i) => (b.numerators[i] ?? 0) - (a.numerators[i] ?? 0)),
    denominators: Float64Array.from(rows, (i) => (b.denominators[i] ?? 0) - (a.denominators[i] ?? 0)),
    moved: { numerator: 0, denominator: 0 },
  }
}

/**
 * Tests that two systems are exchangeable within clusters: the systems' labels are swapped cluster by cluster and
 * |difference of figures| recomputed. For means over the same cases this is the sign-flip test of the cluster sums.
 * @param clusters the components of the first system, then as many of the second
 * @param figure a system's figure from the ratios of its components
 */
export function clusterSwapTest(
  clusters: RatioTable,
  figure: Pick<RatioFunction, 'value'>,
  seed: number | string,
): PermutationTest {
  const { components, size } = canonicalOrder(clusters)
  const first = components.slice(0, components.length / 2)
  const second = components.slice(components.length / 2)
  // Only rows that can matter.
  const rows = Array.from({ length: size }, (_, i) => i).filter((i) => isMovable(first, second, i))
  const parts = first.flatMap((a, k) => {
    const b = second[k]
    return b === undefined ? [] : [swappedPart(a, b, rows)]
  })
  const ratio = (above: number, below: number) => (below === 0 ? Number.NaN : above / below)
  const differenceOf = (bit: (i: number) => boolean) => {
    for (const part of parts) part.moved = { numerator: 0, denominator: 0 }
    for (let i = 0; i < rows.length; i += 1) {
      if (!bit(i)) continue
      for (const { moved, numerators, denominators } of parts) {
        moved.numerator += numerators[i] ?? 0
        moved.denominator += denominators[i] ?? 0
      }
    }
    const ratios = (side: 'a' | 'b', sign: 1 | -1) =>
      parts.map(({ [side]: sum, moved }) =>
        ratio(sum.numerator + sign * moved.numerator, sum.denominator + sign * moved.denominator),
      )
    const value = figure.value(ratios('a', 1)) - figure.value(ratios('b', -1))
    // A swap that leaves a system without any applicable case is taken as extreme, which can only raise p.
    return Number.isFinite(value) ? Math.abs(value) : Number.POSITIVE_INFINITY
  }
  const observed = differenceOf(() => false)
  const threshold = observed - 1e-10 * Math.max(observed, 1e-300)
  const swapped = (bit: (i: number) => boolean) => differenceOf(bit) >= threshold
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
