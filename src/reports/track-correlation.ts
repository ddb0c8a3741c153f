import { figureCorrelation } from '../stats/figure-correlation.ts'
import { mainFigures } from './main-figures.ts'
import type { ResultRow, TrackCorrelation } from './report.ts'
import type { ShownFigure } from './shown-figure.ts'
import { seriesOf, type TrackContext } from './track-context.ts'

/** A track with its rows. */
export interface BuiltTrack {
  readonly context: TrackContext
  readonly rows: readonly ResultRow[]
}

/**
 * Over the ranked systems that have the main figure of both tracks: the judged one where there is one, else the
 * headline's. null where a track has neither.
 */
export function trackCorrelation(first: BuiltTrack, second: BuiltTrack): TrackCorrelation | null {
  const [x, y] = [figureFor(first), figureFor(second)]
  if (x === null || y === null) return null
  const there = systemsWith(second, y)
  const systems = systemsWith(first, x).filter((system) => there.includes(system))
  const found = figureCorrelation(seriesFor(first, x, systems), seriesFor(second, y, systems))
  return {
    x: { track: first.context.record.track, ...x },
    y: { track: second.context.record.track, ...y },
    systems,
    found: found ?? null,
  }
}

function figureFor({ context }: BuiltTrack): ShownFigure | null {
  return mainFigures(context)[0] ?? null
}

function systemsWith({ rows }: BuiltTrack, { instrument, metric }: ShownFigure): string[] {
  return rows
    .filter(
      (row) =>
        row.slice === undefined &&
        row.kind === 'ranked' &&
        row.instrument === instrument &&
        row.metric === metric &&
        row.figure !== null &&
        !row.invalid,
    )
    .map(({ system }) => system)
}

function seriesFor(
  { context }: BuiltTrack,
  shown: ShownFigure,
  systems: readonly string[],
): Parameters<typeof figureCorrelation>[0] {
  const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (metric === undefined) throw new Error(`${shown.instrument} has no metric ${shown.metric}`)
  const { aggregate, range } = metric
  return {
    series: systems.map((system) => seriesOf(context, system, shown, metric).counted),
    aggregate,
    range,
  }
}
