import { functionWords, statementWords } from './function-words.ts'
import { dominantScript, scriptShares } from './script.ts'

const languages = Array.from(functionWords, ([language, words]) => ({
  language,
  words: new Set([...words, ...(statementWords.get(language) ?? [])]),
}))

/** Below this share of its script a text counts as mixed. */
const sureShare = 0.6
/** This many letters of Han without any kana make Chinese rather than Japanese sure. */
const sureHanLength = 12

/** Words for language evidence; one ASCII letter alone ("a", "e", "o") is a word of too many languages. */
function evidenceWords(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}]+(?:'s\b)?/gu) ?? []
  return new Set(words.filter((word) => !/^[a-z]$/.test(word)))
}

/**
 * The languages (ISO 639-1) a text may be in, judged by its function words and by words frequent in statements
 * about a person; undefined when nothing is sure, which short or telegraphic texts mostly are. Sure means: at
 * least two different such words of one language; languages with half as many or more stay possible too.
 * Knows the languages of `functionWords` only, so a text in another language is mostly undefined.
 * (The n-gram detector tinyld was tried and left out: on short English memories full of names and jargon it
 * was wrong in one of twenty of its confident answers.)
 */
export function plausibleLanguages(text: string): ReadonlySet<string> | undefined {
  const found = evidenceWords(text)
  const counts = languages.map(({ language, words }) => ({
    language,
    count: Array.from(found).filter((word) => words.has(word)).length,
  }))
  const most = Math.max(...counts.map(({ count }) => count))
  if (most < 2) return undefined
  return new Set(counts.filter(({ count }) => count * 2 >= most).map(({ language }) => language))
}

/** Whether words of two texts can be compared, and if not, what differs. */
export type LexicalComparability =
  | { readonly comparable: true }
  | { readonly comparable: false; readonly differs: 'script' | 'language' }

/** `japanese` for any text with a fair share of kana, else the dominant script, or undefined when mixed or empty. */
function writingSystem(text: string): string | undefined {
  const shares = scriptShares(text)
  const kana = shares.get('kana') ?? 0
  if (kana > 0 && kana + (shares.get('han') ?? 0) >= sureShare) return kana >= 0.1 ? 'japanese' : undefined
  const dominant = dominantScript(text)
  if (dominant === undefined || dominant.share < sureShare) return undefined
  if (dominant.script !== 'han') return dominant.script
  return (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= sureHanLength ? 'chinese' : 'han'
}

function mayShareWriting(left: string, right: string): boolean {
  const pair = new Set([left, right])
  // a short text in Han characters may be Chinese or Japanese
  return pair.size === 1 || (pair.has('han') && (pair.has('chinese') || pair.has('japanese')))
}

/**
 * Whether two texts can be compared by their words at all: an English gold value and a Chinese or Spanish
 * prediction of the same fact share none. The answer is "comparable" unless the contrary is sure:
 * - a text without letters (numbers, emoji), or with less than 60 % of its letters in one script, is comparable
 *   with everything;
 * - texts in different scripts are not comparable, however short; Japanese is told from Chinese by its kana;
 * - texts in one script are not comparable when both give evidence of their language (`plausibleLanguages`) and
 *   no language is plausible for both.
 * Names and short telegraphic texts therefore stay comparable within a script.
 */
export function comparableLexically(a: string, b: string): LexicalComparability {
  const left = writingSystem(a)
  const right = writingSystem(b)
  if (left === undefined || right === undefined) return { comparable: true }
  if (!mayShareWriting(left, right)) return { comparable: false, differs: 'script' }
  const ofLeft = plausibleLanguages(a)
  const ofRight = plausibleLanguages(b)
  if (ofLeft === undefined || ofRight === undefined) return { comparable: true }
  const canBeEqual = Array.from(ofLeft).some((language) => ofRight.has(language))
  return canBeEqual ? { comparable: true } : { comparable: false, differs: 'language' }
}

/** What can be told of a text's language, to compare many texts with it. */
export interface LanguageProfile {
  /** `japanese`, `chinese`, `han` (either), or the name of a script; undefined when mixed or without letters. */
  readonly writing: string | undefined
  readonly languages: ReadonlySet<string> | undefined
}

/** Writing systems that many languages share: having one in common says nothing of the language. */
const sharedWriting = new Set(['latin', 'cyrillic', 'arabic', 'devanagari', 'hebrew', 'han', 'other'])

export function languageProfile(text: string): LanguageProfile {
  return { writing: writingSystem(text), languages: plausibleLanguages(text) }
}

/** Whether two texts are in one language, as far as is sure; `unknown` is what names and telegraphic texts mostly are. */
export function languageMatch(a: LanguageProfile, b: LanguageProfile): 'same' | 'other' | 'unknown' {
  const [left, right] = [a.writing, b.writing]
  if (left === undefined || right === undefined) return 'unknown'
  if (!mayShareWriting(left, right)) return 'other'
  const [ofLeft, ofRight] = [a.languages, b.languages]
  if (ofLeft !== undefined && ofRight !== undefined)
    return Array.from(ofLeft).some((language) => ofRight.has(language)) ? 'same' : 'other'
  return left === right && !sharedWriting.has(left) ? 'same' : 'unknown'
}
