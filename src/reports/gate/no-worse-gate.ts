import type { MetricDefinition } from '../../core/metric.ts'
import { paired } from '../../stats/paired.ts'
import { countsOf, toFigure } from '../figure.ts'
import { decimalsOf, intervalText, signed } from '../format.ts'
import { hashedSeries } from '../hashed-series.ts'
import type { ShownFigure } from '../shown-figure.ts'
import { seriesOf, type TrackContext } from '../track-context.ts'
import { invalidText, type Objection } from './min-gate.ts'
import { hold, type GateResult } from './verdict.ts'

/** A system of one run, with the track's outcomes there. */
export interface Side {
  readonly run: string
  readonly context: TrackContext
  readonly system: string
}

/**
 * Whether a system is no worse than one of another run by more than a margin, on the cases that both runs have (by
 * content hash): a non-inferiority test.
 * @param margin in the unit of the metric, 0 or more
 * @param same true: every answer is the same, so that nothing can have got worse
 * @throws RangeError when runs disagree on the cluster of a case
 */
export function noWorseGate(
  now: Side,
  before: Side,
  shown: ShownFigure,
  { alpha, margin, same, objection }: { alpha: number; margin: number; same: boolean; objection: Objection },
): GateResult {
  const metric = metricOf(now.context, shown)
  const sides = [now, before].map(({ context, system }) => seriesOf(context, system, shown, metric))
  const [a = [], b = []] = [now, before].map(({ context }, i) =>
    hashedSeries(context.book, sides[i]?.counted ?? []),
  )
  const level = 1 - 2 * alpha
  const { aggregate, range, direction } = metric
  const found = paired(a, b, { aggregate, range, direction, level })
  const decimals = decimalsOf(metric)
  const bound = direction === 'higher' ? -margin : margin
  const base = {
    kind: 'no-worse' as const,
    asked: `${now.context.record.track}.${shown.metric} no worse than ${before.run} by more than ${margin}`,
    track: now.context.record.track,
    system: now.system,
    than: { run: before.run, system: before.system },
    ...shown,
    figure: found === undefined ? null : toFigure(found.difference),
    bound,
    direction,
  }
  if (found === undefined)
    return { ...base, verdict: 'undecided', why: 'no case could be measured in both runs' }
  const counts = sides.map((series) => invalidText(countsOf(series, now.context.invalidShare)))
  const doubt = counts.find((text) => text !== null) ?? objection(shown)
  if (doubt !== null) return { ...base, verdict: 'undecided', why: doubt }
  const counted = `${found.wins} better, ${found.ties} equal, ${found.losses} worse`
  if (same && found.wins + found.losses === 0)
    return { ...base, verdict: 'passed', why: `every answer is the same as before (${counted})` }
  const verdict = hold(found.difference, bound, direction)
  const text = `${signed(found.difference.value, decimals)} ${intervalText(found.difference, decimals)}`
  const end = {
    passed: 'no worse than the margin',
    missed: 'worse by more than the margin',
    undecided: 'the margin is inside',
  }[verdict]
  return {
    ...base,
    verdict,
    why: `${text} on ${found.difference.n} cases in ${found.difference.clusters} clusters (${counted}): ${end} (one-sided, alpha ${alpha})`,
  }
}

function metricOf({ metrics }: TrackContext, { instrument, metric }: ShownFigure): MetricDefinition {
  const found = metrics.get(`${instrument} ${metric}`)
  if (found === undefined) throw new Error(`${instrument} has no metric ${metric}`)
  return found
}
