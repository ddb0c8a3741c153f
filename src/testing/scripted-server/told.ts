import { contentPieces, inCommon } from './lexical.ts'

/** Normal form, lower case, one space for white space, none at the ends. */
export function plainWords(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

/** Shorter sentences, such as "Yes, do.", can stand anywhere. */
const LEAST_LETTERS = 16
/** Chinese says as much in fewer. */
const LEAST_HAN = 6

/** The text and its sentences, as far as they are long enough to be told from others. */
export function quotable(text: string): readonly string[] {
  return [text, ...sentencesOf(text)]
    .map(plainWords)
    .filter((piece) => piece.length >= (/\p{Script=Han}/u.test(piece) ? LEAST_HAN : LEAST_LETTERS))
}

/** A text cut behind the marks that end sentences, and at line ends. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u).filter((sentence) => sentence.trim() !== '')
}

/** Share of a fact's pieces from which on a text tells it in words of its own. */
const MOST = 0.6

/** Whether a text tells a fact: holds it, or one of the user's own words for it, or most of its words. */
export function tellsFact(text: string, fact: string, quotes: readonly string[]): boolean {
  const held = plainWords(text)
  if ([fact, ...quotes].some((words) => words.trim() !== '' && held.includes(plainWords(words)))) return true
  const pieces = contentPieces(fact)
  return pieces.size > 2 && inCommon(pieces, contentPieces(text)) >= MOST * pieces.size
}

/** Words by which somebody says that something is no longer as it was. */
const change =
  /\b(?:now|no longer|any ?more|changed?|moved|switched|instead|used to|stopped|quit|gave up|these days|from now on|became)\b|现在|不再|改[成为用]|换了|换成|搬到|如今/iu

/**
 * Whether a new statement says that an older one has changed, as far as words show that: it speaks of a change, and
 * shares at least two words with the older one, and a third of the shorter one's.
 */
export function overturns(statement: string, older: string): boolean {
  if (!change.test(statement)) return false
  const [a, b] = [contentPieces(statement), contentPieces(older)]
  const shared = inCommon(a, b)
  return shared >= 2 && shared * 3 >= Math.min(a.size, b.size)
}
