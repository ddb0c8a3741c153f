import { checkLevel } from './interval.ts'
import { createRandom } from './random.ts'

/** Agreement beyond chance: 1 − observed / expected disagreement. */
export interface Agreement {
  /** 1 = always agree, 0 = as by chance; below 0 = less than that. */
  value: number
  low: number
  high: number
  level: number
  /** Units that count: labelled at least twice. */
  n: number
  clusters: number
  /** Share of agreement, observed and by chance, each in [0, 1]; a graded difference counts in part. */
  observed: number
  expected: number
  method: 'cluster-percentile' | 'mass-bound' | 'whole-range'
  /** What the interval treats as random: not the raters. */
  randomOver: 'cases'
  note?: string
}

export interface AgreementOptions {
  /** Default 0.95. */
  level?: number | undefined
  /** Seed of the resampling, default 1. */
  seed?: number | string | undefined
}

/** Disagreement on a scale from 0 to 1. */
export interface Disagreement {
  observed: number
  expected: number
}

const REPLICATES = 1_999
/** Below this many clusters percentiles are known to fall short (Cameron, Gelbach & Miller 2008). */
const FEW = 30

/**
 * Agreement from counts that can be added up over clusters, with an interval from resampling clusters (percentiles;
 * Efron & Tibshirani 1993, §13.3). Where nothing in the data disagrees, as much is allowed for as unseen clusters could
 * bring: 1 − (α/2)^(1/clusters).
 * @param clusters the counts of each cluster, all of one length
 * @param disagreement of summed counts; null where it does not exist
 * @returns undefined where chance agreement is total, as when all labels are alike, or nothing was labelled twice
 */
export function agreementOf(
  clusters: readonly Float64Array[],
  n: number,
  disagreement: (counts: Float64Array) => Disagreement | null,
  { level = 0.95, seed = 1 }: AgreementOptions,
): Agreement | undefined {
  checkLevel(level)
  const found = n === 0 ? null : disagreement(summed(clusters))
  if (found === null || !(found.expected > 0)) return undefined
  const value = 1 - found.observed / found.expected
  const base = {
    value,
    level,
    n,
    clusters: clusters.length,
    observed: 1 - found.observed,
    expected: 1 - found.expected,
    randomOver: 'cases' as const,
  }
  if (clusters.length === 1)
    return {
      ...base,
      low: Math.min(-1, value),
      high: 1,
      method: 'whole-range',
      note: 'one cluster: nothing shows how clusters vary, so the interval is the whole range',
    }
  const replicates = resample(clusters, disagreement, seed)
  const at = (p: number): number => replicates[Math.round(p * (replicates.length - 1))] ?? value
  const [low, high] = [Math.min(value, at((1 - level) / 2)), Math.max(value, at((1 + level) / 2))]
  if (replicates.length > 0 && high - low > 1e-12)
    return {
      ...base,
      low,
      high,
      method: 'cluster-percentile',
      ...(clusters.length < FEW
        ? { note: `${clusters.length} clusters: percentile intervals of so few are too narrow` }
        : {}),
    }
  const mass = 1 - ((1 - level) / 2) ** (1 / clusters.length)
  return {
    ...base,
    low: 1 - (found.observed + mass * (1 - found.observed)) / found.expected,
    high: Math.min(1, 1 - (found.observed * (1 - mass)) / found.expected),
    method: 'mass-bound',
    note: 'all clusters agree to the same degree: the interval bounds what unseen clusters could be',
  }
}

function summed(clusters: readonly Float64Array[], draws?: Int32Array): Float64Array {
  const total = new Float64Array(clusters[0]?.length ?? 0)
  for (let i = 0; i < (draws?.length ?? clusters.length); i += 1) {
    const counts = clusters[draws === undefined ? i : (draws[i] ?? 0)]
    if (counts === undefined) continue
    for (let k = 0; k < total.length; k += 1) total[k] = (total[k] ?? 0) + (counts[k] ?? 0)
  }
  return total
}

/** Sorted values of replicates in which agreement exists. */
function resample(
  clusters: readonly Float64Array[],
  disagreement: (counts: Float64Array) => Disagreement | null,
  seed: number | string,
): Float64Array {
  const random = createRandom(seed)
  const draws = new Int32Array(clusters.length)
  const values: number[] = []
  for (let replicate = 0; replicate < REPLICATES; replicate += 1) {
    for (let i = 0; i < draws.length; i += 1) draws[i] = random.integer(0, draws.length - 1)
    const found = disagreement(summed(clusters, draws))
    if (found !== null && found.expected > 0) values.push(1 - found.observed / found.expected)
  }
  return Float64Array.from(values).toSorted()
}

/** Counts of each cluster in an order that depends on the counts alone, so that a seeded resampling has one result. */
export function byCluster<T extends { readonly cluster: string }>(
  rows: readonly T[],
  size: number,
  add: (counts: Float64Array, row: T) => void,
): Float64Array[] {
  const found = new Map<string, Float64Array>()
  for (const row of rows) {
    const counts = found.get(row.cluster) ?? new Float64Array(size)
    found.set(row.cluster, counts)
    add(counts, row)
  }
  return [...found.values()].toSorted((a, b) => {
    for (let k = 0; k < size; k += 1) {
      const difference = (a[k] ?? 0) - (b[k] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  })
}
