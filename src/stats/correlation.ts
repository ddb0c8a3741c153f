/**
 * Pearson's correlation of two lists of one length.
 * @returns null when a list has fewer than two values or no spread: that is not a number.
 */
export function pearson(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length !== ys.length) {
    throw new RangeError(`a correlation needs pairs, got ${xs.length} and ${ys.length} values`)
  }
  const [dx, dy] = [deviations(xs), deviations(ys)]
  if (dx === null || dy === null) return null
  const product = dx.reduce((sum, x, i) => sum + x * (dy[i] ?? 0), 0)
  // Rounding can carry a straight line past the ends.
  return Math.max(-1, Math.min(1, product))
}

/** Spearman's rank correlation: Pearson's on ranks, equal values sharing their average rank. null as `pearson`. */
export function spearman(xs: readonly number[], ys: readonly number[]): number | null {
  return pearson(ranks(xs), ranks(ys))
}

/** Deviations from the mean, scaled to length 1; null without spread. */
function deviations(values: readonly number[]): number[] | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const from = values.map((value) => value - mean)
  const length = Math.hypot(...from)
  const scale = Math.max(...values.map(Math.abs), 0)
  // Equal values computed in another order differ by rounding.
  if (!(length > 1e-12 * scale * Math.sqrt(values.length))) return null
  return from.map((value) => value / length)
}

/** Ranks from 1; equal values get the average of theirs. */
function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}
