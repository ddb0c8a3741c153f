import type { ResultReference, UnitState } from '../core/store.ts'

/**
 * The state of each unit of one track, from its references in reading order: by system, case, repeat, attempt.
 * A system's own stages (instrument '') come before those of instruments, so the first failure met is the first.
 */
export async function* unitStates(references: AsyncIterable<ResultReference>): AsyncGenerator<UnitState> {
  let unit: UnitState | undefined
  for await (const { system, case: id, repeat, attempt, stage, instrument, failure } of references) {
    const own = failure === null ? null : { ...failure, stage, instrument }
    const next = { system, case: id, repeat, attempt, failure: own }
    if (unit === undefined || unit.system !== system || unit.case !== id || unit.repeat !== repeat) {
      if (unit !== undefined) yield unit
      unit = next
    } else if (unit.attempt !== attempt || unit.failure === null) {
      unit = next
    }
  }
  if (unit !== undefined) yield unit
}
