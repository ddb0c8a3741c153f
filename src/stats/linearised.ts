import type { RatioTable } from './ratio-table.ts'

/** A smooth function of the components' ratios, e.g. their difference. */
export interface RatioFunction {
  /** It never falls when a ratio rises, so that bounds of the ratios are bounds of the statistic. */
  isIncreasing?: boolean | undefined
  value(ratios: readonly number[]): number
  gradient(ratios: readonly number[]): readonly number[]
}

/** The ratio of a table's only component. */
export const singleRatio: RatioFunction = {
  isIncreasing: true,
  value: ([ratio = Number.NaN]) => ratio,
  gradient: () => [1],
}

/** The first component's ratio minus the second's. */
export const ratioDifference: RatioFunction = {
  value: ([a = Number.NaN, b = Number.NaN]) => a - b,
  gradient: () => [1, -1],
}

/** A statistic with the sampling variance that its rows as independent units give it. */
interface Linearised {
  value: number
  variance: number
  /** Square of the largest change of the statistic by leaving one unit out. */
  largest: number
}

/** Ratio of sums of each component; NaN where a denominator sums to 0. */
export function ratiosOf(table: RatioTable, draws?: Int32Array): number[] {
  return table.components.map(({ numerators, denominators }) => {
    let above = 0
    let below = 0
    const length = draws?.length ?? table.size
    for (let i = 0; i < length; i += 1) {
      const row = draws ? (draws[i] ?? 0) : i
      above += numerators[row] ?? 0
      below += denominators[row] ?? 0
    }
    return below === 0 ? Number.NaN : above / below
  })
}

/**
 * Jackknife linearisation with the rows (or the rows drawn) as independent units: each unit's influence
 * is the delta-method change of the statistic when it is left out, Σₖ gₖ (Uₖ − θₖ Vₖ) / (ΣVₖ − Vₖ), and the
 * variance is (G − 1)/G times the sum of their squares (the cluster-robust "CR3"; for equal units it is s²/n).
 * The variance is infinite when a single unit holds a whole denominator on which the statistic depends.
 */
export function linearise(table: RatioTable, statistic: RatioFunction, draws?: Int32Array): Linearised {
  const ratios = ratiosOf(table, draws)
  const value = statistic.value(ratios)
  if (Number.isNaN(value))
    return { value, variance: Number.POSITIVE_INFINITY, largest: Number.POSITIVE_INFINITY }
  const gradient = statistic.gradient(ratios)
  const length = draws?.length ?? table.size
  const influence = new Float64Array(length)
  for (const [k, { numerators, denominators }] of table.components.entries()) {
    const ratio = ratios[k] ?? 0
    const slope = gradient[k] ?? 0
    let total = 0
    for (let i = 0; i < length; i += 1) total += denominators[draws ? (draws[i] ?? 0) : i] ?? 0
    // Without any denominator the statistic exists by a rule of its own, which leaving units out does not change.
    if (slope === 0 || total === 0) continue
    for (let i = 0; i < length; i += 1) {
      const row = draws ? (draws[i] ?? 0) : i
      const own = denominators[row] ?? 0
      const rest = total - own
      const residual = (numerators[row] ?? 0) - ratio * own
      if (rest > total * 1e-12) influence[i] = (influence[i] ?? 0) + (slope * residual) / rest
      else return { value, variance: Number.POSITIVE_INFINITY, largest: Number.POSITIVE_INFINITY }
    }
  }
  let squares = 0
  let largest = 0
  for (const change of influence) {
    const square = change * change
    squares += square
    if (square > largest) largest = square
  }
  return { value, variance: ((length - 1) / length) * squares, largest }
}

/** What the cases themselves show, clusters aside. */
interface CaseSpread {
  /** No case deviates from the statistic: the data say nothing about its variance. */
  constant: boolean
  /**
   * Variance if all cases were independent (a weight counting as copies). Clusters that agree by chance must not
   * make an interval narrower than this, i.e. the design effect is taken as at least 1.
   */
  variance: number
}

/** @see CaseSpread */
export function caseSpread(table: RatioTable, weights: Float64Array, statistic: RatioFunction): CaseSpread {
  const ratios = ratiosOf(table)
  const gradient = statistic.gradient(ratios)
  const deviation = new Float64Array(table.size)
  const scale = new Float64Array(table.size)
  for (const [k, { numerators, denominators }] of table.components.entries()) {
    const ratio = ratios[k] ?? 0
    const total = denominators.reduce((sum, value) => sum + value, 0)
    if (total === 0) continue
    const slope = (gradient[k] ?? 0) / total
    for (let i = 0; i < table.size; i += 1) {
      const above = numerators[i] ?? 0
      const expected = ratio * (denominators[i] ?? 0)
      deviation[i] = (deviation[i] ?? 0) + slope * (above - expected)
      scale[i] = (scale[i] ?? 0) + Math.abs(slope) * (Math.abs(above) + Math.abs(expected))
    }
  }
  let variance = 0
  let constant = true
  for (let i = 0; i < table.size; i += 1) {
    const change = deviation[i] ?? 0
    variance += (change * change) / (weights[i] ?? 1)
    // Rounding leaves about 1e-16 of the terms; a real difference between cases is far larger.
    if (Math.abs(change) > 1e-12 * (scale[i] ?? 0)) constant = false
  }
  return { constant, variance }
}
