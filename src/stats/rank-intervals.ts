/** Ranks that a thing may have, 1 for the best. */
export interface RankInterval {
  best: number
  worst: number
}

/**
 * Ranks that the decisions leave open: no better than one behind those that are surely better, no worse than one before
 * those that are surely worse. With pairwise decisions that keep a family-wise error rate of α, all intervals hold at
 * once with probability 1 − α (Mohamad, van Zwet & Goeman 2019).
 * @param count how many things there are
 * @param better whether a, by place, is surely better than b
 */
export function rankIntervals(count: number, better: (a: number, b: number) => boolean): RankInterval[] {
  const places = Array.from({ length: count }, (_, i) => i)
  return places.map((own) => ({
    best: 1 + places.filter((other) => other !== own && better(other, own)).length,
    worst: count - places.filter((other) => other !== own && better(own, other)).length,
  }))
}
