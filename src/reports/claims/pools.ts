import type { Range } from '../../stats/observation.ts'
import { estimate, type Estimate } from '../../stats/estimate.ts'
import { placedAs, type ClaimCase, type MeasuredSeries } from './measurements.ts'
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

/** Each case's mean over the seeds; only cases that all seeds have. */
export function overSeeds({ bySeed }: PooledValues): ClaimCase[] {
  const [first = [], ...others] = [...bySeed.values()]
  const maps = others.map((cases) => new Map(cases.map((one) => [one.case, placedAs(one, one)])))
  return first.flatMap((one) => {
    const same = maps.flatMap((map) => map.get(one.case) ?? [])
    if (same.length !== maps.length) return []
    const sum = same.reduce((total, { numerator }) => total + numerator, one.numerator)
    return [{ ...one, numerator: sum / bySeed.size }]
  })
}

function asValue(one: ClaimCase): ClaimCase[] {
  const value = valueOf(one)
  return value === null ? [] : [{ ...one, numerator: value, denominator: 1 }]
}

export function pooledEstimate(values: PooledValues, level: number): Estimate | undefined {
  return estimate(overSeeds(values), { aggregate: 'mean', range: values.range, level })
}
