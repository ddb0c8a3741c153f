import { studentTQuantile } from './distributions.ts'
import { checkLevel } from './interval.ts'
import { checkRange, type Range } from './observation.ts'
import { UNIT_RANGE } from './estimate.ts'

/** A case's value under one seed, such as one drawn pool of candidates. */
export interface CrossedValue {
  case: string
  cluster: string
  seed: number
  value: number
}

/** A mean over cases and seeds. Its interval holds for other cases and for other seeds. */
export interface CrossedEstimate {
  value: number
  low: number
  high: number
  level: number
  method: 'two-way-t'
  /** Cases, clusters of them, and seeds. */
  n: number
  clusters: number
  seeds: number
  /** With one seed nothing shows how pools vary. */
  randomOver: 'cases' | 'cases and drawn pools'
  note?: string
}

/**
 * Mean over cases and seeds, with a variance that is robust both ways: between clusters, plus between seeds, less that of
 * the cells, and not below the larger of the first two (Cameron, Gelbach & Miller 2011); t with the smaller number of
 * groups less 1. With one seed the interval is over cases alone, and the note says so.
 * @returns undefined without a value, or with one cluster
 * @throws RangeError for a value outside the range, or a case twice under one seed
 */
export function crossedEstimate(
  rows: readonly CrossedValue[],
  { level = 0.95, range = UNIT_RANGE }: { level?: number | undefined; range?: Range | undefined } = {},
): CrossedEstimate | undefined {
  checkLevel(level)
  checkRange(range, 'mean')
  const seen = new Set<string>()
  for (const { case: id, seed, value } of rows) {
    if (!(value >= range[0] && value <= range[1]))
      throw new RangeError(`the value ${value} is outside [${range[0]}, ${range[1]}]`)
    const cell = JSON.stringify([seed, id])
    if (seen.has(cell)) throw new RangeError('a case has two values under one seed')
    seen.add(cell)
  }
  const clusters = new Set(rows.map(({ cluster }) => cluster)).size
  if (clusters < 2) return undefined
  const value = rows.reduce((sum, row) => sum + row.value, 0) / rows.length
  const between = variance(rows, value, ({ cluster }) => cluster)
  const seeds = new Set(rows.map(({ seed }) => seed)).size
  const bySeed = seeds < 2 ? 0 : variance(rows, value, ({ seed }) => String(seed))
  const cells = seeds < 2 ? 0 : variance(rows, value, ({ cluster, seed }) => JSON.stringify([cluster, seed]))
  const total = Math.max(between + bySeed - cells, between, bySeed)
  const groups = seeds < 2 ? clusters : Math.min(clusters, seeds)
  const isFlat = !(total > 0)
  const mass = 1 - ((1 - level) / 2) ** (1 / clusters)
  const half = isFlat ? 0 : studentTQuantile((1 + level) / 2, groups - 1) * Math.sqrt(total)
  const [low, high] = isFlat
    ? [value - mass * (value - range[0]), value + mass * (range[1] - value)]
    : [value - half, value + half]
  const notes = [
    ...(isFlat ? ['all values agree: the interval bounds what unseen clusters could be'] : []),
    ...(seeds < 2 ? ['one seed: the interval does not cover other pools'] : []),
  ]
  return {
    value,
    low: Math.max(range[0], low),
    high: Math.min(range[1], high),
    level,
    method: 'two-way-t',
    n: new Set(rows.map((row) => row.case)).size,
    clusters,
    seeds,
    randomOver: seeds < 2 ? 'cases' : 'cases and drawn pools',
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
  }
}

/** Cluster-robust variance of the mean with the rows grouped one way. */
function variance(
  rows: readonly CrossedValue[],
  mean: number,
  groupOf: (row: CrossedValue) => string,
): number {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const group = groupOf(row)
    sums.set(group, (sums.get(group) ?? 0) + (row.value - mean) / rows.length)
  }
  const squares = [...sums.values()].reduce((total, sum) => total + sum * sum, 0)
  return (sums.size / (sums.size - 1)) * squares
}
