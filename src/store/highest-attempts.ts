import type { OutcomeTable } from './schema.ts'

/** Of rows in reading order (attempts last), the last of each key: the attempt that counts. */
export async function* highestAttempts(rows: AsyncIterable<OutcomeTable>): AsyncGenerator<OutcomeTable> {
  let latest: OutcomeTable | undefined
  for await (const row of rows) {
    if (latest !== undefined && !sameKey(latest, row)) yield latest
    latest = row
  }
  if (latest !== undefined) yield latest
}

function sameKey(a: OutcomeTable, b: OutcomeTable): boolean {
  return (
    a.metric === b.metric &&
    a.instrument === b.instrument &&
    a.repeat === b.repeat &&
    a.case_id === b.case_id &&
    a.system === b.system &&
    a.track === b.track
  )
}
