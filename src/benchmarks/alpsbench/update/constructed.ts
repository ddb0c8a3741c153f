import type { JsonObject } from '../../../core/json.ts'

/** A session of the update task, as constructed predictions see it. */
export interface UpdateCase {
  readonly pool: readonly JsonObject[]
  readonly answer: readonly JsonObject[]
  /** Ids of the old memories that the answer replaces. */
  readonly targets: ReadonlySet<string>
}

/** Old list plus everything new, the stale targets kept: the conflict is ignored. */
export function appendOnly({ pool, answer }: UpdateCase): readonly JsonObject[] {
  return [...pool, ...changed(pool, answer)]
}

/** Old list minus the contradicted memories: nothing is learnt. */
export function withoutTarget({ pool, targets }: UpdateCase): readonly JsonObject[] {
  return pool.filter((item) => !targets.has(idOf(item)))
}

/** The answer minus what is new in it without replacing anything. */
export function withoutAddition({ pool, answer, targets }: UpdateCase): readonly JsonObject[] {
  const known = new Set([...pool.map(idOf), ...[...targets].map((id) => `${id}_updated`)])
  return answer.filter((item) => known.has(idOf(item)))
}

/** Items of the answer that were not in the old list. */
export function changed(pool: readonly JsonObject[], answer: readonly JsonObject[]): readonly JsonObject[] {
  const old = new Set(pool.map(idOf))
  return answer.filter((item) => !old.has(idOf(item)))
}

function idOf(item: JsonObject): string {
  const id = item['memory_id']
  return typeof id === 'string' ? id : ''
}
