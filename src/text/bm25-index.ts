import { createBm25, type Bm25 } from './bm25.ts'
import { questionLanguage, searchStems, searchTokens } from './search-tokens.ts'

/** Scores each text of a list against a query, 0 where they share no word; never below 0. */
export type TextIndex = (texts: readonly { readonly text: string }[], query: string) => Float64Array

/**
 * BM25 with k1 1.5, b 0.75 and positive idf. The words of texts and query are cut in the query's language, stop words
 * out and stems taken, where that language is sure: texts are often too short to tell their own. An index of a list is
 * built at its first query in a language and kept as long as the list is, so a list must not change.
 */
export function createTextIndex(): TextIndex {
  const indexes = new WeakMap<readonly object[], Map<string, Bm25>>()
  return (texts, query) => {
    const language = questionLanguage(query)
    const cut = (text: string): string[] =>
      language === undefined ? searchTokens(text) : searchStems(text, language)
    const built = indexes.get(texts) ?? new Map<string, Bm25>()
    indexes.set(texts, built)
    const index =
      built.get(language ?? '') ??
      createBm25(
        texts.map(({ text }) => cut(text)),
        { idf: 'positive' },
      )
    built.set(language ?? '', index)
    return index.scores(cut(query))
  }
}
