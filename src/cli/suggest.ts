import { distance } from 'fastest-levenshtein'

/**
 * The known names nearest to what somebody typed, best first, at most three; empty when none is near.
 * Near: at most a third of the letters differ, or one contains the other.
 */
export function nearest(typed: string, known: readonly string[]): string[] {
  const word = typed.toLowerCase()
  return known
    .map((name) => {
      const other = name.toLowerCase()
      const contained = word.length >= 3 && (other.includes(word) || word.includes(other))
      return { name, far: distance(word, other) - (contained ? other.length : 0) }
    })
    .filter(({ name, far }) => far <= Math.max(2, Math.floor(Math.max(name.length, word.length) / 3)))
    .toSorted((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** `did you mean a or b?`, or a hint where the names are listed. */
export function suggestion(typed: string, known: readonly string[], listCommand: string): string {
  const near = nearest(typed, known)
  if (near.length === 0) return `see them with: ${listCommand}`
  return `did you mean ${near.join(' or ')}?`
}
