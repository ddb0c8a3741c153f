import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import type { CallSubject, LedgerEntry } from '../core/model.ts'
import type { CallTotals } from '../core/store.ts'
import { finite } from './json-text.ts'
import { keyText } from './key-text.ts'
import type { CallTable } from './schema.ts'

/** @throws RapportError for numbers and names that can't be stored */
export function callToRow(run: string, entry: LedgerEntry): Insertable<CallTable> {
  const { usage } = entry
  return {
    run,
    at: finite(entry.at),
    model: keyText(entry.model),
    purpose: keyText(entry.purpose),
    outcome: entry.outcome,
    // A provider's words may hold anything; as JSON they come back as they were.
    detail: entry.detail === null ? null : JSON.stringify(entry.detail),
    input: finiteOrNull(usage.input),
    output: finiteOrNull(usage.output),
    cached_input: finiteOrNull(usage.cachedInput),
    reasoning: finiteOrNull(usage.reasoning),
    latency: finite(entry.latency),
    cost: finiteOrNull(entry.cost),
    worst_cost: finiteOrNull(entry.worstCost),
    request: keyText(entry.request),
    about: entry.about === undefined ? null : aboutText(entry.about),
  }
}

/** One text for one answer, so that an index finds it. Ids may hold anything: as JSON they come back as they were. */
export function aboutText({ track, system, case: id, repeat }: CallSubject): string {
  return JSON.stringify([track, system, id, repeat])
}

const aboutSchema = z
  .tuple([z.string(), z.string(), z.string(), z.number()])
  .transform(([track, system, id, repeat]): CallSubject => ({ track, system, case: id, repeat }))

function finiteOrNull(value: number | null): number | null {
  return value === null ? null : finite(value)
}

const outcomes = z.enum(['answered', 'failed'])

/** @throws ZodError when the stored call has a form that this version does not know */
export function callFromRow(row: Selectable<CallTable>): LedgerEntry {
  return {
    at: row.at,
    model: row.model,
    purpose: row.purpose,
    outcome: outcomes.parse(row.outcome),
    detail: row.detail === null ? null : z.string().parse(JSON.parse(row.detail)),
    usage: {
      input: row.input,
      output: row.output,
      cachedInput: row.cached_input,
      reasoning: row.reasoning,
    },
    latency: row.latency,
    cost: row.cost,
    worstCost: row.worst_cost,
    request: row.request,
    ...(row.about === null ? {} : { about: aboutSchema.parse(JSON.parse(row.about)) }),
  }
}

/** Sums as the query gives them. */
interface TotalsRow extends Pick<Selectable<CallTable>, 'model' | 'purpose'> {
  readonly calls: number
  readonly failed: number
  readonly uncosted: number
  readonly unpriced: number
  readonly input: number
  readonly output: number
  readonly cached_input: number
  readonly reasoning: number
  readonly cost: number
  readonly worst_cost: number
}

export function totalsFromRow(row: TotalsRow): CallTotals {
  return {
    model: row.model,
    purpose: row.purpose,
    calls: row.calls,
    failed: row.failed,
    inputTokens: row.input,
    outputTokens: row.output,
    cachedTokens: row.cached_input,
    reasoningTokens: row.reasoning,
    cost: row.uncosted > 0 ? null : row.cost,
    spent: row.cost + row.worst_cost,
    unpriced: row.unpriced,
  }
}
