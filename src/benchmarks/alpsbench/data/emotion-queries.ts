import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { SourceRow, UtilizationRow } from './source-row.ts'

/** The categories of ability 5 (spec 1.10) as slices. */
const CATEGORIES: Readonly<Record<string, string>> = {
  'Emotional Support': 'emotional_support',
  'High-EQ Interaction': 'high_eq',
  'Social Strategy': 'social_strategy',
}

/** Languages by the first word of a row's id, such as `chinese_4`. */
const LANGUAGES: Readonly<Record<string, string>> = { chinese: 'zh', english: 'en' }

function queriesOf(row: UtilizationRow): readonly JsonObject[] {
  const stored: Json | undefined = row.moreInput['queries']
  const list: readonly Json[] = Array.isArray(stored) ? stored : []
  return list.filter((query) => isJsonObject(query))
}

/** Slices of a row of ability 5: the category of its queries and the language its id names, where there are any. */
export function emotionTags(row: UtilizationRow): Record<string, readonly string[]> {
  if (row.ability !== 'emotion') return {}
  const named = queriesOf(row).flatMap(({ category }) => (typeof category === 'string' ? [category] : []))
  const categories = [...new Set(named.map((name) => CATEGORIES[name] ?? name))]
  const language = LANGUAGES[/^[a-z]+(?=_)/.exec(row.id)?.[0] ?? '']
  return {
    ...(categories.length === 0 ? {} : { category: categories }),
    ...(language === undefined ? {} : { language: [language] }),
  }
}

/**
 * The view `every-query`: a row of ability 5 becomes one row for each of its queries (five in the release), as the
 * published numbers have it (spec 2.7.1), with ids `<row id>:<n>` from 0. They come from one session, so they share
 * its cluster. The contract has one answer a row, the first query's (spec 1.4): that is the default.
 */
export function everyQuery(row: SourceRow): readonly SourceRow[] {
  if (row.task !== 'utilization' || row.ability !== 'emotion') return [row]
  const queries = queriesOf(row)
  if (queries.length < 2) return [row]
  return queries.map((stored, place) => {
    const { query } = stored
    const id = `${row.id}:${place}`
    const text = typeof query === 'string' ? query : ''
    return {
      ...row,
      id,
      tags: { ...row.tags, query: [String(place)] },
      query: text,
      envelope: { ...row.envelope, benchmark_id: id },
      moreInput: { ...row.moreInput, queries: [stored] },
      // A key says what an answer to the row's own query must hold, and nothing of the others.
      gold:
        row.gold === null || text === row.query
          ? row.gold
          : { ...row.gold, answerKey: null, referenceAnswer: null },
    }
  })
}
