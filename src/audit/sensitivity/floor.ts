import type { MetricDefinition } from '../../core/metric.ts'
import { headline } from '../../stats/headline.ts'
import type { CaseObservation } from '../../stats/series.ts'

/** Observations of a metric by system. */
export interface SystemSeries {
  readonly system: string
  readonly observations: readonly CaseObservation[]
}

/** How near to the oracle something that reads nothing comes. */
export interface FloorShare {
  /** The input-blind system that comes nearest. */
  readonly system: string
  /** Its figure and the oracle's, on their common cases. */
  readonly floor: number
  readonly ceiling: number
  /** Of the way from the worst value to the oracle's figure; 1 where the oracle is no better than the worst value. */
  readonly share: number
  /** More than 5 %: no headline may rest on this figure. */
  readonly fails: boolean
}

/** The best input-blind system of a metric. @returns null when none has a case in common with the oracle */
export function floorOf(
  metric: MetricDefinition,
  oracle: readonly CaseObservation[],
  blind: readonly SystemSeries[],
): FloorShare | null {
  const { aggregate, direction, range } = metric
  const worst = direction === 'higher' ? range[0] : range[1]
  let best: FloorShare | null = null
  for (const { system, observations } of blind) {
    const found = headline(observations, observations, oracle, { aggregate, direction, range })
    if (!('floor' in found)) continue
    const { floor, ceiling } = found
    const share = ceiling === worst ? 1 : (floor - worst) / (ceiling - worst)
    if (best === null || share > best.share)
      best = { system, floor, ceiling, share, fails: found.kind === 'undefined' }
  }
  return best
}
