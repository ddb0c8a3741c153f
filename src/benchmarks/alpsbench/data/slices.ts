/** Names of memory labels that speak about how the assistant should talk (spec 7.6, F11). */
const INTERACTION = new Set(['preferences/interaction_preferences', 'interaction/style/preference'])

/**
 * The two sub-pools of ability 2 can only be told apart by the label of the target (spec 7.6, F11):
 * `interaction` (PF-Int) or `general` (PF-Gen).
 */
export function abilityKind(label: string): 'general' | 'interaction' {
  return INTERACTION.has(label.toLowerCase()) ? 'interaction' : 'general'
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
