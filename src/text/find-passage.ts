/** A place in one of several texts. `start` and `end` count UTF-16 units. */
export interface FoundPassage {
  readonly text: number
  readonly start: number
  readonly end: number
  /** 1: the very words, but for case, spaces and quotation marks; below: Dice's coefficient of the words. */
  readonly similarity: number
}

interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Below this share of words in common a place is not taken for the passage. */
const LEAST_SIMILARITY = 0.6
/** Passages of fewer words are found by their very words alone: two words in common say nothing. */
const LEAST_WORDS = 3

/** Words; in scripts without spaces single characters. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}])+/gu

/** Finds passages in texts whose quotations of each other are not exact: cut, retyped, lightly reworded. */
export class PassageFinder {
  readonly #texts: readonly string[]
  readonly #words = new Map<number, readonly Word[]>()

  constructor(texts: readonly string[]) {
    this.#texts = texts
  }

  /**
   * Where a passage stands: the first exact place, else the window that shares most words with it. Dots at its end (a
   * pipeline that cut it) are no part of it. Time grows with the length of the texts, not with its square.
   * @returns null when no place shares 60 % of its words
   */
  find(passage: string): FoundPassage | null {
    const wanted = passage.replace(/(?:\.{3}|…)\s*$/u, '').trim()
    if (wanted === '') return null
    for (const [text, body] of this.#texts.entries()) {
      const start = body.indexOf(wanted)
      if (start >= 0) return { text, start, end: start + wanted.length, similarity: 1 }
    }
    const words = wordsOf(wanted)
    let best: FoundPassage | null = null
    for (const text of this.#texts.keys()) {
      const found = bestWindow(words, this.#wordsAt(text))
      if (found !== null && found.similarity > (best?.similarity ?? 0)) best = { text, ...found }
    }
    return best
  }

  #wordsAt(text: number): readonly Word[] {
    const known = this.#words.get(text)
    if (known !== undefined) return known
    const words = wordsOf(this.#texts[text] ?? '')
    this.#words.set(text, words)
    return words
  }
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), (match) => ({
    word: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** The window of as many words that has most in common with a passage, cut to the words that they share. */
function bestWindow(passage: readonly Word[], text: readonly Word[]): Omit<FoundPassage, 'text'> | null {
  const size = passage.length
  if (size === 0 || text.length === 0) return null
  const wanted = new Map<string, number>()
  for (const { word } of passage) wanted.set(word, (wanted.get(word) ?? 0) + 1)
  const inWindow = new Map<string, number>()
  let common = 0
  let most = 0
  let bestEnd = -1
  for (const [end, { word }] of text.entries()) {
    const need = wanted.get(word)
    if (need !== undefined) {
      const held = (inWindow.get(word) ?? 0) + 1
      inWindow.set(word, held)
      if (held <= need) common += 1
    }
    const left = text[end - size]
    if (left !== undefined) {
      const needLeft = wanted.get(left.word)
      if (needLeft !== undefined) {
        const held = (inWindow.get(left.word) ?? 0) - 1
        inWindow.set(left.word, held)
        if (held < needLeft) common -= 1
      }
    }
    if (common > most) {
      most = common
      bestEnd = end
    }
  }
  if (bestEnd < 0) return null
  const window = text.slice(Math.max(0, bestEnd - size + 1), bestEnd + 1)
  const isExact = window.length === size && window.every(({ word }, at) => word === passage[at]?.word)
  const similarity = isExact ? 1 : (2 * most) / (size + window.length)
  if (!isExact && (size < LEAST_WORDS || similarity < LEAST_SIMILARITY)) return null
  const shared = window.filter(({ word }) => wanted.has(word))
  const [first, last] = [shared[0], shared.at(-1)]
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end, similarity }
}
