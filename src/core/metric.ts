/**
 * How case values become one figure: the mean of the cases' ratios, the ratio of the cases' sums, or the harmonic
 * mean of two such ratios of sums (F1 of a precision and a recall with numerators of their own).
 */
export type Aggregation =
  | { readonly aggregate: 'mean' | 'ratio' }
  | {
      readonly aggregate: 'harmonic'
      /** Two `ratio` metrics of the same instrument, with this metric's range and direction. */
      readonly of: readonly [metric: string, metric: string]
    }

interface MetricFacts {
  readonly name: string
  /** One sentence: what it counts. */
  readonly description: string
  readonly direction: 'higher' | 'lower'
  /** Lowest and highest possible value, in the unit of the figure (0-1, or 0-100); of a harmonic mean it starts at 0. */
  readonly range: readonly [number, number]
}

/** A figure of the cases' own fractions. */
export interface SummedMetric extends MetricFacts {
  readonly aggregate: 'mean' | 'ratio'
  /** True when every case is 0 or 1, so that the figure is a rate. */
  readonly binary?: boolean
}

/**
 * A figure that is computed from two others. The instrument still returns a fraction for each case (the case's own
 * value over 1; denominator 0 where it does not apply): it decides wins and ties, and never enters the figure.
 */
interface HarmonicMetric extends MetricFacts {
  readonly aggregate: 'harmonic'
  readonly of: readonly [metric: string, metric: string]
  readonly binary?: never
}

/** What a metric is, so that a figure can be read without its code. */
export type MetricDefinition = SummedMetric | HarmonicMetric

/**
 * Checks what types can't: that each harmonic mean has its two parts among the metrics of its instrument.
 * @throws Error naming the metric and the part
 */
export function checkMetrics(metrics: readonly MetricDefinition[]): void {
  for (const metric of metrics) {
    if (metric.aggregate !== 'harmonic') continue
    if (metric.range[0] !== 0) {
      throw new Error(`the range of ${metric.name} must start at 0: it is a harmonic mean`)
    }
    for (const name of metric.of) {
      const part = metrics.find((other) => other.name === name)
      if (part?.aggregate !== 'ratio') {
        throw new Error(
          `${metric.name} is the harmonic mean of ${name}, which must be a ratio metric beside it`,
        )
      }
      const isAlike =
        part.direction === metric.direction &&
        part.range[0] === metric.range[0] &&
        part.range[1] === metric.range[1]
      if (!isAlike) throw new Error(`${metric.name} and its part ${name} need one range and one direction`)
    }
  }
}
