import { sha256 } from '../../../core/hash.ts'
import { createRandom } from '../../../stats/random.ts'
import type { Candidate } from '../shapes.ts'
import type { RetrievalRow } from './source-row.ts'

/** An id that says nothing of the candidate's place or origin; copies of one memory get different ids. */
function opaqueId(row: string, seed: number, candidate: Omit<Candidate, 'memory_id'>, copy: number): string {
  return `c${sha256(JSON.stringify([seed, row, candidate.value, candidate.label, copy])).slice(0, 16)}`
}

function opaque(row: string, seed: number, candidates: readonly Omit<Candidate, 'memory_id'>[]): Candidate[] {
  const copies = new Map<string, number>()
  return candidates.map(({ value, label }) => {
    const key = JSON.stringify([value, label])
    const copy = copies.get(key) ?? 0
    copies.set(key, copy + 1)
    return { memory_id: opaqueId(row, seed, { value, label }, copy), value, label }
  })
}

/**
 * Gives the candidates of a row unique ids, so that no rule about ids finds the answer (spec 7.4, R1 and R2).
 * The order stays; the gold's id follows.
 */
export function rekeyRow(row: RetrievalRow, seed: number): RetrievalRow {
  const candidates = opaque(row.id, seed, row.candidates)
  if (row.gold === null) return { ...row, candidates }
  const { id } = row.gold
  const place = row.candidates.findIndex((candidate) => candidate.memory_id === id)
  const renamed = candidates[place]
  if (renamed === undefined) return { ...row, candidates }
  return { ...row, candidates, gold: { id: renamed.memory_id, memory: renamed } }
}

/** Replaces a row's candidates by the gold and drawn distractors, in an order that the seed decides. */
export function withDrawn(
  row: RetrievalRow,
  gold: Candidate,
  distractors: readonly Omit<Candidate, 'memory_id'>[],
  seed: number,
): RetrievalRow {
  const [target, ...others] = opaque(row.id, seed, [gold, ...distractors])
  if (target === undefined) return row
  const order = createRandom(`${seed}\u0000${row.id}\u0000${distractors.length}`)
  return {
    ...row,
    candidates: order.shuffle([target, ...others]),
    gold: { id: target.memory_id, memory: target },
  }
}
