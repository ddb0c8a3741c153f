import type { Selectable } from 'kysely'
import { z } from 'zod'
import { faultReasons, faultSides } from '../core/outcome.ts'
import type { ResultReference, StageFailure } from '../core/store.ts'
import { finite } from './json-text.ts'
import { keyText } from './key-text.ts'
import type { ReferenceTable } from './schema.ts'

const failureSchema: z.ZodType<StageFailure> = z.object({
  reason: z.enum(faultReasons),
  by: z.enum(faultSides),
  message: z.string(),
})

/** @throws RapportError for numbers and names that can't be stored */
export function referenceToRow(row: ResultReference): ReferenceTable {
  return {
    run: row.run,
    track: keyText(row.track),
    system: keyText(row.system),
    case_id: keyText(row.case),
    repeat: finite(row.repeat),
    attempt: finite(row.attempt),
    instrument: keyText(row.instrument),
    stage: keyText(row.stage),
    fingerprint: keyText(row.fingerprint),
    failure: row.failure === null ? null : JSON.stringify(row.failure),
    reused: row.reused ? 1 : 0,
  }
}

/** @throws ZodError when the stored failure has a form that this version does not know */
export function referenceFromRow(row: Selectable<ReferenceTable>): ResultReference {
  return {
    run: row.run,
    track: row.track,
    system: row.system,
    case: row.case_id,
    repeat: row.repeat,
    attempt: row.attempt,
    instrument: row.instrument,
    stage: row.stage,
    fingerprint: row.fingerprint,
    failure: row.failure === null ? null : failureSchema.parse(JSON.parse(row.failure)),
    reused: row.reused === 1,
  }
}
