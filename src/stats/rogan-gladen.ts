import type { LabelledVerdict } from './confusion.ts'
import { normalQuantile } from './distributions.ts'
import { UNIT_RANGE } from './estimate.ts'
import { checkLevel } from './interval.ts'
import { figureSpread } from './spread.ts'

/** A verdict of a judge on an answer that nobody may have labelled. */
export interface Verdict {
  verdict: boolean
  cluster: string
  /** Of which the labelled sample was drawn apart, such as a tag's value; default: one for all. */
  stratum?: string | undefined
}

export interface RoganGladenInput {
  /** All verdicts of which the true rate is wanted. */
  verdicts: readonly Verdict[]
  /** A random sample of the same verdicts, labelled by people. */
  calibration: readonly (LabelledVerdict & { stratum?: string | undefined })[]
  /** Default 0.95. */
  level?: number | undefined
}

/** A rate without the judge's errors, or why it can't be told. */
export type CorrectedRate =
  | {
      kind: 'corrected'
      value: number
      low: number
      high: number
      level: number
      /** Before the correction. */
      apparent: number
      sensitivity: number
      specificity: number
      n: number
      /** Labelled right and wrong answers. */
      labelled: { right: number; wrong: number }
      /** The formula gave a number outside [0, 1], which was cut. */
      clipped: boolean
      method: 'rogan-gladen'
      /** What the interval treats as random. */
      randomOver: 'cases and labels'
    }
  | { kind: 'none'; reason: string }

/** A rate with the number of independent verdicts that would be as sure. */
interface Rate {
  value: number
  size: number
}

/**
 * The rate of right answers behind a judge's verdicts: (p + Sp − 1) / (Se + Sp − 1) (Rogan & Gladen 1978), with the
 * interval of Lang & Reiczigel (2014), which carries the errors of the verdicts and of both error rates. Verdicts of a
 * cluster count as fewer independent ones. It takes the labelled answers for others than those of the verdicts; where
 * they are among them it is wider than it need be. Where strata were sampled apart, each labelled verdict stands for its share
 * of its stratum.
 * @returns `none` where the judge can't tell right from wrong, or a kind of answer has no label
 * @throws RangeError for a bad level
 */
export function roganGladen({ verdicts, calibration, level = 0.95 }: RoganGladenInput): CorrectedRate {
  checkLevel(level)
  if (verdicts.length === 0) return { kind: 'none', reason: 'there is no verdict' }
  const weighted = byStratum(verdicts, calibration)
  if ('missing' in weighted)
    return { kind: 'none', reason: `nobody labelled an answer of ${JSON.stringify(weighted.missing)}` }
  const right = weighted.rows.filter(({ truth }) => truth)
  const wrong = weighted.rows.filter(({ truth }) => !truth)
  if (right.length === 0) return { kind: 'none', reason: 'no labelled answer is right' }
  if (wrong.length === 0) return { kind: 'none', reason: 'no labelled answer is wrong' }
  const apparent = rateOf(verdicts.map((row) => ({ ...row, hit: row.verdict })))
  const se = rateOf(right.map((row) => ({ ...row, hit: row.verdict })))
  const sp = rateOf(wrong.map((row) => ({ ...row, hit: !row.verdict })))
  if (se.value + sp.value <= 1)
    return {
      kind: 'none',
      reason: 'the judge accepts wrong answers as often as right ones, so its verdicts say nothing',
    }
  const raw = (apparent.value + sp.value - 1) / (se.value + sp.value - 1)
  const value = Math.min(1, Math.max(0, raw))
  const [low, high] = ends(apparent, se, sp, level)
  return {
    kind: 'corrected',
    value,
    ...withWidth(value, [low, high], apparent.size, level),
    level,
    apparent: apparent.value,
    sensitivity: se.value,
    specificity: sp.value,
    n: verdicts.length,
    labelled: { right: right.length, wrong: wrong.length },
    clipped: value !== raw,
    method: 'rogan-gladen',
    randomOver: 'cases and labels',
  }
}

/** Contains the value; where the formula ends outside [0, 1], as much is allowed for as unseen answers could bring. */
function withWidth(
  value: number,
  [low, high]: readonly [number, number],
  size: number,
  level: number,
): { low: number; high: number } {
  const mass = 1 - ((1 - level) / 2) ** (1 / size)
  return {
    low: Math.min(value, low, high <= value ? value - mass * value : low),
    high: Math.max(value, high, low >= value ? value + mass * (1 - value) : high),
  }
}

/** Labelled verdicts, weighted so that each stratum has its share among all verdicts. */
function byStratum(
  verdicts: readonly Verdict[],
  calibration: RoganGladenInput['calibration'],
): { rows: (LabelledVerdict & { weight: number })[] } | { missing: string } {
  const count = (rows: readonly { stratum?: string | undefined }[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const { stratum = '' } of rows) counts.set(stratum, (counts.get(stratum) ?? 0) + 1)
    return counts
  }
  const [all, labelled] = [count(verdicts), count(calibration)]
  const missing = [...all.keys()].find((stratum) => !labelled.has(stratum))
  if (missing !== undefined && calibration.length > 0) return { missing }
  return {
    rows: calibration.flatMap(({ stratum = '', ...row }) => {
      // One stratum needs no weights, and none is free of rounding.
      const share = all.size === 1 ? 1 : (all.get(stratum) ?? 0) / (labelled.get(stratum) ?? 1)
      const weight = share * (row.weight ?? 1)
      return weight > 0 ? [{ ...row, weight }] : []
    }),
  }
}

function rateOf(rows: readonly { hit: boolean; cluster: string; weight?: number | undefined }[]): Rate {
  const series = rows.map(({ hit, cluster, weight }, i) => ({
    case: String(i),
    numerator: hit ? 1 : 0,
    denominator: 1,
    cluster,
    weight,
  }))
  const total = rows.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const value = rows.reduce((sum, { hit, weight = 1 }) => sum + (hit ? weight : 0), 0) / total
  const clusters = new Set(rows.map(({ cluster }) => cluster)).size
  const error = figureSpread(series, { aggregate: 'mean', range: UNIT_RANGE })?.standardError
  // Nothing varies, or one cluster holds all: as many independent verdicts as clusters.
  if (error === undefined || error === 0) return { value, size: clusters }
  return { value, size: Math.min(rows.length, (value * (1 - value)) / error ** 2) }
}

/** Lang & Reiczigel (2014): Wald interval on counts to which a few successes and failures are added, moved towards the middle. */
function ends(
  apparent: Rate,
  sensitivity: Rate,
  specificity: Rate,
  level: number,
): readonly [number, number] {
  const z = normalQuantile((1 + level) / 2)
  const n = apparent.size + z * z
  const p = (apparent.size * apparent.value + (z * z) / 2) / n
  const widened = ({ value, size }: Rate): Rate => ({
    value: (size * value + 1) / (size + 2),
    size: size + 2,
  })
  const [se, sp] = [widened(sensitivity), widened(specificity)]
  const slope = se.value + sp.value - 1
  // The judge is hardly better than a coin: no rate can be ruled out.
  if (slope <= 0) return UNIT_RANGE
  const rate = (p + sp.value - 1) / slope
  const spread = ({ value, size }: Rate): number => (value * (1 - value)) / size
  const move = 2 * z * z * (rate * spread(se) - (1 - rate) * spread(sp))
  const half =
    (z / slope) * Math.sqrt((p * (1 - p)) / n + rate ** 2 * spread(se) + (1 - rate) ** 2 * spread(sp))
  const clip = (end: number): number => Math.min(1, Math.max(0, end))
  return [clip(rate + move - half), clip(rate + move + half)]
}
