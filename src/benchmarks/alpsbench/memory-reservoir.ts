import type { Case } from '../../core/case.ts'
import { sha256 } from '../../core/hash.ts'
import type { JsonObject } from '../../core/json.ts'

/** Sessions whose memories are kept for `other-user` baselines. */
const RESERVOIR = 400

/**
 * Memories of at most 400 sessions, drawn by a hash of seed and id: the same sample whatever the order of the
 * cases. Each memory keeps what a predicted item needs.
 */
export async function reservoirOfMemories(
  cases: AsyncIterable<Case>,
  seed: number,
  memoriesOf: (subject: Case) => readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  let kept: { key: string; memories: readonly JsonObject[] }[] = []
  const best = () => kept.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, RESERVOIR)
  for await (const subject of cases) {
    const memories = memoriesOf(subject).map(({ type, label, value, confidence }) => ({
      type: type ?? null,
      label: label ?? null,
      value: value ?? null,
      confidence: confidence ?? null,
    }))
    if (memories.length > 0) kept.push({ key: sha256(`${seed}/${subject.id}`), memories })
    if (kept.length >= 2 * RESERVOIR) kept = best()
  }
  return best().flatMap(({ memories }) => memories)
}
