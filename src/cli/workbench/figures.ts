import type { MetricDefinition } from '../../core/metric.ts'
import { decimalsOf } from '../../reports/format.ts'
import { judgedSetups } from '../../reports/judged-setups.ts'
import { shownFigure, type ShownFigure } from '../../reports/shown-figure.ts'
import type { TrackContext } from '../../reports/track-context.ts'
import type { BoardFigure } from '../../server/schemas/board.ts'

/** The columns that a track has: what it is about first, then its other metrics in the order of the instruments. */
export function trackFigures({ facts, metrics }: Pick<TrackContext, 'facts' | 'metrics'>): BoardFigure[] {
  const setups = judgedSetups(facts.scorers)
  const labels = new Map(setups.map(({ instrument, label }) => [instrument, label]))
  const headline = named(facts.headline, facts)
  const published = facts.publishedFigure === null ? null : named(facts.publishedFigure, facts)
  const main = new Map(setups.map(({ instrument, metrics: own }) => [instrument, own[0]]))
  const roleOf = ({ instrument, metric }: ShownFigure): BoardFigure['role'] => {
    if (isSame(headline, { instrument, metric })) return 'headline'
    if (isSame(published, { instrument, metric })) return 'published'
    return main.get(instrument) === metric ? 'judged' : 'other'
  }
  const figures = [...metrics].map(([name, definition]): BoardFigure => {
    const shown = shownOf(name)
    return {
      ...shown,
      label: `${labels.get(shown.instrument) ?? shown.instrument} ${shown.metric}`,
      description: definition.description,
      direction: definition.direction,
      range: [...definition.range],
      decimals: decimalsOf(definition),
      role: roleOf(shown),
      judged: labels.has(shown.instrument),
    }
  })
  const order: readonly BoardFigure['role'][] = ['headline', 'published', 'judged', 'other']
  return figures.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
}

/** `instrument metric`; a metric's name has no blank. */
function shownOf(name: string): ShownFigure {
  const at = name.lastIndexOf(' ')
  return { instrument: name.slice(0, at), metric: name.slice(at + 1) }
}

function named(figure: TrackContext['facts']['headline'], facts: TrackContext['facts']): ShownFigure | null {
  const shown = shownFigure(facts.scorers, figure)
  return 'none' in shown ? null : shown
}

function isSame(a: ShownFigure | null, b: ShownFigure): boolean {
  return a !== null && a.instrument === b.instrument && a.metric === b.metric
}

/** The definition of a figure of a track; undefined when no instrument of it has the metric. */
export function metricOf(
  { metrics }: Pick<TrackContext, 'metrics'>,
  { instrument, metric }: ShownFigure,
): MetricDefinition | undefined {
  return metrics.get(`${instrument} ${metric}`)
}
