import type { Case } from '../../core/case.ts'
import type { RunEvent } from '../../core/events.ts'
import type { LedgerEntry } from '../../core/model.ts'
import type { RunRecord } from '../../core/run.ts'
import type { OutcomeRow, ResultReference, StageResult, Store } from '../../core/store.ts'

/** Rows that are held in memory at a time. */
const GROUP = 128

/** How each row of a run is written into a copy. */
export interface RunCopy {
  readonly record: RunRecord
  case(subject: Case): Case
  result(result: StageResult): StageResult
  reference(reference: ResultReference): ResultReference
  outcome(row: OutcomeRow): OutcomeRow
  /** null: left out. */
  event(event: RunEvent): RunEvent | null
  call(entry: LedgerEntry): LedgerEntry
}

/** Two changes one after the other. */
export function both(first: RunCopy, then: RunCopy): RunCopy {
  return {
    record: then.record,
    case: (subject) => then.case(first.case(subject)),
    result: (result) => then.result(first.result(result)),
    reference: (reference) => then.reference(first.reference(reference)),
    outcome: (row) => then.outcome(first.outcome(row)),
    event: (event) => {
      const changed = first.event(event)
      return changed === null ? null : then.event(changed)
    },
    call: (entry) => then.call(first.call(entry)),
  }
}

/** Copies a run with its cases, results and calls from one store into another, a group of rows at a time. */
export async function copyRun(
  source: Store,
  target: Store,
  run: RunRecord,
  copy: RunCopy,
  signal: AbortSignal,
): Promise<void> {
  await target.createRun(copy.record)
  for (const { track } of run.spec.tracks) {
    let ordinal = 0
    for await (const group of grouped(source.cases(run.id, track))) {
      signal.throwIfAborted()
      await target.putCases(
        run.id,
        track,
        group.map((subject) => ({ ordinal: ordinal++, subject: copy.case(subject) })),
      )
    }
  }
  for await (const group of grouped(source.references(run.id, {}))) {
    signal.throwIfAborted()
    const prints = group.flatMap(({ fingerprint, failure }) => (failure === null ? [fingerprint] : []))
    const results = await source.lookup(prints)
    await target.commit({
      results: [...results.values()].map((result) => copy.result(result)),
      references: group.map((reference) => copy.reference(reference)),
    })
  }
  for await (const group of grouped(source.outcomes(run.id, {}))) {
    signal.throwIfAborted()
    await target.commit({ outcomes: group.map((row) => copy.outcome(row)) })
  }
  await target.appendEvents(
    run.id,
    (await source.events(run.id, 0)).flatMap(({ at, event }) => {
      const changed = copy.event(event)
      return changed === null ? [] : [{ at, event: changed }]
    }),
  )
  for await (const group of grouped(source.calls(run.id)))
    await target.recordCalls(
      run.id,
      group.map((entry) => copy.call(entry)),
    )
}

/** Rows in groups of at most 128. */
export async function* grouped<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const row of rows) {
    group.push(row)
    if (group.length < GROUP) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
