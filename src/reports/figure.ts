import type { MetricDefinition } from '../core/metric.ts'
import { failureBounds } from '../stats/bounds.ts'
import { estimate, type Estimate } from '../stats/estimate.ts'
import type { Figure, ResultRow } from './report.ts'
import type { Counted, Series } from './track-book.ts'

/** Share of unscored and failed outcomes above which a figure is called invalid. */
export const INVALID_SHARE = 0.2

/** The parts of an estimate that a report shows. */
export function toFigure({ value, low, high, method, n, clusters }: Estimate): Figure {
  return { value, low, high, method, n, clusters }
}

/**
 * The figure of a series with its flags; `figure: null` when nothing could be measured.
 * @param level of its interval, 0.95 when absent
 */
export function figureOf(
  counted: readonly Counted[],
  metric: Pick<MetricDefinition, 'aggregate' | 'range' | 'binary'>,
  level?: number,
): Pick<ResultRow, 'figure' | 'exact' | 'note' | 'covers'> {
  const { aggregate, range, binary } = metric
  const found = estimate(counted, { aggregate, range, level, ...(binary === undefined ? {} : { binary }) })
  if (found === undefined) return { figure: null }
  const { exact, note, covers } = found
  return {
    figure: toFigure(found),
    ...(exact === undefined ? {} : { exact }),
    ...(note === undefined ? {} : { note }),
    ...(covers === undefined ? {} : { covers }),
  }
}

/** What became of the outcomes that are no numbers. */
export function countsOf(
  series: Series,
  invalidShare: number,
): Pick<
  ResultRow,
  'asked' | 'unscored' | 'unscoredBy' | 'failed' | 'failedBy' | 'notJudged' | 'skipped' | 'invalid'
> {
  const failed = series.failedBySystem + series.failedByInfrastructure
  return {
    asked: series.asked,
    unscored: series.unscored,
    unscoredBy: series.unscoredBy,
    failed,
    failedBy: { system: series.failedBySystem, infrastructure: series.failedByInfrastructure },
    notJudged: series.notJudged,
    skipped: series.skipped,
    invalid: series.asked > 0 && (series.unscored + failed) / series.asked > invalidShare,
  }
}

/** How far the figure could reach, had the cases left out been worst or best; nothing when none was. */
export function boundsOf(
  series: Series,
  metric: Pick<MetricDefinition, 'aggregate' | 'range'>,
): Pick<ResultRow, 'bounds'> {
  if (series.leftOut.length === 0) return {}
  const { aggregate, range } = metric
  const { worst, best } = failureBounds(series.counted, series.leftOut, { aggregate, range })
  if (worst === undefined || best === undefined) return {}
  return { bounds: { worst: worst.value, best: best.value } }
}
