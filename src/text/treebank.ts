import { pythonWhitespace } from './python-whitespace.ts'

const sentenceGap = new RegExp(`(?<=[.!?])[${pythonWhitespace}]+`, 'u')
const whitespace = new RegExp(`[${pythonWhitespace}]`, 'u')
const alwaysApart = new RegExp(`[${pythonWhitespace}«“‘„\`»”’";@#$%&?!*()<>{}\\[\\]]`, 'u')
const mayFollowFinalPeriod = /[\])}>"'»”’ ]/
const digit = /\p{Nd}/u
const loneLetterAfterQuote = /[^mtsdn\P{L}]|[\p{N}_]/u
const wordCharacter = /[\p{L}\p{N}_]/u
const alphanumeric = /^[\p{L}\p{N}]+$/u

/** Words that are split although nothing stands between their parts. */
const fusedParts = new Map([
  ['cannot', ['can', 'not']],
  ['gimme', ['gim', 'me']],
  ['gonna', ['gon', 'na']],
  ['gotta', ['got', 'ta']],
  ['lemme', ['lem', 'me']],
  ['wanna', ['wan', 'na']],
])
const fusedInside = /(?<![\p{L}\p{N}_])(?:cannot|gimme|gonna|gotta|lemme|wanna$)(?![\p{L}\p{N}_])/gu

/** Index of the one period that ends the sentence (closing quotes and brackets may follow), or -1. */
function finalPeriodIndex(sentence: string): number {
  let at = sentence.length - 1
  while (at >= 0 && whitespace.test(sentence.charAt(at))) at--
  for (; at >= 0 && mayFollowFinalPeriod.test(sentence.charAt(at)); at--) {
    // a double quote after a space opens a quotation, and then the sentence has no final period
    const opens = sentence.charAt(at - 1) === ' ' && /^(?:"|'')/.test(sentence.slice(at, at + 2))
    if (opens) return -1
  }
  return at > 0 && sentence.charAt(at) === '.' && sentence.charAt(at - 1) !== '.' ? at : -1
}

/** `it's` → `it`, `they've` → `they`, `isn't` → `is`, `dogs'` → `dogs`: the split-off piece is no word. */
function withoutClitic(piece: string): string {
  if (!piece.includes("'")) return piece
  return piece
    .replace(/(?<=[^'])'$/, '')
    .replace(/(?<=[^'])'[smd]$/, '')
    .replace(/(?<=[^'])(?:'(?:ll|re|ve)|n't)$/, '')
}

/** Pieces of a sentence between everything the tokeniser sets apart; that itself is not returned. */
function piecesOf(sentence: string): string[] {
  const pieces: string[] = []
  const finalPeriod = finalPeriodIndex(sentence)
  let piece = ''
  const endPiece = () => {
    if (piece !== '') pieces.push(withoutClitic(piece))
    piece = ''
  }
  for (let at = 0; at < sentence.length; at++) {
    const character = sentence.charAt(at)
    const next = sentence.charAt(at + 1)
    if (alwaysApart.test(character)) endPiece()
    else if (character === '.' && (next === '.' || at === finalPeriod)) {
      endPiece()
      while (sentence.charAt(at + 1) === '.') at++
    } else if ((character === '-' || character === "'") && next === character) {
      endPiece()
      at++
    } else if (character === ',' || character === ':') {
      const following = String.fromCodePoint(sentence.codePointAt(at + 1) ?? 0x20)
      if (digit.test(following)) piece += character
      else {
        endPiece()
        // of two commas in a row the second is passed over, and sticks to what follows
        if ((next === ',' || next === ':') && at + 2 < sentence.length) {
          piece = next
          at++
        }
      }
    } else if (character === "'") {
      const following = String.fromCodePoint(sentence.codePointAt(at + 1) ?? 0x20)
      const after = String.fromCodePoint(sentence.codePointAt(at + 1 + following.length) ?? 0x20)
      if (loneLetterAfterQuote.test(following) && !wordCharacter.test(after)) endPiece()
      else piece += character
    } else piece += character
  }
  endPiece()
  return pieces
}

/**
 * The purely alphanumeric tokens (Python's `isalnum`) of NLTK 3.8's Treebank-style `word_tokenize`, in order,
 * for a lower-cased text (AlpsBench spec 2.6). Sentences end at white space after `.`, `!` or `?`, in place of
 * the trained Punkt model. Everything glued to other characters is dropped with them: `re-use`, `3.5`, an
 * opening single quote with its word, Chinese text with its full-width punctuation.
 */
export function treebankWords(lowerCased: string): string[] {
  const words: string[] = []
  for (const sentence of lowerCased.split(sentenceGap)) {
    for (const piece of piecesOf(sentence)) {
      const fused = fusedParts.get(piece)
      if (fused !== undefined) words.push(...fused)
      else if (alphanumeric.test(piece)) words.push(piece)
      else for (const [match] of piece.matchAll(fusedInside)) words.push(...(fusedParts.get(match) ?? []))
    }
  }
  return words
}
