import { z } from 'zod'
import { parseJson } from '../core/json.ts'
import { runRecordSchema, runStates, type RunRecord } from '../core/run.ts'
import type { RunStamp } from '../core/store.ts'
import { finite } from './json-text.ts'
import { keyText } from './key-text.ts'
import { pack, unpack } from './pack.ts'
import type { Packed, RunTable } from './schema.ts'

/**
 * JSON of a record as it is packed into a column.
 * @throws RapportError for NaN and Infinity
 */
export function packRecord(record: unknown): Packed {
  return pack(JSON.stringify(record, (_, value) => (typeof value === 'number' ? finite(value) : value)))
}

/** @throws RapportError for numbers and names that can't be stored */
export function runToRow(run: RunRecord): RunTable {
  return {
    id: keyText(run.id),
    created_at: finite(run.createdAt),
    updated_at: finite(run.updatedAt),
    state: run.state,
    spec: packRecord(run.spec),
    provenance: packRecord(run.provenance),
  }
}

/** @throws ZodError when the stored run has a form that this version does not know */
export function runFromRow(row: RunTable): RunRecord {
  return runRecordSchema.parse({
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    state: row.state,
    spec: parseJson(unpack(row.spec)),
    provenance: parseJson(unpack(row.provenance)),
  })
}

const stateSchema = z.enum(runStates)

/** @throws ZodError for a state that this version does not know */
export function stampFromRow(row: Pick<RunTable, 'id' | 'state' | 'updated_at'>): RunStamp {
  return { id: row.id, state: stateSchema.parse(row.state), updatedAt: row.updated_at }
}
