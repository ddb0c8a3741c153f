import type { Selectable } from 'kysely'
import { outcomeSchema, type Outcome } from '../core/outcome.ts'
import type { OutcomeRow } from '../core/store.ts'
import { finite } from './json-text.ts'
import { keyText } from './key-text.ts'
import type { OutcomeTable } from './schema.ts'

/** @throws RapportError for numbers and names that can't be stored */
export function outcomeToRow(row: OutcomeRow): OutcomeTable {
  const { outcome, bounds } = row
  const scored = outcome.status === 'scored'
  return {
    run: row.run,
    track: keyText(row.track),
    system: keyText(row.system),
    case_id: keyText(row.case),
    repeat: finite(row.repeat),
    instrument: keyText(row.instrument),
    metric: keyText(row.metric),
    attempt: finite(row.attempt),
    numerator: scored ? finite(outcome.numerator) : null,
    denominator: scored ? finite(outcome.denominator) : null,
    unmeasured: scored ? null : JSON.stringify(outcome),
    worst_numerator: finite(bounds.worst.numerator),
    worst_denominator: finite(bounds.worst.denominator),
    best_numerator: finite(bounds.best.numerator),
    best_denominator: finite(bounds.best.denominator),
  }
}

/** @throws ZodError when the stored outcome has a form that this version does not know */
export function outcomeFromRow(row: Selectable<OutcomeTable>): OutcomeRow {
  return {
    run: row.run,
    track: row.track,
    system: row.system,
    case: row.case_id,
    repeat: row.repeat,
    attempt: row.attempt,
    instrument: row.instrument,
    metric: row.metric,
    outcome: storedOutcome(row),
    bounds: {
      worst: { numerator: row.worst_numerator, denominator: row.worst_denominator },
      best: { numerator: row.best_numerator, denominator: row.best_denominator },
    },
  }
}

function storedOutcome(row: Selectable<OutcomeTable>): Outcome {
  const { numerator, denominator, unmeasured } = row
  return outcomeSchema.parse(
    unmeasured === null ? { status: 'scored', numerator, denominator } : JSON.parse(unmeasured),
  )
}
