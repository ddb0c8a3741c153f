import { isJsonObject, type Json } from '../core/json.ts'

const EXCERPT = 200
/** UTF-16 units shown before a hit. */
const LEAD = 60

/** All strings inside a value, one a line: dialogue turns, memory values, queries. */
export function textOf(value: Json): string {
  const texts: string[] = []
  collect(value, texts)
  return texts.join('\n')
}

/** What a system said, without the names of the response's form. */
export function spokenText(output: Json): string {
  if (!isJsonObject(output) || output['form'] === undefined) return textOf(output)
  return textOf(output[output['form'] === 'text' ? 'text' : 'value'] ?? null)
}

/** NUL and lone surrogates, which SQL text can't carry, as the replacement character. */
export function searchable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\0\uD800-\uDFFF]/gu, '\uFFFD')
}

/** At most 200 characters around the first place of the query, and never half a surrogate pair. */
export function excerpt(text: string, query: string): string {
  const escaped = query.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
  const found = new RegExp(escaped, 'iu').exec(text)
  const start = Math.max(0, (found?.index ?? 0) - LEAD)
  return text.slice(start, start + EXCERPT).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}

function collect(value: Json, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) collect(item, texts)
  }
}
