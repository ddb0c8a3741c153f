import { codePoints } from '../../../text/code-points.ts'
import { createRandom } from '../../../stats/random.ts'
import type { Candidate } from '../shapes.ts'

// Orders that look at no query: what a system gets that does not read. All are stable.

/** As listed. */
export function listOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
}

/** Longest value first, in code points. */
export function longestFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const length = new Map(candidates.map((candidate) => [candidate, codePoints(candidate.value).length]))
  return candidates.toSorted((a, b) => (length.get(b) ?? 0) - (length.get(a) ?? 0))
}

/** Shuffled by seed and case id, so that another case or seed has another order. */
export function randomOrder(candidates: readonly Candidate[], seed: number, id: string): readonly Candidate[] {
  return createRandom(`${seed}\u0000${id}`).shuffle(candidates)
}

/**
 * The id rule (spec 7.4, R2): the smallest-numbered id that occurs once in the list, then the other once-only ids,
 * then the rest. Ids are session-local and only the gold's is kept unique, so this finds the gold in the original
 * lists; on lists with opaque ids it is as good as chance.
 */
export function onceOnlyFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const counts = new Map<string, number>()
  for (const { memory_id: id } of candidates) counts.set(id, (counts.get(id) ?? 0) + 1)
  const isOnce = ({ memory_id: id }: Candidate) => counts.get(id) === 1
  const once = candidates.filter(isOnce)
  return [
    ...once.toSorted((a, b) => compareNumbers(numberOf(a.memory_id), numberOf(b.memory_id))),
    ...candidates.filter((candidate) => !isOnce(candidate)),
  ]
}

/** Candidates with the label first. */
export function labelFirst(candidates: readonly Candidate[], label: string | null): readonly Candidate[] {
  const has = (candidate: Candidate) => candidate.label === label
  return [...candidates.filter(has), ...candidates.filter((candidate) => !has(candidate))]
}

/** The number at the end of an id such as `m12`; ids without one come last. */
function numberOf(id: string): number {
  const digits = /\d+$/.exec(id)?.[0]
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
}

/** Infinity minus itself is not a number, which no sort survives. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b
}
