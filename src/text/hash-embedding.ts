import { searchTokens } from './search-tokens.ts'

/** Raised when the same text would give another vector. */
export const HASH_EMBEDDING_VERSION = '1'

/** Places of a vector. */
const SIZE = 512
/** What one trigram of letters weighs beside its word. */
const TRIGRAM = 0.5
/** A longer "word" is data; its trigrams would drown the text. */
const LONGEST = 64

/** FNV-1a of the UTF-16 units of a text, then mixed (the finalizer of MurmurHash3), as an unsigned 32-bit number. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

function trigrams(token: string): string[] {
  const letters = Array.from(`^${token}$`)
  return letters.slice(2).map((letter, at) => `${letters[at] ?? ''}${letters[at + 1] ?? ''}${letter}`)
}

/**
 * A vector of a text without any model: signed feature hashing of its words and of their letters in threes (Weinberger
 * et al. 2009). The same text gives the same vector everywhere. Texts are near each other when they share words or
 * parts of words; meaning plays no role.
 * @returns 512 numbers, of length 1; all 0 for a text without words and emoji
 */
export function hashEmbedding(text: string): Float32Array {
  const weights = new Map<string, number>()
  const add = (feature: string, weight: number) => weights.set(feature, (weights.get(feature) ?? 0) + weight)
  for (const token of searchTokens(text)) {
    add(`w:${token}`, 1)
    if (token.length <= LONGEST) for (const part of trigrams(token)) add(`t:${part}`, TRIGRAM)
  }
  const sums = new Float64Array(SIZE)
  for (const [feature, weight] of weights) {
    const value = hash(feature)
    const place = value % SIZE
    // A root damps what is repeated; the highest bit is independent of the place.
    sums[place] = (sums[place] ?? 0) + (value >= 0x80000000 ? -1 : 1) * Math.sqrt(weight)
  }
  const length = Math.sqrt(sums.reduce((total, value) => total + value * value, 0))
  return Float32Array.from(sums, (value) => (length === 0 ? 0 : value / length))
}
