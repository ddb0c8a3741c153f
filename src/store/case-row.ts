import { z } from 'zod'
import type { Case } from '../core/case.ts'
import { RapportError } from '../core/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import type { CaseSummary } from '../core/store.ts'
import { finite } from './json-text.ts'
import { keyText } from './key-text.ts'
import type { RunCaseTable } from './schema.ts'

/** What of a case is kept beside its body: small, and other in each run. */
export type SummaryRow = Omit<RunCaseTable, 'run' | 'track' | 'body'>

const tagsSchema = z.array(z.tuple([z.string(), z.array(z.string())]))
const recordingsSchema = z.array(z.tuple([z.string(), z.object({ raw: z.string().nullable() })]))

/** The part of a case that is stored once for all runs. */
export function caseBody(subject: Case): JsonObject {
  const { input, background, gold, row, recordings } = subject
  return {
    input,
    ...(background === undefined ? {} : { background }),
    gold,
    row,
    recordings: Object.entries(recordings).map(([name, { raw }]) => [name, { raw }]),
  }
}

/** @throws RapportError for numbers and names that can't be stored */
export function summaryToRow(ordinal: number, subject: Case): SummaryRow {
  return {
    ordinal: finite(ordinal),
    case_id: keyText(subject.id),
    case_hash: keyText(subject.hash),
    cluster: keyText(subject.cluster),
    weight: finite(subject.weight),
    tags: JSON.stringify(Object.entries(subject.tags)),
    skip: subject.skip === undefined ? null : JSON.stringify(subject.skip),
  }
}

/** @throws ZodError when the stored tags have a form that this version does not know */
export function summaryFromRow(row: SummaryRow): CaseSummary {
  return {
    id: row.case_id,
    hash: row.case_hash,
    cluster: row.cluster,
    weight: row.weight,
    tags: Object.fromEntries(
      tagsSchema.parse(JSON.parse(row.tags)).map(([tag, values]) => [tag, shared(values)]),
    ),
    ordinal: row.ordinal,
  }
}

const SHARED = 5_000
const sharedValues = new Map<string, readonly string[]>()

/** The same list for equal values: 100,000 cases have the same few hundred, and a report holds them all. */
function shared(values: readonly string[]): readonly string[] {
  const key = JSON.stringify(values)
  const known = sharedValues.get(key)
  if (known === undefined && sharedValues.size < SHARED) sharedValues.set(key, Object.freeze(values))
  return known ?? values
}

/**
 * Puts a case together again. The big parts were parsed from JSON, so they are JSON; only the frame is checked.
 * @throws ZodError or RapportError when the frame has a form that this version does not know
 */
export function caseFromRow(row: SummaryRow, body: Json): Case {
  const { ordinal: _, ...summary } = summaryFromRow(row)
  const { input, background, gold, row: published, recordings } = isJsonObject(body) ? body : {}
  if (input === undefined || gold === undefined || !isJsonObject(published)) {
    throw new RapportError(`case ${JSON.stringify(row.case_id)} is stored in a form that is not known`)
  }
  return {
    ...summary,
    input,
    ...(background === undefined ? {} : { background }),
    gold,
    row: published,
    recordings: Object.fromEntries(recordingsSchema.parse(recordings)),
    ...(row.skip === null ? {} : { skip: z.string().parse(JSON.parse(row.skip)) }),
  }
}
