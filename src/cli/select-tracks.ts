import { UsageError } from '../core/errors.ts'
import { suggestion } from './suggest.ts'

/**
 * Track ids for the words on the command line: an id, a prefix (`alpsbench/retrieval`), or a trailing `*`.
 * @param all every track that Rapport knows
 * @param available tracks that the data has, in order
 * @throws UsageError for an unknown word, and for a track that the data lacks
 */
export function selectTracks(
  words: readonly string[],
  all: readonly string[],
  available: readonly string[],
  data: string,
): string[] {
  const chosen = new Set<string>()
  for (const word of words) {
    const known = matchingTracks(word, all)
    if (known.length === 0) {
      throw new UsageError(
        `there is no track ${JSON.stringify(word)}`,
        suggestion(word, all, 'rapport list tracks'),
      )
    }
    const here = known.filter((track) => available.includes(track))
    if (here.length === 0) {
      const has = available.length === 0 ? 'nothing that can be run' : available.join(', ')
      throw new UsageError(
        `the data ${data} has no rows for ${word}`,
        `it has ${has}; drawn pools (--pools drawn) add retrieval levels`,
      )
    }
    for (const track of here) chosen.add(track)
  }
  return available.filter((track) => chosen.has(track))
}

/** Ids that a word stands for: an id, a prefix, or a trailing `*`. */
export function matchingTracks(word: string, all: readonly string[]): string[] {
  if (word.endsWith('*')) return all.filter((track) => track.startsWith(word.slice(0, -1)))
  const prefix = word.endsWith('/') ? word : `${word}/`
  return all.filter((track) => track === word || track.startsWith(prefix))
}
