/** Of the paper: far enough from 0 that one first place does not outweigh two good ones. */
const USUAL = 60

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): the score of a document is the sum, over the
 * rankings that hold it, of 1 / (k + rank), ranks from 1. What no ranking holds gets 0.
 * @param rankings places of documents, best first; a ranking may leave documents out
 * @param count of documents
 * @param k default 60
 */
export function fuseRankings(
  rankings: readonly (readonly number[])[],
  count: number,
  k = USUAL,
): Float64Array {
  const scores = new Float64Array(count)
  for (const ranking of rankings) {
    for (const [place, document] of ranking.entries()) {
      scores[document] = (scores[document] ?? 0) + 1 / (k + place + 1)
    }
  }
  return scores
}
