import { isJsonObject, type Json } from '../../../core/json.ts'

/** Names of memory labels that speak about how the assistant should talk (spec 7.6, F11). */
const INTERACTION = new Set(['preferences/interaction_preferences', 'interaction/style/preference'])

/**
 * The two sub-pools of ability 2 can only be told apart by the label of the target (spec 7.6, F11):
 * `interaction` (PF-Int) or `general` (PF-Gen).
 */
export function abilityKind(label: string): 'general' | 'interaction' {
  return INTERACTION.has(label.toLowerCase()) ? 'interaction' : 'general'
}

/** Pools of ability 5 by the language that starts their ids (spec 1.1): the published figures are apart. */
const EMOTION_POOLS = new Map([
  ['english', 'en'],
  ['chinese', 'zh'],
])

/**
 * Slices of an ability 5 row: the language of its pool, and the category that all queries of a row share (spec
 * 1.10).
 */
export function emotionTags(id: string, queries: Json | undefined): Record<string, readonly string[]> {
  const language = EMOTION_POOLS.get(id.split('_')[0] ?? '')
  const list: readonly Json[] = Array.isArray(queries) ? queries : []
  const category = list.map((query) => (isJsonObject(query) ? query['category'] : undefined))[0]
  return {
    ...(language === undefined ? {} : { language: [language] }),
    ...(typeof category === 'string' ? { category: [category] } : {}),
  }
}

/** A number of gold items as a slice: `1`, `2`, `3-4`, `5+`; `0` where a view left none. */
export function goldSize(items: number): string {
  if (items <= 2) return String(items)
  return items <= 4 ? '3-4' : '5+'
}

/** A number of turns as a slice. */
export function turnsBucket(turns: number): string {
  if (turns < 10) return 'under 10'
  if (turns < 20) return '10-19'
  if (turns < 40) return '20-39'
  return turns < 80 ? '40-79' : '80+'
}
