import type { ResultReference, StageTotals } from '../core/store.ts'

/** Counts references by track and stage; of several attempts one that succeeded is enough. */
export function stageTotalsOf(references: Iterable<ResultReference>): StageTotals[] {
  const units = new Map<string, { track: string; stage: string; failed: boolean }>()
  for (const row of references) {
    const { track, stage } = row
    const key = JSON.stringify([track, stage, row.system, row.case, row.repeat, row.instrument])
    const failed = row.failure !== null && units.get(key)?.failed !== false
    units.set(key, { track, stage, failed })
  }
  const totals = new Map<string, StageTotals>()
  for (const { track, stage, failed } of units.values()) {
    const key = JSON.stringify([track, stage])
    const before = totals.get(key) ?? { track, stage, done: 0, failed: 0 }
    totals.set(key, {
      ...before,
      ...(failed ? { failed: before.failed + 1 } : { done: before.done + 1 }),
    })
  }
  return [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
