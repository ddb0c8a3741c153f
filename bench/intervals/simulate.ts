import { estimate } from '../../src/stats/estimate.ts'
import type { Estimate } from '../../src/stats/estimate.ts'
import type { ChoosableMethod } from '../../src/stats/interval.ts'
import { paired } from '../../src/stats/paired.ts'
import { createRandom, hashSeed } from '../../src/stats/random.ts'
import { drawDataset, drawMatches, drawPairedDataset } from './processes.ts'
import type { MatchProcess, PairedProcess, Process } from './processes.ts'

/** How often intervals held the truth. */
export interface Coverage {
  datasets: number
  /** Share of the intervals that held the truth, and of those that lay wholly above or below it. */
  covered: number
  above: number
  below: number
  /** Mean width. */
  width: number
}

function count(datasets: number, truth: number, interval: (index: number) => Estimate | undefined): Coverage {
  let above = 0
  let below = 0
  let width = 0
  for (let i = 0; i < datasets; i += 1) {
    const result = interval(i)
    if (!result) throw new Error('a data set without observations')
    if (result.low > truth) above += 1
    if (result.high < truth) below += 1
    width += result.high - result.low
  }
  return {
    datasets,
    covered: (datasets - above - below) / datasets,
    above: above / datasets,
    below: below / datasets,
    width: width / datasets,
  }
}

/**
 * Coverage of a mean's interval; method undefined = the one `estimate` picks.
 * Equal arguments give equal figures, and every method sees the same data sets.
 */
export function coverage(
  process: Process,
  clusters: number,
  method: ChoosableMethod | undefined,
  datasets: number,
  seed = 1,
): Coverage {
  const random = createRandom(hashSeed(process.name, String(clusters), String(seed)))
  return count(datasets, process.truth, (i) =>
    estimate(drawDataset(process, clusters, random), {
      aggregate: 'mean',
      range: process.range,
      seed: i,
      method,
    }),
  )
}

/** Coverage of the interval for the difference of two systems. */
export function pairedCoverage(
  process: PairedProcess,
  clusters: number,
  datasets: number,
  seed = 1,
): Coverage {
  const random = createRandom(hashSeed(process.name, String(clusters), String(seed)))
  return count(datasets, process.truth, (i) => {
    const { a, b } = drawPairedDataset(process, clusters, random)
    return paired(a, b, { aggregate: 'mean', seed: i })?.difference
  })
}

/** Coverage of the interval for an F1 of two ratios of sums. */
export function matchCoverage(
  process: MatchProcess,
  clusters: number,
  method: ChoosableMethod | undefined,
  datasets: number,
  seed = 1,
): Coverage {
  const random = createRandom(hashSeed(process.name, String(clusters), String(seed)))
  return count(datasets, process.truth, (i) =>
    estimate(drawMatches(process, clusters, random), { aggregate: 'harmonic', seed: i, method }),
  )
}

/** Coverage of the interval for the difference of two F1s; the systems are independent draws on the same clusters. */
export function matchDifferenceCoverage(
  [first, second]: readonly [MatchProcess, MatchProcess],
  clusters: number,
  datasets: number,
  seed = 1,
): Coverage {
  const random = createRandom(hashSeed(first.name, second.name, String(clusters), String(seed)))
  return count(datasets, first.truth - second.truth, (i) => {
    const [a, b] = [drawMatches(first, clusters, random), drawMatches(second, clusters, random)]
    return paired(a, b, { aggregate: 'harmonic', seed: i })?.difference
  })
}
