import type { CaseObservation } from '../stats/series.ts'
import type { TrackBook } from './track-book.ts'

/**
 * A series whose cases are named by their content, so that cases of different runs are the same where their input and
 * gold are. Of cases with equal content the first stands for all.
 */
export function hashedSeries<T extends CaseObservation>(book: TrackBook, counted: readonly T[]): T[] {
  const seen = new Set<string>()
  return counted.flatMap((observation) => {
    const hash = book.subject(observation.case)?.hash
    if (hash === undefined || seen.has(hash)) return []
    seen.add(hash)
    return [{ ...observation, case: hash }]
  })
}

/** Content hashes of all cases of a track. */
export function caseHashes(book: TrackBook): ReadonlySet<string> {
  return new Set(book.caseIds().flatMap((id) => book.subject(id)?.hash ?? []))
}
