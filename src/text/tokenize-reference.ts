import { porterStem } from './porter.ts'
import { pythonWhitespace } from './python-whitespace.ts'
import { englishStopWords } from './stopwords-english.ts'
import { treebankWords } from './treebank.ts'

const whitespaceRun = new RegExp(`[${pythonWhitespace}]+`, 'u')

/**
 * Tokens of a document for the reference BM25 (AlpsBench spec 2.6): lower-cased, Treebank-style words, only
 * alphanumeric ones, without English stop words, Porter-stemmed, repetitions kept. Made for English: a run of
 * Han characters is one token, and text of which nothing is left gives an empty list.
 */
export function tokenizeReference(text: string): string[] {
  return treebankWords(text.toLowerCase())
    .filter((word) => !englishStopWords.has(word))
    .map((word) => porterStem(word))
}

/** As `tokenizeReference`, but a query with no token left is split, lower-cased, at white space. */
export function tokenizeReferenceQuery(text: string): string[] {
  const tokens = tokenizeReference(text)
  if (tokens.length > 0) return tokens
  return text
    .toLowerCase()
    .split(whitespaceRun)
    .filter((token) => token !== '')
}
