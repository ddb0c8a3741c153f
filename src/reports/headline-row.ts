import type { MetricDefinition } from '../core/metric.ts'
import { headline } from '../stats/headline.ts'
import { figureOf, toFigure } from './figure.ts'
import type { ResultRow } from './report.ts'
import { shownFigure, type ShownFigure } from './shown-figure.ts'
import { seriesOf, type TrackContext } from './track-context.ts'
import type { Counted } from './track-book.ts'

/** Floor and ceiling of the headline metric. */
export interface HeadlineEnds {
  readonly shown: ShownFigure
  readonly metric: MetricDefinition
  readonly floor: { readonly system: string; readonly counted: readonly Counted[] } | null
  readonly ceiling: { readonly system: string; readonly counted: readonly Counted[] } | null
}

/** The best input-blind system and the oracle on the headline metric; null when that metric was not measured. */
export function headlineEnds(context: TrackContext): HeadlineEnds | null {
  const shown = shownFigure(context.facts.scorers, context.facts.headline)
  if ('none' in shown) return null
  const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (metric === undefined) return null
  const sign = metric.direction === 'higher' ? 1 : -1
  let floor: { system: string; value: number; counted: readonly Counted[] } | null = null
  for (const { id, kind } of context.record.systems) {
    if (kind !== 'input-blind') continue
    const { counted } = seriesOf(context, id, shown, metric)
    const { figure } = figureOf(counted, metric)
    if (figure === null) continue
    if (floor === null || sign * figure.value > sign * floor.value) {
      floor = { system: id, value: figure.value, counted }
    }
  }
  const oracle = context.record.systems.find(({ id, kind }) => kind === 'privileged' && id === 'oracle')
  return {
    shown,
    metric,
    floor,
    ceiling:
      oracle === undefined
        ? null
        : { system: oracle.id, counted: seriesOf(context, oracle.id, shown, metric).counted },
  }
}

/**
 * Where a ranked system stands between floor and oracle on the cases valid for all three, or why that is not said.
 * @param level of the interval, 0.95 when absent
 */
export function headlineOf(
  counted: readonly Counted[],
  ends: HeadlineEnds,
  level?: number,
): Pick<ResultRow, 'headline' | 'headlineMissing'> {
  const { floor, ceiling, metric } = ends
  if (floor === null) return { headlineMissing: 'no input-blind system was measured' }
  if (ceiling === null) return { headlineMissing: 'the oracle did not run' }
  const { aggregate, range, direction } = metric
  const found = headline(counted, floor.counted, ceiling.counted, { aggregate, range, direction, level })
  if (found.kind === 'undefined') return { headlineMissing: `${found.message} (${floor.system})` }
  return { headline: toFigure(found.estimate) }
}
