/** What a scorer returns for a case and a metric. Denominator 0 = the metric does not apply to this case. */
export interface Fraction {
  numerator: number
  denominator: number
}

/** A case's fraction with its unit of resampling. */
export interface Observation extends Fraction {
  /** Cases that share a cluster are not independent of each other. */
  cluster: string
  /** Counts as that many copies of the case (default 1; 0 leaves it out), e.g. its number of published lines. */
  weight?: number | undefined
}

/** How cases become one figure: `mean` of the per-case fractions (macro), or `ratio` of sums (micro). */
export type Aggregate = 'mean' | 'ratio'

/** Lowest and highest possible per-case fraction. Both finite, low < high. */
export type Range = readonly [low: number, high: number]

/** @throws RangeError when the range is not an ordered pair of finite numbers. */
export function checkRange([low, high]: Range): void {
  if (!(Number.isFinite(low) && Number.isFinite(high) && low < high)) {
    throw new RangeError(`a range needs two finite ends in order, got [${low}, ${high}]`)
  }
}

/**
 * The weight of an observation; 0 when it does not count (not applicable, or weight 0).
 * @throws RangeError for a number that is not finite, a negative denominator or weight, or a fraction outside
 * the range: each is a fault of the scorer that must not become a figure.
 */
export function effectiveWeight(
  observation: Fraction & { weight?: number | undefined },
  range: Range,
): number {
  const { numerator, denominator, weight = 1 } = observation
  if (!Number.isFinite(numerator) || !(Number.isFinite(denominator) && denominator >= 0)) {
    throw new RangeError(`an observation needs finite numbers, got ${numerator} / ${denominator}`)
  }
  if (!(Number.isFinite(weight) && weight >= 0)) {
    throw new RangeError(`a weight must be finite and not negative, got ${weight}`)
  }
  if (denominator === 0) return 0
  const value = numerator / denominator
  const slack = 1e-9 * Math.max(Math.abs(range[0]), Math.abs(range[1]))
  if (!(value >= range[0] - slack && value <= range[1] + slack)) {
    throw new RangeError(`the fraction ${numerator} / ${denominator} is outside [${range[0]}, ${range[1]}]`)
  }
  return weight
}

/** Numerator and denominator with which an observation enters the two sums of an aggregate. */
export function contribution(observation: Fraction, aggregate: Aggregate, weight: number): Fraction {
  const { numerator, denominator } = observation
  if (weight === 0 || denominator === 0) return { numerator: 0, denominator: 0 }
  return aggregate === 'mean'
    ? { numerator: (weight * numerator) / denominator, denominator: weight }
    : { numerator: weight * numerator, denominator: weight * denominator }
}
