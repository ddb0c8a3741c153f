/** What a scorer returns for a case and a metric. Denominator 0 = the metric does not apply to this case. */
export interface Fraction {
  numerator: number
  denominator: number
}

/** A case's fraction, and for a figure that is made of two ratios the case's share of each. */
export interface CaseScore extends Fraction {
  /** With `harmonic` only, and needed there: the figure is computed from these, not from the fraction beside them. */
  parts?: readonly [Fraction, Fraction] | undefined
}

/** A case's score with its unit of resampling. */
export interface Observation extends CaseScore {
  /** Cases that share a cluster are not independent of each other. */
  cluster: string
  /** Counts as that many copies of the case (default 1; 0 leaves it out), e.g. its number of published lines. */
  weight?: number | undefined
}

/**
 * How cases become one figure: `mean` of the per-case fractions (macro), `ratio` of sums (micro), or `harmonic` mean
 * of the two ratios of sums of the cases' parts (F1).
 */
export type Aggregate = 'mean' | 'ratio' | 'harmonic'

/** Lowest and highest possible per-case fraction. Both finite, low < high. */
export type Range = readonly [low: number, high: number]

/** @throws RangeError when the range is not an ordered pair of finite numbers, or one of a harmonic mean not from 0. */
export function checkRange([low, high]: Range, aggregate: Aggregate): void {
  if (!(Number.isFinite(low) && Number.isFinite(high) && low < high)) {
    throw new RangeError(`a range needs two finite ends in order, got [${low}, ${high}]`)
  }
  if (aggregate === 'harmonic' && low !== 0) {
    throw new RangeError(`the range of a harmonic mean starts at 0, got [${low}, ${high}]`)
  }
}

/**
 * The weight of an observation; 0 when it does not count (not applicable, or weight 0). With `harmonic` it counts
 * when one of its parts does.
 * @throws RangeError for a number that is not finite, a negative denominator or weight, a fraction outside the range,
 * or missing parts: each is a fault of the scorer that must not become a figure.
 */
export function effectiveWeight(
  observation: CaseScore & { weight?: number | undefined },
  aggregate: Aggregate,
  range: Range,
): number {
  const { weight = 1 } = observation
  const own = weightOf(observation, weight, range)
  if (aggregate !== 'harmonic') return own
  const [first, second] = partsOf(observation)
  return Math.max(weightOf(first, weight, range), weightOf(second, weight, range))
}

function partsOf({ parts }: CaseScore): readonly [Fraction, Fraction] {
  if (parts === undefined) throw new RangeError('an observation of a harmonic mean needs its two parts')
  return parts
}

function weightOf({ numerator, denominator }: Fraction, weight: number, range: Range): number {
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

/** Numerators and denominators with which an observation enters the sums of an aggregate: one pair, or two. */
export function contributions(observation: CaseScore, aggregate: Aggregate, weight: number): Fraction[] {
  return aggregate === 'harmonic'
    ? partsOf(observation).map((part) => contribution(part, 'ratio', weight))
    : [contribution(observation, aggregate, weight)]
}

function contribution(
  { numerator, denominator }: Fraction,
  aggregate: 'mean' | 'ratio',
  weight: number,
): Fraction {
  if (weight === 0 || denominator === 0) return { numerator: 0, denominator: 0 }
  return aggregate === 'mean'
    ? { numerator: (weight * numerator) / denominator, denominator: weight }
    : { numerator: weight * numerator, denominator: weight * denominator }
}
