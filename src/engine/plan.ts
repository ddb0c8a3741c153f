import type { Case } from '../core/case.ts'
import type { Clock } from '../core/clock.ts'
import type { JsonObject } from '../core/json.ts'
import type { RunRecord, RunSpec } from '../core/run.ts'
import type { Store } from '../core/store.ts'

/** Cases are written in groups of this many: enough to amortise a transaction, few enough to stay small. */
const GROUP = 64

export interface PlanOptions {
  readonly store: Store
  readonly clock: Clock
  readonly id: string
  readonly spec: RunSpec
  readonly provenance: JsonObject
  /** The selected cases of a track, in the data set's order. */
  cases(track: string): AsyncIterable<Case>
  /** Told after every group. */
  onCases?(track: string, count: number): void
}

/**
 * Pins a run: its specification and every case go into the store before the first system is asked, so that a
 * run can go on without the files it came from, on another host too.
 * @throws whatever reading the data throws; nothing of the run is kept then. Only a process that is killed
 * leaves a run in the state `planning`
 */
export async function planRun(options: PlanOptions): Promise<RunRecord> {
  const { store, clock, id, spec } = options
  const now = clock.now()
  const record: RunRecord = {
    id,
    createdAt: now,
    updatedAt: now,
    state: 'planning',
    spec,
    provenance: options.provenance,
  }
  await store.createRun(record)
  try {
    await putCases(options)
  } catch (error) {
    await store.discardPlanning(id)
    throw error
  }
  await store.setState(id, 'stopped', clock.now())
  return { ...record, state: 'stopped' }
}

async function putCases(options: PlanOptions): Promise<void> {
  const { store, id, spec } = options
  for (const { track } of spec.tracks) {
    let group: { ordinal: number; subject: Case }[] = []
    let ordinal = 0
    for await (const subject of options.cases(track)) {
      group.push({ ordinal, subject })
      ordinal += 1
      if (group.length === GROUP) {
        await store.putCases(id, track, group)
        options.onCases?.(track, ordinal)
        group = []
      }
    }
    if (group.length > 0) await store.putCases(id, track, group)
    options.onCases?.(track, ordinal)
  }
}
