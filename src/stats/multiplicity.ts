function checkProbabilities(ps: readonly number[]): void {
  for (const p of ps) if (!(p >= 0 && p <= 1)) throw new RangeError(`a p value must be in [0, 1], got ${p}`)
}

/** Indices of the p values, smallest first. */
function ascending(ps: readonly number[]): number[] {
  return ps.map((_, i) => i).toSorted((a, b) => (ps[a] ?? 0) - (ps[b] ?? 0))
}

/**
 * Holm (1979): adjusted p values in the order given; those ≤ α are significant with a family-wise error ≤ α,
 * whatever the dependence.
 * @throws RangeError when a p value is outside [0, 1].
 */
export function holm(ps: readonly number[]): number[] {
  checkProbabilities(ps)
  const adjusted = [...ps]
  let largest = 0
  for (const [rank, i] of ascending(ps).entries()) {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * (ps[i] ?? 0)))
    adjusted[i] = largest
  }
  return adjusted
}

/**
 * Benjamini & Hochberg (1995): adjusted p values in the order given; those ≤ q are discoveries with a false discovery
 * rate ≤ q under independence or positive dependence.
 * @throws RangeError when a p value is outside [0, 1].
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  checkProbabilities(ps)
  const adjusted = [...ps]
  let smallest = 1
  for (const [fromLargest, i] of ascending(ps).toReversed().entries()) {
    smallest = Math.min(smallest, (ps.length / (ps.length - fromLargest)) * (ps[i] ?? 0))
    adjusted[i] = smallest
  }
  return adjusted
}
