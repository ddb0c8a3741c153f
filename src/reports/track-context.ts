import { checkMetrics, type Aggregation, type MetricDefinition } from '../core/metric.ts'
import type { MemoryPlan } from '../core/memory-plan.ts'
import type { PublishedResult } from '../core/published.ts'
import type { TrackRecord } from '../core/run.ts'
import { instrumentKey, type Instrument } from '../core/scorer.ts'
import type { FigureName } from '../core/track.ts'
import type { TrackReading } from '../core/track-reading.ts'
import type { FailurePolicy } from './report.ts'
import type { ShownFigure } from './shown-figure.ts'
import type { Series, TrackBook } from './track-book.ts'

/** What a report needs to know of a track beside its outcomes. */
export interface TrackFacts extends TrackReading {
  readonly id: string
  readonly title: string
  readonly headline: FigureName | { readonly none: string }
  readonly publishedFigure: FigureName | null
  readonly publishedResults: readonly PublishedResult[]
  readonly scorers: readonly InstrumentFacts[]
  /** What memory systems are told. */
  readonly memory?: Pick<MemoryPlan, 'history'>
}

/** What a report needs to know of an instrument. */
export interface InstrumentFacts extends Pick<
  Instrument,
  'name' | 'version' | 'options' | 'judges' | 'metrics'
> {
  /** Ids of the systems it measures; absent: all of them. */
  readonly only?: readonly string[]
}

/** A track while its rows are made. */
export interface TrackContext {
  readonly book: TrackBook
  readonly record: TrackRecord
  readonly facts: TrackFacts
  /** By `instrument metric`. */
  readonly metrics: ReadonlyMap<string, MetricDefinition>
  /** Repeats that the run asked for of each case. */
  readonly repeats: number
  readonly policy: FailurePolicy
  readonly invalidShare: number
}

/**
 * Metric definitions of all instruments, by `instrument metric`.
 * @throws Error when a harmonic mean lacks its parts
 */
export function metricsOf(facts: Pick<TrackFacts, 'scorers'>): Map<string, MetricDefinition> {
  for (const { metrics } of facts.scorers) checkMetrics(metrics)
  return new Map(
    facts.scorers.flatMap((scorer) =>
      scorer.metrics.map((metric): [string, MetricDefinition] => [
        `${instrumentKey(scorer)} ${metric.name}`,
        metric,
      ]),
    ),
  )
}

/** A system's series of a metric under the report's failure policy. */
export function seriesOf(
  context: Pick<TrackContext, 'book' | 'policy'>,
  system: string,
  shown: ShownFigure,
  metric: Aggregation,
  keep?: Parameters<TrackBook['series']>[2],
): Series {
  return context.book.series({ system, ...shown }, { policy: context.policy, metric }, keep)
}
