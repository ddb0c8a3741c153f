import type { SummedMetric } from './metric.ts'
import type { Fraction } from './outcome.ts'

/** A metric from 0 to 1, the higher the better, averaged over cases. */
export function meanMetric(name: string, description: string): SummedMetric {
  return { name, description, aggregate: 'mean', direction: 'higher', range: [0, 1] }
}

/** A metric from 0 to 1, the higher the better, as the ratio of sums over all cases. */
export function ratioMetric(name: string, description: string): SummedMetric {
  return { name, description, aggregate: 'ratio', direction: 'higher', range: [0, 1] }
}

/** As {@link ratioMetric}, the lower the better. */
export function lowerRatioMetric(name: string, description: string): SummedMetric {
  return { name, description, aggregate: 'ratio', direction: 'lower', range: [0, 1] }
}

/** A fraction; denominator 0 means that the metric does not apply to the case. */
export function fraction(numerator: number, denominator = 1): Fraction {
  return { numerator, denominator }
}

/** Harmonic mean, 0 where both are 0. */
export function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b)
}
