import { canonicalJson, type Json } from '../core/json.ts'
import { writeAtomic } from './atomic-file.ts'

/** U+2028 and U+2029 end a line for some readers; as escapes they mean the same. */
const SEPARATORS = /[\u2028\u2029]/g

/**
 * One JSONL line, with its line feed. Keys stand as they were given.
 * @throws RangeError for numbers that JSON can't carry
 */
export function jsonlLine(row: Json): string {
  // JSON.stringify would write null for NaN; the canonical form refuses it.
  canonicalJson(row)
  const text = JSON.stringify(row).replaceAll(SEPARATORS, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
  return `${text}\n`
}

/** Writes a JSONL file in UTF-8, whole or not at all. */
export async function writeJsonl(path: string, rows: AsyncIterable<Json> | Iterable<Json>): Promise<void> {
  await writeAtomic(path, lines(rows))
}

async function* lines(rows: AsyncIterable<Json> | Iterable<Json>): AsyncGenerator<string> {
  for await (const row of rows) yield jsonlLine(row)
}
