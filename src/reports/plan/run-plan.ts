import type { MetricDefinition } from '../../core/metric.ts'
import { clustersFor, detectable, type Decision } from '../../stats/power.ts'
import { differenceSpread, figureSpread, type FigureSpread } from '../../stats/spread.ts'
import type { Condition } from '../gate/condition.ts'
import type { ShownFigure } from '../shown-figure.ts'
import { seriesOf, type TrackContext } from '../track-context.ts'

/** How much larger a run could be, of which the plan tells what it could detect. */
export const growths = [2, 4, 10] as const

/** What more cases would bring to one question. Amounts are in the unit of the metric. */
export interface PlanRow extends ShownFigure {
  readonly track: string
  readonly system: string
  /** The system it is compared with, or the number it is held against. */
  readonly against: { readonly system: string } | { readonly bound: number }
  /** Difference to the other system, or to the number; null: nothing could be measured. */
  readonly difference: number | null
  readonly n: number
  readonly clusters: number
  /** Null where it can't be told: see `why`. */
  readonly standardError: number | null
  /** The smallest true difference that this many cases find, and growths of them, with the wanted power. */
  readonly detectable: number | null
  readonly grown: readonly { readonly times: number; readonly detectable: number }[]
  /** What a true difference of `of` needs, in all; null: no number of cases is enough, or it can't be told. */
  readonly needed: { readonly of: number; readonly clusters: number; readonly cases: number } | null
  readonly why: string | null
}

export interface PlanOptions {
  readonly decision: Decision
  /** The true difference that is to be found; null: as large as the observed one. */
  readonly difference: number | null
}

/** Two systems on one figure. @throws Error when the instrument lacks the metric */
export function pairPlan(
  context: TrackContext,
  shown: ShownFigure,
  [a, b]: readonly [string, string],
  options: PlanOptions,
): PlanRow {
  const metric = metricOf(context, shown)
  const [first, second] = [a, b].map((system) => seriesOf(context, system, shown, metric).counted)
  const spread = differenceSpread(first ?? [], second ?? [], metric)
  const base = { ...shown, track: context.record.track, system: a, against: { system: b } }
  return { ...base, ...planned(spread, spread?.value ?? null, options) }
}

/** One system against a number, one-sided. @throws Error when the instrument lacks the metric */
export function boundPlan(
  context: TrackContext,
  shown: ShownFigure,
  system: string,
  { threshold }: Pick<Condition, 'threshold'>,
  options: PlanOptions,
): PlanRow {
  const metric = metricOf(context, shown)
  const spread = figureSpread(seriesOf(context, system, shown, metric).counted, metric)
  const base = { ...shown, track: context.record.track, system, against: { bound: threshold } }
  const difference = spread === undefined ? null : spread.value - threshold
  const decision = { ...options.decision, oneSided: true }
  return { ...base, ...planned(spread, difference, { ...options, decision }) }
}

function metricOf({ metrics }: TrackContext, { instrument, metric }: ShownFigure): MetricDefinition {
  const found = metrics.get(`${instrument} ${metric}`)
  if (found === undefined) throw new Error(`${instrument} has no metric ${metric}`)
  return found
}

function planned(
  spread: FigureSpread | undefined,
  difference: number | null,
  { decision, difference: wanted }: PlanOptions,
): Pick<
  PlanRow,
  'difference' | 'n' | 'clusters' | 'standardError' | 'detectable' | 'grown' | 'needed' | 'why'
> {
  const none = { standardError: null, detectable: null, grown: [], needed: null }
  if (spread === undefined)
    return {
      ...none,
      difference,
      n: 0,
      clusters: 0,
      why: 'too few clusters were measured to know how they vary',
    }
  const { n, clusters, standardError } = spread
  const size = { difference, n, clusters }
  if (standardError === 0)
    return {
      ...none,
      ...size,
      why: 'no case differs from the others, so nothing shows how large the spread is',
    }
  const known = { standardError, clusters }
  const of = Math.abs(wanted ?? difference ?? 0)
  const needed = of === 0 ? undefined : clustersFor(known, of, decision)
  return {
    ...size,
    standardError,
    detectable: detectable(known, decision),
    grown: growths.map((times) => ({
      times,
      detectable: detectable(
        { standardError: standardError / Math.sqrt(times), clusters: clusters * times },
        decision,
      ),
    })),
    needed: needed === undefined ? null : { of, clusters: needed, cases: Math.ceil((needed * n) / clusters) },
    why: of === 0 ? 'the observed difference is 0: say with --difference what is worth finding' : null,
  }
}
