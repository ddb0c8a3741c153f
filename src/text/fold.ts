/** Points and cantillation of Hebrew, vowel signs and Koranic marks of Arabic, tatweel. */
const optionalMarks = /(?=\p{M})[\p{scx=Hebrew}\p{scx=Arabic}]|\u0640/gu
/** Soft hyphens, joiners, direction marks, variation selectors; the zero-width space stays, it separates words. */
const invisible = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu

/** Spelling variants that readers take for the same letter. */
const sameLetter = new Map([
  ['آ', 'ا'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['ς', 'σ'],
  ['ß', 'ss'],
  ['ё', 'е'],
  ['’', "'"],
  ['ʼ', "'"],
  ['‘', "'"],
])
const variants = new RegExp(`[${Array.from(sameLetter.keys()).join('')}]`, 'gu')

const decimalDigit = /^\p{Nd}$/u

/** The ASCII digit of a decimal digit of any script: Unicode has them in unbroken runs of ten, from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let start = code
  while (decimalDigit.test(String.fromCodePoint(start - 1))) start--
  return String((code - start) % 10)
}

/**
 * One spelling for texts that readers take for the same: NFKC (full-width and compatibility forms, decomposed
 * accents), lower case (Turkish rules for language `tr` and `az`), ß = ss, final sigma = sigma, ё = е; Arabic
 * without vowel signs and tatweel, with one alef, yeh, kaf and heh; Hebrew without points; digits of all scripts
 * as ASCII; typographic apostrophes straight; invisible layout characters removed. Accents and the combining
 * marks of other scripts stay. Traditional and simplified Chinese stay different.
 *
 * Depends on the Unicode version of the runtime only for characters added since.
 */
export function foldText(text: string, language?: string): string {
  const isTurkic = language === 'tr' || language === 'az'
  const normalized = text.normalize('NFKC')
  const lower = isTurkic
    ? normalized.replaceAll('I', 'ı').replaceAll('İ', 'i').toLowerCase()
    : normalized.replaceAll('İ', 'i').toLowerCase()
  return lower
    .replace(invisible, '')
    .replace(optionalMarks, '')
    .replace(variants, (letter) => sameLetter.get(letter) ?? letter)
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit)
    .normalize('NFC')
}
