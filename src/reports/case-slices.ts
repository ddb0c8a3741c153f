import { tagValues } from '../core/case.ts'
import { instrumentKey } from '../core/scorer.ts'
import { boundsOf, countsOf, figureOf } from './figure.ts'
import type { ResultRow } from './report.ts'
import { shownFigure, type ShownFigure } from './shown-figure.ts'
import { seriesOf, type TrackContext } from './track-context.ts'

/** The headline metric, the published one and what judges say, each once, as they ran: figures that are compared. */
export function leadingFigures(context: Pick<TrackContext, 'facts'>): ShownFigure[] {
  const { headline, publishedFigure, scorers } = context.facts
  const figures = new Map<string, ShownFigure>()
  for (const figure of [headline, publishedFigure]) {
    if (figure === null) continue
    const shown = shownFigure(scorers, figure)
    if (!('none' in shown)) figures.set(`${shown.instrument} ${shown.metric}`, shown)
  }
  for (const scorer of scorers.filter(({ judges }) => judges !== undefined)) {
    for (const { name } of scorer.metrics) {
      const shown = { instrument: instrumentKey(scorer), metric: name }
      figures.set(`${shown.instrument} ${shown.metric}`, shown)
    }
  }
  return [...figures.values()]
}

/** The leading figures of every system, or others, for each value of a case tag. */
export function caseSliceRows(
  context: TrackContext,
  tag: string,
  figures: readonly ShownFigure[] = leadingFigures(context),
): ResultRow[] {
  const { book, record, metrics, policy, invalidShare } = context
  return book.tagValues(tag).flatMap((value) =>
    figures.flatMap((shown) => {
      const metric = metrics.get(`${shown.instrument} ${shown.metric}`)
      if (metric === undefined) return []
      return record.systems.map(({ id, kind }): ResultRow => {
        const series = seriesOf(context, id, shown, metric, ({ tags }) =>
          tagValues(tags, tag).includes(value),
        )
        return {
          track: record.track,
          system: id,
          kind,
          ...shown,
          policy,
          ...figureOf(series.counted, metric),
          ...countsOf(series, invalidShare),
          ...boundsOf(series, metric),
          slice: { tag, value },
        }
      })
    }),
  )
}
