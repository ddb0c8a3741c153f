import { ratiosOf, singleRatio } from './linearised.ts'
import type { RatioFunction } from './linearised.ts'
import type { Aggregate } from './observation.ts'
import type { RatioTable } from './ratio-table.ts'

/** A part that no case has anything for counts as 0; NaN only when neither part has. */
function filled([a = Number.NaN, b = Number.NaN]: readonly number[]): readonly [number, number] {
  if (Number.isNaN(a) && Number.isNaN(b)) return [a, b]
  return [Number.isNaN(a) ? 0 : a, Number.isNaN(b) ? 0 : b]
}

/**
 * Harmonic mean of two ratios that are not negative, such as F1 of precision and recall; 0 when both are 0
 * (CUPID's rule). There, all cases are at 0 and the slope is taken as 0: the data show no spread.
 */
export const harmonicMean: RatioFunction = {
  isIncreasing: true,
  value(ratios) {
    const [a, b] = filled(ratios)
    return a + b === 0 ? 0 : (2 * a * b) / (a + b)
  },
  gradient(ratios) {
    const [a, b] = filled(ratios)
    const square = (a + b) ** 2
    return square === 0 ? [0, 0] : [(2 * b * b) / square, (2 * a * a) / square]
  },
}

/** Components of a table that make one figure. */
export function componentsOf(aggregate: Aggregate): number {
  return aggregate === 'harmonic' ? 2 : 1
}

/** The figure as a function of its components' ratios. */
export function figureFunction(aggregate: Aggregate): RatioFunction {
  return aggregate === 'harmonic' ? harmonicMean : singleRatio
}

/**
 * The figures of a table whose components stand figure by figure; NaN where nothing applies.
 * @param draws rows that count, each as often as it is named; every row once when absent
 */
export function figuresOf(table: RatioTable, aggregate: Aggregate, draws?: Int32Array): number[] {
  return figuresFrom(ratiosOf(table, draws), aggregate)
}

function figuresFrom(ratios: readonly number[], aggregate: Aggregate): number[] {
  return grouped(ratios, aggregate).map((group) => figureFunction(aggregate).value(group))
}

function grouped(ratios: readonly number[], aggregate: Aggregate): (readonly number[])[] {
  const size = componentsOf(aggregate)
  return Array.from({ length: ratios.length / size }, (_, i) => ratios.slice(i * size, (i + 1) * size))
}

/** A function of figures as one of the components' ratios, by the chain rule. */
export function overFigures(statistic: RatioFunction, aggregate: Aggregate): RatioFunction {
  if (aggregate !== 'harmonic') return statistic
  return {
    isIncreasing: statistic.isIncreasing,
    value: (ratios) => statistic.value(figuresFrom(ratios, aggregate)),
    gradient(ratios) {
      const outer = statistic.gradient(figuresFrom(ratios, aggregate))
      return grouped(ratios, aggregate).flatMap((group, i) =>
        figureFunction(aggregate)
          .gradient(group)
          .map((inner) => (outer[i] ?? 0) * inner),
      )
    },
  }
}
