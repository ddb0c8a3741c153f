import { foldText } from './fold.ts'
import { functionWords } from './function-words.ts'
import { stemmerFor } from './stem.ts'

export interface TokenizeOptions {
  /** ISO 639-1 code or a longer BCP 47 tag, of which the first part counts. Without it: no stop words, no stemming. */
  readonly language?: string
}

/** A number with its separators, or a run of letters, marks and digits with apostrophes inside. */
const wordPattern = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu
const separatedNumber = /^\p{N}+[.,]/u
const groupedThousands = /^\d{1,3}(?:,\d{3})+$/

/** Runs in scripts that are written without spaces between words, and in Hangul, where particles stick to words. */
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}]+|[\p{Script=Katakana}ー]+|\p{Script=Hangul}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const bigramRun = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u
const katakanaRun = /^[\p{Script=Katakana}ー]/u
const southeastAsian = new Intl.Segmenter('th', { granularity: 'word' })

const elidedArticle = /^(?:l|d|j|m|n|s|t|c|qu|un|dell|all|nell|sull|dall|quell)'(?=.{2})/u
const englishClitic = /'(?:s|m|d|re|ve|ll)$/u
const irregularNegations = new Map([
  ["can't", 'can'],
  ["won't", 'will'],
  ["shan't", 'shall'],
])
const arabicArticle = /^(?:[وبكف]?ال|لل)(?=.{3})/u

/** Left in although they are function words: without them a statement turns into its opposite. */
const negations = new Set(
  `not no nor nicht kein keine keinen ohne pas ne ni sans non sin não nem sem senza niet geen zonder inte ingen utan
  nie bez nu fără değil tidak không не ни ні без لا without`.split(/\s+/),
)

/** Beyond this length a "word" is data (a key, a base64 text), and stemming it only costs time. */
const longestStemmed = 64

function bigrams(run: string): string[] {
  const characters = Array.from(run)
  if (characters.length === 1) return [run]
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

function tokensOfUnspaced(run: string): string[] {
  if (katakanaRun.test(run)) return [run]
  if (bigramRun.test(run)) return bigrams(run)
  return Array.from(southeastAsian.segment(run), ({ segment }) => segment)
}

/** `doesn't` → `does`, `not`; `user's` → `user`; `l'eau` → `eau`; other apostrophes vanish. */
function splitContraction(word: string): string[] {
  if (!word.includes("'")) return [word]
  if (word.endsWith("n't")) return [irregularNegations.get(word) ?? word.slice(0, -3), 'not']
  const bare = word.replace(elidedArticle, '').replace(englishClitic, '').replaceAll("'", '')
  return [bare]
}

function canonicalNumber(number: string): string {
  return groupedThousands.test(number) ? number.replaceAll(',', '') : number.replaceAll(',', '.')
}

function normalizerFor(language: string): (word: string) => string | undefined {
  const stopWords = functionWords.get(language) ?? new Set<string>()
  const stem = stemmerFor(language)
  return (word) => {
    if (stopWords.has(word) && !negations.has(word)) return undefined
    if (word.length > longestStemmed) return word
    return language === 'ar' ? word.replace(arabicArticle, '') : stem(word)
  }
}

/**
 * Tokens of a text in any language, for lexical comparison and retrieval, in the order of the text and with
 * repetitions, after `foldText` (NFKC, lower case, one spelling):
 * - words between spaces, with their combining marks; contractions are split and `n't` becomes `not`;
 * - numbers as one token, `1,000` as `1000`, `3,5` as `3.5`;
 * - Han, Hiragana and Hangul as overlapping pairs of characters (a lone character by itself), because pairs
 *   don't depend on a dictionary, nor miss a word that carries a particle; Katakana runs are words;
 * - Thai, Lao, Khmer and Myanmar by the dictionaries of `Intl.Segmenter`, the one part of the result that can
 *   differ between ICU versions (and that falls back to coarser pieces where Node was built without them).
 * With a language, function words are left out, save negations, and words are stemmed (Snowball; for Arabic only
 * the article is removed). Punctuation, symbols and emoji give no tokens.
 */
export function tokenizeMultilingual(text: string, options: TokenizeOptions = {}): string[] {
  const language = options.language?.toLowerCase().split(/[-_]/)[0] ?? ''
  const normalize = normalizerFor(language)
  const tokens: string[] = []
  const addWords = (word: string) => {
    for (const part of splitContraction(word)) {
      const token = part === '' ? undefined : normalize(part)
      if (token !== undefined && token !== '') tokens.push(token)
    }
  }
  for (const [match] of foldText(text, language).matchAll(wordPattern)) {
    if (separatedNumber.test(match)) {
      tokens.push(canonicalNumber(match))
      continue
    }
    let end = 0
    for (const run of match.matchAll(unspacedRun)) {
      addWords(match.slice(end, run.index))
      tokens.push(...tokensOfUnspaced(run[0]))
      end = run.index + run[0].length
    }
    addWords(match.slice(end))
  }
  return tokens
}
