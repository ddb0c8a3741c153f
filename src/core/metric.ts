/** How case values become one figure: the mean of the cases' ratios, or the ratio of the cases' sums. */
export type Aggregate = 'mean' | 'ratio'

/** What a metric is, so that a figure can be read without its code. */
export interface MetricDefinition {
  readonly name: string
  /** One sentence: what it counts. */
  readonly description: string
  readonly aggregate: Aggregate
  readonly direction: 'higher' | 'lower'
  /** Lowest and highest possible value, in the unit of the figure (0-1, or 0-100). */
  readonly range: readonly [number, number]
  /** True when every case is 0 or 1, so that the figure is a rate. */
  readonly binary?: boolean
}
