import { estimate } from './estimate.ts'
import type { Estimate, EstimateOptions } from './estimate.ts'
import type { CaseScore, Observation } from './observation.ts'

/** A case without an outcome, and the worst and best outcome it could have had. */
export interface ExcludedCase {
  cluster: string
  weight?: number | undefined
  worst: CaseScore
  best: CaseScore
}

/** A figure with the cases that could not be measured counted as worst, left out, and counted as best. */
export interface FailureBounds {
  worst: Estimate | undefined
  exclude: Estimate | undefined
  best: Estimate | undefined
  /** Cases without an outcome. */
  excluded: number
}

/**
 * Bounds a figure over what the excluded cases could have been. `worst` and `best` follow the metric's direction,
 * so for an error rate `worst` is the larger figure. Each is undefined when it rests on no case.
 * @throws RangeError as `estimate`.
 */
export function failureBounds(
  observations: readonly Observation[],
  excluded: readonly ExcludedCase[],
  options: EstimateOptions,
): FailureBounds {
  const assume = (end: 'worst' | 'best') => {
    const assumed = excluded.map(({ cluster, weight, ...ends }) => ({ ...ends[end], cluster, weight }))
    return estimate([...observations, ...assumed], options)
  }
  return {
    worst: assume('worst'),
    exclude: estimate(observations, options),
    best: assume('best'),
    excluded: excluded.length,
  }
}
