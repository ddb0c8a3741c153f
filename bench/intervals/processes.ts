import type { Observation, Range } from '../../src/stats/observation.ts'
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
