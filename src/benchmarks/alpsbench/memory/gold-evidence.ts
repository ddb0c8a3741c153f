import type { JsonObject } from '../../../core/json.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { Evidence } from '../../../core/memory-plan.ts'
import { textField } from '../scoring/memory-lists.ts'

/**
 * A gold memory as evidence: its value, and the user's own words where the data quotes them. None where it says
 * nothing.
 * @param id taken where the memory has none
 */
export function goldEvidence(
  memory: JsonObject,
  id: string,
  sessions: readonly string[],
): readonly Evidence[] {
  const text = textField(memory, 'value')
  if (text.trim() === '') return []
  const quote = quoteOf(memory)
  return [
    {
      id: textField(memory, 'memory_id', id),
      text,
      quotes: quote === null ? [] : [quote],
      sessions,
    },
  ]
}

/** The user's own words behind a memory; null where the data has none. */
export function quoteOf(memory: JsonObject): string | null {
  const { evidence } = memory
  const quote = isJsonObject(evidence) ? textField(evidence, 'text') : ''
  return quote.trim() === '' ? null : quote
}
