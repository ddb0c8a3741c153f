import type { PermutationTest } from '../../stats/sign-flip.ts'
import type { Figure } from '../measured-figure.ts'
import type { PartP } from './claim-report.ts'

/**
 * One-sided p values of a swap test, whose swaps come in pairs of opposite sign: half of the two-sided one on the side
 * where the difference lies.
 */
export function oneSided(
  difference: number,
  { p }: Pick<PermutationTest, 'p'>,
): { for: number; against: number } {
  if (difference === 0) return { for: 1, against: 1 }
  const near = p / 2
  return difference > 0 ? { for: near, against: 1 - near } : { for: 1 - near, against: near }
}

/** A figure with its interval. */
export type Ends = Pick<Figure, 'value' | 'low' | 'high'>

/** Levels between which one is looked for; beyond them no interval of ours is trusted. */
const [LEAST_LEVEL, MOST_LEVEL] = [0.001, 0.9998]
const HALVINGS = 24

/**
 * One-sided p values that a figure is above, and below, a number: half of what is left of the widest level whose
 * interval does not reach it. So test and interval agree.
 * @param at the figure with its interval at a level
 */
export function againstNumber(
  at: (level: number) => Ends | undefined,
  reference: number,
): { for: number; against: number } | undefined {
  const found = at(LEAST_LEVEL)
  if (found === undefined) return undefined
  if (found.value === reference) return { for: 0.5, against: 0.5 }
  const isAbove = found.value > reference
  const misses = (level: number): boolean => {
    const one = at(level)
    return one !== undefined && (isAbove ? one.low > reference : one.high < reference)
  }
  let [low, high] = [LEAST_LEVEL, MOST_LEVEL]
  if (!misses(low)) return { for: 0.5, against: 0.5 }
  if (misses(high)) low = high
  else {
    for (let halving = 0; halving < HALVINGS; halving += 1) {
      const middle = (low + high) / 2
      if (misses(middle)) low = middle
      else high = middle
    }
  }
  const tail = (1 - low) / 2
  return isAbove ? { for: tail, against: 1 - tail } : { for: 1 - tail, against: tail }
}

/**
 * One-sided p values of an equivalence: that a difference is within a margin (two one-sided tests, Schuirmann 1987), and
 * that it is surely beyond it.
 */
export function withinMargin(
  at: (level: number) => Ends | undefined,
  reference: number,
  margin: number,
): { for: number; against: number } | undefined {
  const lower = againstNumber(at, reference - margin)
  const upper = againstNumber(at, reference + margin)
  if (lower === undefined || upper === undefined) return undefined
  return {
    for: Math.max(lower.for, upper.against),
    against: Math.min(1, 2 * Math.min(lower.against, upper.for)),
  }
}

export function namedP(p: { for: number; against: number } | undefined, method: string): PartP | null {
  return p === undefined ? null : { ...p, method }
}
