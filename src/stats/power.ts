import { studentTCdf, studentTQuantile } from './distributions.ts'

/** How a decision is made: a test of a difference (or of a distance to a bound) with t(clusters − 1). */
export interface Decision {
  /** Chance of seeing what is not there, in (0, 1). Two-sided unless `oneSided`. */
  readonly alpha: number
  /** Chance of seeing what is there, in (0, 1) and above alpha. */
  readonly power: number
  readonly oneSided?: boolean
}

/** A standard error with the number of clusters that it was found with, or is assumed for. */
export interface Spread {
  /** In the unit of the figure, above 0. */
  readonly standardError: number
  /** At least 2. */
  readonly clusters: number
}

/** Beyond this many clusters nobody plans. */
const MOST_CLUSTERS = 1e9

function check({ alpha, power }: Decision, { standardError, clusters }: Spread): void {
  if (!(alpha > 0 && alpha < 1 && power > alpha && power < 1))
    throw new RangeError(`needs 0 < alpha < power < 1, got alpha ${alpha} and power ${power}`)
  if (!(standardError > 0 && Number.isFinite(standardError)))
    throw new RangeError(`needs a standard error above 0, got ${standardError}`)
  if (!(clusters >= 2)) throw new RangeError(`needs at least 2 clusters, got ${clusters}`)
}

function criticalValue({ alpha, oneSided = false }: Decision, clusters: number): number {
  return studentTQuantile(1 - (oneSided ? alpha : alpha / 2), clusters - 1)
}

/**
 * The smallest true difference that is found with the wanted power: (t₁₋α/₂ + t_power) · SE with clusters − 1 degrees
 * of freedom (Bloom 1995; Donner & Klar 2000 for clusters).
 * @throws RangeError for a bad level, standard error or number of clusters
 */
export function detectable(spread: Spread, decision: Decision): number {
  check(decision, spread)
  const { clusters, standardError } = spread
  return (criticalValue(decision, clusters) + studentTQuantile(decision.power, clusters - 1)) * standardError
}

/**
 * Chance that a true difference is found: the t distribution moved by difference / SE, both tails where the test has
 * two.
 * @throws RangeError as `detectable`
 */
export function powerFor(spread: Spread, difference: number, decision: Decision): number {
  check(decision, spread)
  const degrees = spread.clusters - 1
  const critical = criticalValue(decision, spread.clusters)
  const shift = Math.abs(difference) / spread.standardError
  const near = studentTCdf(shift - critical, degrees)
  return decision.oneSided === true ? near : near + studentTCdf(-shift - critical, degrees)
}

/**
 * The fewest clusters, all like those at hand, with which a true difference is found with the wanted power; the
 * standard error falls with the square root of their number.
 * @returns undefined when not even 10⁹ are enough, as for a difference of 0
 * @throws RangeError as `detectable`
 */
export function clustersFor(spread: Spread, difference: number, decision: Decision): number | undefined {
  check(decision, spread)
  const isEnough = (clusters: number): boolean => {
    const standardError = spread.standardError * Math.sqrt(spread.clusters / clusters)
    return detectable({ standardError, clusters }, decision) <= Math.abs(difference)
  }
  if (!isEnough(MOST_CLUSTERS)) return undefined
  let [low, high] = [1, MOST_CLUSTERS]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}

/** What is assumed of cases before there are any. */
export interface Assumed {
  /** Cases, at least `clusters`. */
  readonly cases: number
  readonly clusters: number
  /** Standard deviation of a case's score, in the unit of the figure; of a rate p it is √(p(1 − p)). */
  readonly deviation: number
  /** Correlation of cases in a cluster, in [0, 1]. */
  readonly withinClusters: number
  /** Correlation of two systems' scores on a case, in [-1, 1); null: one system alone. */
  readonly betweenSystems: number | null
}

/**
 * The standard error that a figure, or a paired difference, would have: σ²(1 + (m − 1)ρ)/n with m cases a cluster
 * (Kish 1965), where a difference of two systems has σ² = 2s²(1 − r).
 * @throws RangeError for numbers outside their ranges
 */
export function assumedSpread(assumed: Assumed): Spread {
  const { cases, clusters, deviation, withinClusters, betweenSystems } = assumed
  if (!(clusters >= 2 && cases >= clusters))
    throw new RangeError(`needs at least 2 clusters and a case in each, got ${cases} in ${clusters}`)
  if (!(deviation > 0)) throw new RangeError(`needs a deviation above 0, got ${deviation}`)
  if (!(withinClusters >= 0 && withinClusters <= 1))
    throw new RangeError(`a correlation within clusters is in [0, 1], got ${withinClusters}`)
  if (betweenSystems !== null && !(betweenSystems >= -1 && betweenSystems < 1))
    throw new RangeError(`a correlation between systems is in [-1, 1), got ${betweenSystems}`)
  const variance = betweenSystems === null ? deviation ** 2 : 2 * deviation ** 2 * (1 - betweenSystems)
  const effect = 1 + (cases / clusters - 1) * withinClusters
  return { standardError: Math.sqrt((variance * effect) / cases), clusters }
}
