import type { RunRecord, TrackRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { INVALID_SHARE } from './figure.ts'
import { isWithheld } from './main-figures.ts'
import type { FailurePolicy } from './report.ts'
import { TrackBook } from './track-book.ts'
import { metricsOf, type TrackContext, type TrackFacts } from './track-context.ts'

/** What a track's outcomes are read from, and how failures count. */
export interface TrackSource {
  readonly store: Pick<Store, 'caseSummaries' | 'outcomes'>
  readonly run: RunRecord
  readonly policy: FailurePolicy
  /** Default `INVALID_SHARE`. */
  readonly invalidShare?: number
}

/**
 * Reads all outcomes of one track of a run. Figures of a system are `seriesOf(context, …).counted`; cases of different
 * runs are the same where `context.book.subject(id).hash` is.
 * @throws Error when a harmonic mean lacks its parts
 */
export async function readTrackContext(
  { store, run, policy, invalidShare = INVALID_SHARE }: TrackSource,
  record: TrackRecord,
  facts: TrackFacts,
): Promise<TrackContext> {
  const book = new TrackBook()
  for await (const subject of store.caseSummaries(run.id, record.track)) book.addCase(subject)
  for await (const row of store.outcomes(run.id, { track: record.track })) book.addOutcome(row)
  return {
    book,
    record,
    facts: withoutHeadline(facts, book),
    metrics: metricsOf(facts),
    repeats: run.spec.repeats,
    policy,
    invalidShare,
  }
}

/** Facts of a track whose cases allow no headline say so instead of naming one. */
function withoutHeadline(facts: TrackFacts, book: TrackBook): TrackFacts {
  if (facts.withheld === undefined || !isWithheld(facts, book)) return facts
  return { ...facts, headline: { none: facts.withheld.reason } }
}
