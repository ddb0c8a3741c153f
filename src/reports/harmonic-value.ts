import type { Bounds, Fraction } from '../core/outcome.ts'

/** A case's fraction, and for a harmonic mean its fractions of the two parts, from which the figure is computed. */
export interface Score extends Fraction {
  readonly parts?: readonly [Fraction, Fraction]
}

/** What a case that is left out could have been. */
export interface LeftOutScores {
  readonly worst: Score
  readonly best: Score
}

/** A metric in one case: its fraction, or bounds when it was lost, or null when it was not asked for. */
export type PartValue = Fraction | Bounds | null

/** Stands where a case has no value of its own, and takes it out of tallies. */
const NOTHING: Fraction = { numerator: 0, denominator: 0 }

/**
 * A case of a harmonic mean. It counts when both parts do; otherwise a part that was lost brings its bounds, and one
 * that was measured what it is. null when a part was not asked for.
 * @param own the case's value of the metric itself
 */
export function joined(own: PartValue, first: PartValue, second: PartValue): Score | LeftOutScores | null {
  if (first === null || second === null) return null
  if (!('worst' in first) && !('worst' in second)) {
    return { ...(own === null || 'worst' in own ? NOTHING : own), parts: [first, second] }
  }
  const end = (which: 'worst' | 'best'): Score => {
    const at = (value: Fraction | Bounds): Fraction => ('worst' in value ? value[which] : value)
    return { ...(own === null ? NOTHING : at(own)), parts: [at(first), at(second)] }
  }
  return { worst: end('worst'), best: end('best') }
}
