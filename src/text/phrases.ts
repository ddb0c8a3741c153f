import { foldText } from './fold.ts'

const accents = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu
const dashes = /\p{Pd}/gu
const spaces = /\s+/gu

/** Letters of scripts that put spaces between words and no particles onto them, and digits. */
const wordCharacter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_]/u

/** One spelling for matching: `foldText`, no accents on Latin, Greek and Cyrillic letters, one dash, one space. */
function spelling(text: string): string {
  return foldText(text)
    .normalize('NFD')
    .replace(accents, '$1')
    .normalize('NFC')
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .trim()
}

/**
 * A text to look for phrases in. Letter case, accents, full-width forms, kinds of dashes and apostrophes don't
 * count. A phrase matches whole words where its ends are Latin, Greek or Cyrillic letters or digits (`lit` is not
 * in `little`, `9点` not in `19点`), and anywhere in scripts without spaces or with attached particles (Chinese,
 * Arabic, …). An empty phrase is in no text.
 */
export function phrasesIn(text: string): (phrase: string) => boolean {
  const searched = spelling(text)
  return (phrase) => {
    const wanted = spelling(phrase)
    if (wanted === '') return false
    for (let at = searched.indexOf(wanted); at !== -1; at = searched.indexOf(wanted, at + 1)) {
      if (isBoundary(searched, at) && isBoundary(searched, at + wanted.length)) return true
    }
    return false
  }
}

/** False between two word characters. Those of the scripts meant here take one UTF-16 unit, save rare letters. */
function isBoundary(text: string, at: number): boolean {
  return !(wordCharacter.test(text[at - 1] ?? '') && wordCharacter.test(text[at] ?? ''))
}
