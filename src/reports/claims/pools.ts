import { crossedEstimate } from '../../stats/crossed.ts'
import { estimate } from '../../stats/estimate.ts'
import type { Range } from '../../stats/observation.ts'
import { toFigure } from '../figure.ts'
import type { Figure } from '../measured-figure.ts'
import type { ClaimCase, MeasuredSeries } from './measurements.ts'
import { valueOf } from './part-kit.ts'

/** Values of one figure, or of a difference of two, under each seed of the pools. */
export interface PooledValues {
  readonly range: Range
  readonly bySeed: ReadonlyMap<number, readonly ClaimCase[]>
}

export function pooled(series: readonly MeasuredSeries[]): PooledValues {
  return {
    range: series[0]?.definition.range ?? [0, 1],
    bySeed: new Map(series.map(({ seed, cases }) => [seed, cases.flatMap(asValue)])),
  }
}

/** The first minus the second, case by case, for the seeds that both have. Cases are told by their ids: pools differ. */
export function pooledDifference(a: PooledValues, b: PooledValues): PooledValues {
  const width = a.range[1] - a.range[0]
  return {
    range: [-width, width],
    bySeed: new Map(
      [...a.bySeed].flatMap(([seed, cases]) => {
        const others = new Map((b.bySeed.get(seed) ?? []).map((one) => [one.case, one]))
        const both = cases.flatMap((one) => {
          const other = others.get(one.case)
          return other === undefined ? [] : [{ ...one, numerator: one.numerator - other.numerator }]
        })
        return both.length === 0 ? [] : [[seed, both] as const]
      }),
    ),
  }
}

function asValue(one: ClaimCase): ClaimCase[] {
  const value = valueOf(one)
  return value === null ? [] : [{ ...one, numerator: value, denominator: 1 }]
}

/** A figure with what its interval treats as random. */
export interface PooledEstimate extends Figure {
  readonly random: string
}

/**
 * The mean over cases and draws. With several draws the interval holds for other pools too, with one for these alone.
 * @returns undefined without a value, or with several draws of one cluster
 */
export function pooledEstimate({ bySeed, range }: PooledValues, level: number): PooledEstimate | undefined {
  const [only] = bySeed.values()
  if (only !== undefined && bySeed.size === 1) {
    const found = estimate(only, { aggregate: 'mean', range, level })
    return found === undefined ? undefined : { ...toFigure(found), random: found.randomOver }
  }
  const rows = [...bySeed].flatMap(([seed, cases]) =>
    cases.map(({ case: id, cluster, numerator }) => ({ case: id, cluster, seed, value: numerator })),
  )
  const found = crossedEstimate(rows, { level, range })
  if (found === undefined) return undefined
  const { value, low, high, method, n, clusters, randomOver } = found
  return { value, low, high, method, n, clusters, random: randomOver }
}
