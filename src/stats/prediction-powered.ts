import { studentTQuantile } from './distributions.ts'
import { checkLevel } from './interval.ts'
import { checkRange, type Range } from './observation.ts'

/** A judge's grade of an answer that nobody may have labelled. */
export interface Graded {
  judged: number
  cluster: string
  /** Of which the labelled sample was drawn apart; default: one for all. */
  stratum?: string | undefined
}

export interface PredictionPoweredInput {
  /** Every graded answer, the labelled ones among them. */
  all: readonly Graded[]
  /** A random sample of them, with what people say. */
  labelled: readonly (Graded & { truth: number })[]
  /** Lowest and highest possible grade. */
  range: Range
  /** Default 0.95. */
  level?: number | undefined
}

/** A mean as people would give it, or why it can't be told. */
export type PredictionPowered =
  | {
      kind: 'corrected'
      value: number
      low: number
      high: number
      level: number
      /** Mean of the judge's grades. */
      apparent: number
      /** How much the judge's grades count: 0 = not at all, 1 = fully: as far as they go with the labels. */
      lambda: number
      n: number
      labelled: number
      /** Clusters with a labelled answer, on which the interval rests. */
      clusters: number
      method: 'prediction-powered'
      /** What the interval treats as random. */
      randomOver: 'cases and labels'
      note?: string
    }
  | { kind: 'none'; reason: string }

/** One stratum as influences of its clusters on the mean: `a` through the judge's grades, `b` through the labels. */
interface Stratum {
  share: number
  judgedAll: number
  judgedLabelled: number
  truth: number
  /** Of the grades of labelled answers, and of these with the labels. */
  variance: number
  covariance: number
  influence: Map<string, { a: number; b: number }>
}

/**
 * The mean of people's grades from all grades of a judge and a labelled sample: λ · mean of all + mean of (label − λ ·
 * grade) over the sample, stratum by stratum (PPI++, Angelopoulos, Duchi & Zrnic 2023; for samples out of `all`, as here, the
 * regression estimator of Cassel, Särndal & Wretman 1976). With λ 0 it is the mean of the labels alone. The interval is
 * cluster-robust and uses t(labelled clusters − 1).
 * @returns `none` below two labelled clusters, or where a stratum has fewer than two labels
 * @throws RangeError for numbers outside the range, or a bad level
 */
export function predictionPowered({
  all,
  labelled,
  range,
  level = 0.95,
}: PredictionPoweredInput): PredictionPowered {
  checkLevel(level)
  checkRange(range, 'mean')
  for (const { judged } of all) checkGrade(judged, range)
  for (const { judged, truth } of labelled) for (const grade of [judged, truth]) checkGrade(grade, range)
  if (all.length === 0) return { kind: 'none', reason: 'there is no grade' }
  const clusters = new Set(labelled.map(({ cluster }) => cluster)).size
  if (clusters < 2)
    return {
      kind: 'none',
      reason: 'fewer than two clusters have a labelled answer, so nothing shows the spread',
    }
  const strata: Stratum[] = []
  for (const name of new Set(all.map(({ stratum = '' }) => stratum))) {
    const own = labelled.filter(({ stratum = '' }) => stratum === name)
    if (own.length === 1)
      return {
        kind: 'none',
        reason: `only one answer of ${JSON.stringify(name)} is labelled, so nothing shows its spread`,
      }
    if (own.length === 0)
      return { kind: 'none', reason: `nobody labelled an answer of ${JSON.stringify(name)}` }
    strata.push(
      stratumOf(
        all.filter(({ stratum = '' }) => stratum === name),
        own,
        all.length,
      ),
    )
  }
  const influence = joined(strata)
  const lambda = slope(strata)
  const sum = (of: (stratum: Stratum) => number): number =>
    strata.reduce((total, stratum) => total + stratum.share * of(stratum), 0)
  const raw = sum(({ judgedAll, judgedLabelled, truth }) => truth + lambda * (judgedAll - judgedLabelled))
  const value = Math.min(range[1], Math.max(range[0], raw))
  const count = influence.length
  const squares = influence.reduce((total, { a, b }) => total + (lambda * a + b) ** 2, 0)
  const error = Math.sqrt((count / (count - 1)) * squares)
  const mass = 1 - ((1 - level) / 2) ** (1 / clusters)
  const isFlat = !(error > 1e-12 * (range[1] - range[0]))
  const t = studentTQuantile((1 + level) / 2, clusters - 1)
  const [low, high] = isFlat
    ? [value - mass * (value - range[0]), value + mass * (range[1] - value)]
    : [value - t * error, value + t * error]
  return {
    kind: 'corrected',
    value,
    low: Math.max(range[0], Math.min(value, low)),
    high: Math.min(range[1], Math.max(value, high)),
    level,
    apparent: sum(({ judgedAll }) => judgedAll),
    lambda,
    n: all.length,
    labelled: labelled.length,
    clusters,
    method: 'prediction-powered',
    randomOver: 'cases and labels',
    ...(isFlat ? { note: 'all labels agree: the interval bounds what unseen clusters could be' } : {}),
  }
}

function checkGrade(grade: number, [low, high]: Range): void {
  if (!(grade >= low && grade <= high))
    throw new RangeError(`the grade ${grade} is outside [${low}, ${high}]`)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function stratumOf(
  all: readonly Graded[],
  labelled: readonly (Graded & { truth: number })[],
  total: number,
): Stratum {
  const judgedAll = mean(all.map(({ judged }) => judged))
  const judgedLabelled = mean(labelled.map(({ judged }) => judged))
  const truth = mean(labelled.map((row) => row.truth))
  const influence = new Map<string, { a: number; b: number }>()
  const add = (cluster: string, a: number, b: number): void => {
    const known = influence.get(cluster) ?? { a: 0, b: 0 }
    influence.set(cluster, { a: known.a + a, b: known.b + b })
  }
  for (const { judged, cluster } of all) add(cluster, (judged - judgedAll) / all.length, 0)
  // Residuals from their own mean are too small by (n − 1) / n, which counts where few are labelled.
  const share = Math.sqrt(labelled.length / (labelled.length - 1)) / labelled.length
  for (const row of labelled)
    add(row.cluster, -(row.judged - judgedLabelled) * share, (row.truth - truth) * share)
  const variance = mean(labelled.map((row) => (row.judged - judgedLabelled) ** 2))
  const covariance = mean(labelled.map((row) => (row.judged - judgedLabelled) * (row.truth - truth)))
  return { share: all.length / total, judgedAll, judgedLabelled, truth, variance, covariance, influence }
}

/** Influence of each cluster on the whole mean: a cluster may have answers in several strata. */
function joined(strata: readonly Stratum[]): { a: number; b: number }[] {
  const total = new Map<string, { a: number; b: number }>()
  for (const { share, influence } of strata) {
    for (const [cluster, { a, b }] of influence) {
      const known = total.get(cluster) ?? { a: 0, b: 0 }
      total.set(cluster, { a: known.a + share * a, b: known.b + share * b })
    }
  }
  return [...total.values()]
}

/**
 * The slope of labels on grades within strata: where grades of all and labels go together, this λ makes the variance
 * least (for samples out of `all`; Cassel et al. 1976). Kept inside [0, 1].
 */
function slope(strata: readonly Stratum[]): number {
  const sum = (of: (stratum: Stratum) => number): number =>
    strata.reduce((total, stratum) => total + stratum.share * of(stratum), 0)
  const spread = sum(({ variance }) => variance)
  return spread > 1e-24 ? Math.min(1, Math.max(0, sum(({ covariance }) => covariance) / spread)) : 0
}
