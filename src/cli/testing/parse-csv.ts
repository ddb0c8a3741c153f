import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** Rows of a CSV text by the names of its first line. */
export function parseCsv(text: string): Record<string, string>[] {
  return z.array(z.record(z.string(), z.string())).parse(parse(text, { columns: true }))
}
