import type { Aggregate } from './observation.ts'

/** A cell of the simulation in which the default interval holds the truth in under 93 % of data sets. */
interface Shortfall {
  readonly aggregate: Aggregate
  /** Number of clusters that was simulated; it stands for all up to the next one (10, 30, 50, 500). */
  readonly clusters: number
  /** As `bench/intervals/processes.ts` calls the population. */
  readonly process: string
  /** Share of 2,000 data sets. */
  readonly covers: number
}

/** Measured by `npm run bench -- coverage 2000 10,30,50,500`; docs/statistics.md has the whole table. */
export const shortfalls: readonly Shortfall[] = [
  { aggregate: 'harmonic', clusters: 10, process: 'F1 of a weak system', covers: 0.905 },
]

/** Numbers of clusters that were simulated. */
const simulated = [10, 30, 50, 500]

/**
 * The least share of simulated data sets in which the interval of such a figure holds the truth, where that is under
 * 93 % in place of 95 %; undefined where it is not. Fewer clusters than were simulated are taken as the fewest.
 */
export function shortfallOf(aggregate: Aggregate, clusters: number): number | undefined {
  const cell = simulated.findLast((count) => count <= clusters) ?? simulated[0]
  const found = shortfalls.filter((one) => one.aggregate === aggregate && one.clusters === cell)
  return found.length === 0 ? undefined : Math.min(...found.map(({ covers }) => covers))
}
