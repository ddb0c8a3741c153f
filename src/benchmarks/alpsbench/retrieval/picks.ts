import { createRandom } from '../../../stats/random.ts'
import { codePoints } from '../../../text/code-points.ts'
import type { Candidate } from '../shapes.ts'

// Rules that look at no query: what a system gets that does not read. Each is undefined for an empty list only.

type Picked = Candidate | undefined

/** The longest value, in code points; of equals the first. */
export function longest(candidates: readonly Candidate[]): Picked {
  return smallestBy(candidates, ({ value }) => -codePoints(value).length)
}

/** Any candidate, by seed and case id. */
export function random(candidates: readonly Candidate[], seed: number, id: string): Picked {
  return candidates.length === 0
    ? undefined
    : candidates[createRandom(`${seed}\u0000${id}`).integer(0, candidates.length - 1)]
}

/**
 * The id rule (spec 7.4, R2): the smallest-numbered id that occurs once in the list, else the first candidate. Ids
 * are session-local and only the gold's is kept unique, so this finds the gold in the original lists; on lists with
 * opaque ids it is as good as chance.
 */
export function smallestOnce(candidates: readonly Candidate[]): Picked {
  const counts = new Map<string, number>()
  for (const { memory_id: id } of candidates) counts.set(id, (counts.get(id) ?? 0) + 1)
  const once = candidates.filter(({ memory_id: id }) => counts.get(id) === 1)
  return smallestBy(once, ({ memory_id: id }) => numberOf(id)) ?? candidates[0]
}

/** The first candidate with the label, else the first. */
export function labelled(candidates: readonly Candidate[], label: string | null): Picked {
  return candidates.find((candidate) => candidate.label === label) ?? candidates[0]
}

/** The number at the end of an id such as `m12`; ids without one come last. */
function numberOf(id: string): number {
  const digits = /\d+$/.exec(id)?.[0]
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
}

function smallestBy(candidates: readonly Candidate[], key: (candidate: Candidate) => number): Picked {
  let best: { candidate: Candidate; key: number } | undefined
  for (const candidate of candidates) {
    const found = key(candidate)
    if (best === undefined || found < best.key) best = { candidate, key: found }
  }
  return best?.candidate
}
