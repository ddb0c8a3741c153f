/** Scores documents of one collection against queries; made by `createBm25`. */
export interface Bm25 {
  /** Score of every document, in the order of the documents; 0 where no query term occurs. Can be negative. */
  scores(query: readonly string[]): Float64Array
  /** The first document with the highest score, or undefined for an empty collection. */
  best(query: readonly string[]): { readonly index: number; readonly score: number } | undefined
  /** Document indexes from best to worst; equal scores keep the order of the documents. */
  ranking(query: readonly string[]): number[]
}

export interface Bm25Options {
  /** Saturation of the term frequency; default 1.5. */
  readonly k1?: number
  /** Share of length normalisation, 0 to 1; default 0.75. */
  readonly b?: number
  /** A negative idf becomes this share of the mean idf; default 0.25. */
  readonly epsilon?: number
  /**
   * `okapi`, the default: as rank-bm25, where a term in half of the documents or more can count against a match.
   * `positive`: ln(1 + (N − df + 0.5) / (df + 0.5)), as Lucene: a match never does, so small collections work too.
   */
  readonly idf?: 'okapi' | 'positive'
}

interface Posting {
  readonly document: number
  frequency: number
}

function countPostings(documents: readonly (readonly string[])[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>()
  for (const [document, tokens] of documents.entries()) {
    for (const token of tokens) {
      const list = postings.get(token)
      const last = list?.at(-1)
      if (list === undefined) postings.set(token, [{ document, frequency: 1 }])
      else if (last?.document === document) last.frequency++
      else list.push({ document, frequency: 1 })
    }
  }
  return postings
}

/** Inverse document frequencies; terms in more than half of the documents get `epsilon` × the mean. */
function inverseFrequencies(
  postings: ReadonlyMap<string, readonly Posting[]>,
  documentCount: number,
  epsilon: number,
): Map<string, number> {
  const idfs = new Map<string, number>()
  let sum = 0
  for (const [token, { length: count }] of postings) {
    const idf = Math.log(documentCount - count + 0.5) - Math.log(count + 0.5)
    idfs.set(token, idf)
    sum += idf
  }
  const replacement = (epsilon * sum) / idfs.size
  for (const [token, idf] of idfs) if (idf < 0) idfs.set(token, replacement)
  return idfs
}

function positiveFrequencies(
  postings: ReadonlyMap<string, readonly Posting[]>,
  documentCount: number,
): Map<string, number> {
  return new Map(
    Array.from(postings, ([token, { length: count }]) => [
      token,
      Math.log(1 + (documentCount - count + 0.5) / (count + 0.5)),
    ]),
  )
}

/**
 * BM25Okapi over tokenised documents, as rank-bm25 computes it (AlpsBench spec 2.6):
 * idf(t) = ln(N − df + 0.5) − ln(df + 0.5), negative values replaced by epsilon × mean idf;
 * score(d) = Σ over query tokens, repetitions counted, of idf · f · (k1 + 1) / (f + k1 · (1 − b + b · |d| / avgdl)).
 */
export function createBm25(documents: readonly (readonly string[])[], options: Bm25Options = {}): Bm25 {
  const { k1 = 1.5, b = 0.75, epsilon = 0.25, idf = 'okapi' } = options
  const lengths = Float64Array.from(documents, (tokens) => tokens.length)
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / documents.length
  const postings = countPostings(documents)
  const idfs =
    idf === 'okapi'
      ? inverseFrequencies(postings, documents.length, epsilon)
      : positiveFrequencies(postings, documents.length)

  function scores(query: readonly string[]): Float64Array {
    const totals = new Float64Array(documents.length)
    for (const token of query) {
      const rarity = idfs.get(token) ?? 0
      for (const { document, frequency } of postings.get(token) ?? []) {
        const length = lengths[document] ?? 0
        const weight = (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / averageLength))
        totals[document] = (totals[document] ?? 0) + rarity * weight
      }
    }
    return totals
  }

  return {
    scores,
    best(query) {
      let best: { index: number; score: number } | undefined
      for (const [index, score] of scores(query).entries()) {
        if (best === undefined || score > best.score) best = { index, score }
      }
      return best
    },
    ranking(query) {
      const totals = scores(query)
      return Array.from(totals.keys()).toSorted((left, right) => (totals[right] ?? 0) - (totals[left] ?? 0))
    },
  }
}
