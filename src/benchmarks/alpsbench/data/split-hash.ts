import { createHash } from 'node:crypto'

/** Text in front of the id that is hashed (spec 1.6). */
const PREFIX = 'alpsbench-public-split-v1'

/** Pool sizes of the tracks whose release is a fresh hash partition (spec 1.5, 1.6). */
const poolSizes = { extraction: 2330, retrieval: 2381 } as const

export type OfficialSplit = 'dev' | 'validation' | 'test' | 'uncertain'

/** Hex SHA-256 by which the release ranks the rows of a pool (spec 1.6, step 1). */
export function splitDigest(id: string): string {
  return createHash('sha256').update(`${PREFIX}:${id}`, 'utf8').digest('hex')
}

/**
 * The partition of a whole pool (spec 1.6, steps 1-4): dev and validation get a fifth each, rounded down.
 * @param ids the pool in its order
 * @returns ids of each split in pool order
 */
export function partition(ids: readonly string[]): Record<'dev' | 'validation' | 'test', string[]> {
  const ranked = ids
    .map((id, order) => ({ id, order, digest: splitDigest(id) }))
    .toSorted((a, b) => (a.digest === b.digest ? a.order - b.order : a.digest < b.digest ? -1 : 1))
  const fifth = Math.floor(ids.length / 5)
  const part = (from: number, to?: number) =>
    ranked
      .slice(from, to)
      .toSorted((a, b) => a.order - b.order)
      .map((row) => row.id)
  return { dev: part(0, fifth), validation: part(fifth, 2 * fifth), test: part(2 * fifth) }
}

/**
 * How far the cut of a pool of `size` uniform hashes may lie from its share `p`: three standard errors of a
 * sample quantile, sqrt(p(1-p)/size).
 */
function band(p: number, size: number): number {
  return 3 * Math.sqrt((p * (1 - p)) / size)
}

export interface SplitGuess {
  readonly split: OfficialSplit
  /** The row is in the hidden test, or may be. */
  readonly exposed: boolean
}

/**
 * The official split of a row when its pool is not at hand. The release cuts by rank, so a part of the pool
 * can't be cut again exactly; but hashes are uniform, so the cuts lie at 0.2 and 0.4 but for sampling noise,
 * and only rows inside that noise stay `uncertain`. The releases of tasks 2 and 4 kept earlier id lists
 * (spec 1.6), which no hash brings back: always `uncertain`, and exposed.
 */
export function guessSplit(
  task: 'extraction' | 'update' | 'retrieval' | 'utilization',
  id: string,
): SplitGuess {
  if (task === 'update' || task === 'utilization') return { split: 'uncertain', exposed: true }
  const size = poolSizes[task]
  const share = Number.parseInt(splitDigest(id).slice(0, 12), 16) / 2 ** 48
  const first = band(0.2, size)
  const second = band(0.4, size)
  if (share < 0.2 - first) return { split: 'dev', exposed: false }
  if (share <= 0.2 + first) return { split: 'uncertain', exposed: false }
  if (share < 0.4 - second) return { split: 'validation', exposed: false }
  if (share <= 0.4 + second) return { split: 'uncertain', exposed: true }
  return { split: 'test', exposed: true }
}
