/**
 * The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980) with the changes
 * NLTK applies by default ("NLTK extensions"): a few irregular words, other treatment of short words in -ies
 * and -ied, of final y, of -alli, -fulli and -logi, and a two-letter vowel-consonant stem counts as short.
 */

type Condition = (stem: string) => boolean
type Rule = readonly [suffix: string, replacement: string, applies: Condition]

const irregular = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['innings', 'inning'],
  ['inning', 'inning'],
  ['outings', 'outing'],
  ['outing', 'outing'],
  ['cannings', 'canning'],
  ['canning', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
])

/** One letter per character: c(onsonant) or v(owel); y is a vowel after a consonant. */
function soundPattern(word: string): string {
  let pattern = ''
  let previous = 'v'
  for (let index = 0; index < word.length; index++) {
    const letter = word.charAt(index)
    if ('aeiou'.includes(letter)) previous = 'v'
    else if (letter === 'y') previous = previous === 'c' ? 'v' : 'c'
    else previous = 'c'
    pattern += previous
  }
  return pattern
}

/** Porter's m: how often a vowel is followed by a consonant. */
function measure(stem: string): number {
  return soundPattern(stem).split('vc').length - 1
}

const hasMeasure: Condition = (stem) => measure(stem) > 0
const hasLongMeasure: Condition = (stem) => measure(stem) > 1
const hasVowel: Condition = (stem) => soundPattern(stem).includes('v')

function endsWithDoubleConsonant(word: string): boolean {
  return word.length > 1 && word.at(-1) === word.at(-2) && soundPattern(word).endsWith('c')
}

/** Porter's *o (consonant-vowel-consonant, the last not w, x or y), and NLTK's two-letter form of it. */
function isShortEnding(stem: string): boolean {
  const pattern = soundPattern(stem)
  return pattern === 'vc' || (pattern.endsWith('cvc') && !/[wxy]$/.test(stem))
}

/** Only the first rule whose suffix fits is tried, whether or not its condition holds. */
function applyFirst(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement, applies] of rules) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, word.length - suffix.length)
    return applies(stem) ? stem + replacement : word
  }
  return word
}

function removePlural(word: string): string {
  if (word.endsWith('ies')) return word.slice(0, word.length === 4 ? -1 : -2)
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function removePastAndGerund(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2)
  if (word.endsWith('eed')) return hasMeasure(word.slice(0, -3)) ? word.slice(0, -1) : word
  const ending = ['ed', 'ing'].find((suffix) => word.endsWith(suffix))
  if (ending === undefined) return word
  const stem = word.slice(0, -ending.length)
  if (!hasVowel(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsWithDoubleConsonant(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1)
  return measure(stem) === 1 && isShortEnding(stem) ? `${stem}e` : stem
}

function replaceFinalY(word: string): string {
  const stem = word.slice(0, -1)
  return word.endsWith('y') && stem.length > 1 && soundPattern(stem).endsWith('c') ? `${stem}i` : word
}

/** Longer suffixes stand before the shorter ones they contain. */
const derivationalRules: readonly Rule[] = [
  ['ational', 'ate', hasMeasure],
  ['tional', 'tion', hasMeasure],
  ['enci', 'ence', hasMeasure],
  ['anci', 'ance', hasMeasure],
  ['izer', 'ize', hasMeasure],
  ['bli', 'ble', hasMeasure],
  ['entli', 'ent', hasMeasure],
  ['eli', 'e', hasMeasure],
  ['ousli', 'ous', hasMeasure],
  ['ization', 'ize', hasMeasure],
  ['ation', 'ate', hasMeasure],
  ['ator', 'ate', hasMeasure],
  ['alism', 'al', hasMeasure],
  ['iveness', 'ive', hasMeasure],
  ['fulness', 'ful', hasMeasure],
  ['ousness', 'ous', hasMeasure],
  ['aliti', 'al', hasMeasure],
  ['iviti', 'ive', hasMeasure],
  ['biliti', 'ble', hasMeasure],
  ['fulli', 'ful', hasMeasure],
  // the l belongs to the stem, so that short stems (geo, theo) have a measure
  ['logi', 'log', (stem) => hasMeasure(`${stem}l`)],
]

function replaceDerivational(word: string): string {
  if (word.endsWith('alli') && hasMeasure(word.slice(0, -4))) return replaceDerivational(word.slice(0, -2))
  return applyFirst(word, derivationalRules)
}

const adjectivalRules: readonly Rule[] = [
  ['icate', 'ic', hasMeasure],
  ['ative', '', hasMeasure],
  ['alize', 'al', hasMeasure],
  ['iciti', 'ic', hasMeasure],
  ['ical', 'ic', hasMeasure],
  ['ful', '', hasMeasure],
  ['ness', '', hasMeasure],
]

const residualSuffixes = 'al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize'.split(
  ' ',
)
const residualRules: readonly Rule[] = [
  ...residualSuffixes.map((suffix): Rule => [suffix, '', hasLongMeasure]),
  ['ion', '', (stem) => hasLongMeasure(stem) && /[st]$/.test(stem)],
]

function removeFinalE(word: string): string {
  if (!word.endsWith('e')) return word
  const stem = word.slice(0, -1)
  const size = measure(stem)
  return size > 1 || (size === 1 && !isShortEnding(stem)) ? stem : word
}

function shortenDoubleL(word: string): string {
  return word.endsWith('ll') && hasLongMeasure(word.slice(0, -1)) ? word.slice(0, -1) : word
}

/**
 * Stem of a lower-cased English word, as NLTK's `PorterStemmer()` gives it (AlpsBench spec 2.6).
 * Words of one or two characters, and letters of other alphabets, pass unchanged (save for English suffixes).
 */
export function porterStem(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (word.length <= 2) return word
  const inflected = replaceFinalY(removePastAndGerund(removePlural(word)))
  const derived = applyFirst(replaceDerivational(inflected), adjectivalRules)
  return shortenDoubleL(removeFinalE(applyFirst(derived, residualRules)))
}
