import type { Fraction, Observation, Range } from '../../src/stats/observation.ts'
import type { Random } from '../../src/stats/random.ts'
import type { CaseObservation } from '../../src/stats/series.ts'

/** A population of clustered case scores whose mean is known. */
export interface Process {
  name: string
  truth: number
  range: Range
  /** Draws a cluster: a function that draws the scores of its cases. */
  cluster(random: Random): () => number
}

/** A standard normal draw (Box & Muller 1958). */
export function normalDraw(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())
}

/** Share of the variance that lies between clusters. */
const WITHIN_CLUSTER_CORRELATION = 0.2

function correlatedNormal(random: Random): () => number {
  const shared = Math.sqrt(WITHIN_CLUSTER_CORRELATION) * normalDraw(random)
  return () => shared + Math.sqrt(1 - WITHIN_CLUSTER_CORRELATION) * normalDraw(random)
}

/** Scores of 50 ± 10 on a scale of 0 to 100 (beyond 5 standard deviations, which no draw here reaches). */
const normal: Process = {
  name: 'normal',
  truth: 50,
  range: [-50, 150],
  cluster(random) {
    const draw = correlatedNormal(random)
    return () => 50 + 10 * draw()
  },
}

/** Log-normal scores: mean exp(−2 + 0.8²/2), skewness 3.1. */
const skewed: Process = {
  name: 'skewed',
  truth: Math.exp(-2 + 0.8 ** 2 / 2),
  range: [0, 100],
  cluster(random) {
    const draw = correlatedNormal(random)
    return () => Math.exp(-2 + 0.8 * draw())
  },
}

/** Hits whose rate differs by cluster: `high` in a share of the clusters, `low` in the others. */
function binary(name: string, low: number, high: number, share: number): Process {
  return {
    name,
    truth: low + share * (high - low),
    range: [0, 1],
    cluster(random) {
      const rate = random.uniform() < share ? high : low
      return () => (random.uniform() < rate ? 1 : 0)
    },
  }
}

/** Scores that are mostly 0, else between 0.2 and 1 (an F1 of a weak system). */
const zeroInflated: Process = {
  name: 'zero-inflated',
  truth: (0.03 + 0.15 * (0.33 - 0.03)) * 0.6,
  range: [0, 1],
  cluster(random) {
    const rate = random.uniform() < 0.15 ? 0.33 : 0.03
    return () => (random.uniform() < rate ? 0.2 + 0.8 * random.uniform() : 0)
  },
}

/** The processes of the table. */
export const processes: readonly Process[] = [
  normal,
  skewed,
  zeroInflated,
  binary('rare binary (5 %)', 0.02, 0.22, 0.15),
  binary('even binary (50 %)', 0.3, 0.7, 0.5),
]

/** Unequal cluster sizes: half the clusters are single cases, the largest have eight. */
const SIZES = [1, 1, 1, 1, 2, 2, 3, 8]

/** One data set: `clusters` clusters of unequal size. */
export function drawDataset(process: Process, clusters: number, random: Random): Observation[] {
  return Array.from({ length: clusters }, (_, c) => {
    const draw = process.cluster(random)
    const size = SIZES[random.integer(0, SIZES.length - 1)] ?? 1
    return Array.from({ length: size }, () => ({ numerator: draw(), denominator: 1, cluster: `c${c}` }))
  }).flat()
}

/** Two systems on the same clustered cases, with a known difference of their means (scores in [0, 1]). */
export interface PairedProcess {
  name: string
  truth: number
  /** Draws a cluster: a function that draws both systems' scores of a case. */
  cluster(random: Random): () => readonly [a: number, b: number]
}

/** Systems that differ on few cases, and on more of them in a fifth of the clusters (the factor has mean 1). */
function rarelyDifferent(name: string, truth: number, score: (random: Random) => number): PairedProcess {
  return {
    name,
    truth,
    cluster(random) {
      const factor = random.uniform() < 0.2 ? 3 : 0.5
      return () => {
        const u = random.uniform() / factor
        if (u < 0.03) return [score(random), 0]
        return u < 0.04 ? [0, score(random)] : [0, 0]
      }
    },
  }
}

const oftenDifferent: PairedProcess = {
  name: 'often different hits',
  truth: 0.1,
  cluster(random) {
    const shift = random.uniform() < 0.5 ? 0.1 : -0.1
    return () => [random.uniform() < 0.55 + shift ? 1 : 0, random.uniform() < 0.45 + shift ? 1 : 0]
  },
}

/** The paired processes of the table. */
export const pairedProcesses: readonly PairedProcess[] = [
  oftenDifferent,
  rarelyDifferent('rarely different hits', 0.02, () => 1),
  rarelyDifferent('rarely different scores', 0.01, (random) => random.uniform()),
]

/** One data set of two systems: `clusters` clusters of unequal size. */
export function drawPairedDataset(
  process: PairedProcess,
  clusters: number,
  random: Random,
): { a: CaseObservation[]; b: CaseObservation[] } {
  const a: CaseObservation[] = []
  const b: CaseObservation[] = []
  for (let c = 0; c < clusters; c += 1) {
    const draw = process.cluster(random)
    const size = SIZES[random.integer(0, SIZES.length - 1)] ?? 1
    for (let i = 0; i < size; i += 1) {
      const [x, y] = draw()
      const common = { case: `${c}/${i}`, cluster: `c${c}`, denominator: 1 }
      a.push({ ...common, numerator: x })
      b.push({ ...common, numerator: y })
    }
  }
  return { a, b }
}

/** A population of cases with a checklist matched both ways (CUPID's preference match), whose F1 is known. */
export interface MatchProcess {
  name: string
  truth: number
  /** Draws a cluster: a function that draws the two parts of a case, precision and recall. */
  cluster(random: Random): () => readonly [Fraction, Fraction]
}

/** Cases of a cluster, as CUPID has three for each persona's request. */
const CASES_OF_A_CLUSTER = 3

/**
 * Entries score 0, 0.5 or 1 with mean `ability`, which differs by cluster and by case; able clusters also predict more
 * entries, and a tenth of the cases predicts none. Recall is three quarters of precision in each case, so the two
 * sums have numerators of their own. Gold has 3 to 6 entries, whatever the cluster.
 */
function matching(name: string, low: number, high: number, share: number): MatchProcess {
  const spread = 0.1
  const entries = (isAble: boolean) => (isAble ? 4 : 3)
  const predicted = share * entries(true) + (1 - share) * entries(false)
  const precision = (share * entries(true) * high + (1 - share) * entries(false) * low) / predicted
  const recall = 0.75 * (share * high + (1 - share) * low)
  return {
    name,
    truth: (2 * precision * recall) / (precision + recall),
    cluster(random) {
      const isAble = random.uniform() < share
      const ability = isAble ? high : low
      return () => {
        const own = ability + spread * (2 * random.uniform() - 1)
        const most = entries(isAble)
        const count = random.uniform() < 0.1 ? 0 : random.integer(most - 1, most + 1)
        const gold = random.integer(3, 6)
        return [matched(count, own, random), matched(gold, 0.75 * own, random)]
      }
    },
  }
}

/** So many entries, each two draws of a half. */
function matched(entries: number, mean: number, random: Random): Fraction {
  let numerator = 0
  for (let i = 0; i < 2 * entries; i += 1) if (random.uniform() < mean) numerator += 0.5
  return { numerator, denominator: entries }
}

/** The populations of the table's F1 rows. */
export const matchProcesses: readonly MatchProcess[] = [
  matching('F1', 0.4, 0.7, 0.5),
  matching('F1 of a weak system', 0.1, 0.4, 0.15),
]

function matchCase(id: string, cluster: string, parts: readonly [Fraction, Fraction]): CaseObservation {
  const [p = 0, r = 0] = parts.map((part) => (part.denominator === 0 ? 0 : part.numerator / part.denominator))
  const numerator = p + r === 0 ? 0 : (2 * p * r) / (p + r)
  return { case: id, cluster, numerator, denominator: 1, parts }
}

/** One data set: clusters of three cases each. */
export function drawMatches(process: MatchProcess, clusters: number, random: Random): CaseObservation[] {
  return Array.from({ length: clusters }, (_, c) => {
    const draw = process.cluster(random)
    return Array.from({ length: CASES_OF_A_CLUSTER }, (__, i) => matchCase(`${c}/${i}`, `c${c}`, draw()))
  }).flat()
}
