import { isJsonObject, type Json } from '../../../core/json.ts'

/** How far a preference covers a checklist entry (spec 2.7). */
export const matchLabels = ['Fully Covered', 'Partially Covered', 'Not Covered'] as const
export type MatchLabel = (typeof matchLabels)[number]

const scores: Readonly<Record<MatchLabel, number>> = {
  'Fully Covered': 1,
  'Partially Covered': 0.5,
  'Not Covered': 0,
}

/** The score of a label, written in any case, with emphasis or quotes; null for anything else (spec 5.2). */
export function scoreOfLabel(label: Json | undefined): number | null {
  if (typeof label !== 'string') return null
  const plain = label
    .replaceAll(/[*`"'“”‘’.]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
  const known = matchLabels.find((one) => one.toLowerCase() === plain)
  return known === undefined ? null : scores[known]
}

/** The original code's score of a label: anything but the exact strings is 0. */
export function originalScoreOfLabel(label: Json | undefined): number {
  return matchLabels.find((one) => one === label) === undefined ? 0 : (scoreOfLabel(label) ?? 0)
}

/** The label of a score, as worked examples are written; everything that is neither 1 nor 0.5 is not covered. */
export function labelOfScore(score: number): MatchLabel {
  return score === 1 ? 'Fully Covered' : score === 0.5 ? 'Partially Covered' : 'Not Covered'
}

/** Rows of a matcher lined up with the entries that it was given. */
export type RowsReading =
  | { readonly status: 'ok'; readonly scores: readonly number[] }
  | { readonly status: 'malformed_rows' | 'bad_index' | 'invalid_label' }
  | { readonly status: 'row_count'; readonly expected: number; readonly got: number }

/**
 * Scores of the entries, in their order, under the strict rules (spec 5.2): one row for each entry, indexes from 1 to n
 * or none at all, known labels. So a figure of them never passes 1.
 * @param value an array of rows, or an object with `results`
 * @param entries how many entries were asked about
 */
export function readRows(value: Json, entries: number): RowsReading {
  const list = isJsonObject(value) ? value['results'] : value
  if (!isList(list)) return { status: 'malformed_rows' }
  const rows = list.filter((row) => isJsonObject(row))
  if (rows.length < list.length) return { status: 'malformed_rows' }
  if (rows.length !== entries) return { status: 'row_count', expected: entries, got: rows.length }
  const indexed = rows.filter((row) => Number.isInteger(row['index']))
  if (indexed.length > 0) {
    const indexes = rows.map((row) => row['index'])
    const wanted = Array.from({ length: entries }, (_, place) => place + 1)
    if (!wanted.every((index) => indexes.includes(index))) return { status: 'bad_index' }
  }
  const ordered =
    indexed.length === 0 ? rows : rows.toSorted((a, b) => Number(a['index']) - Number(b['index']))
  const read = ordered.map((row) => scoreOfLabel(row['label']))
  const known = read.filter((score) => score !== null)
  return known.length < read.length ? { status: 'invalid_label' } : { status: 'ok', scores: known }
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
