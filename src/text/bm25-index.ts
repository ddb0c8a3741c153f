import { createBm25, type Bm25 } from './bm25.ts'
import { searchTokens } from './search-tokens.ts'

/** Scores each text of a list against a query, 0 where they share no word; never below 0. */
export type TextIndex = (texts: readonly { readonly text: string }[], query: string) => Float64Array

/**
 * BM25 over `searchTokens` with k1 1.5, b 0.75 and positive idf. The index of a list is built at its first query and
 * kept as long as the list is, so a list must not change.
 */
export function createTextIndex(): TextIndex {
  const indexes = new WeakMap<readonly object[], Bm25>()
  return (texts, query) => {
    const tokens = () => texts.map(({ text }) => searchTokens(text))
    const index = indexes.get(texts) ?? createBm25(tokens(), { idf: 'positive' })
    indexes.set(texts, index)
    return index.scores(searchTokens(query))
  }
}
