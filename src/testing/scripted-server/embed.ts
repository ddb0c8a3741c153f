import { sha256 } from '../../core/hash.ts'

/**
 * A deterministic embedder: hashes words and groups of three letters into dimensions with a sign, length 1. Texts
 * with common words are near each other; it knows nothing else of meaning. The empty text gives the null vector.
 * @param dimensions at least 1
 */
export function hashEmbedding(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const piece of piecesOf(text)) {
    const hash = sha256(piece)
    const at = Number.parseInt(hash.slice(0, 8), 16) % dimensions
    vector[at] = (vector[at] ?? 0) + (Number.parseInt(hash.slice(8, 9), 16) % 2 === 0 ? 1 : -1)
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? vector : vector.map((value) => value / length)
}

function piecesOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.flatMap((word) => {
    const letters = Array.from(`^${word}$`)
    return [word, ...letters.slice(2).map((last, at) => `${letters[at]}${letters[at + 1]}${last}`)]
  })
}
