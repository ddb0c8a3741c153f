import type { HumanLabel } from '../../core/calibration.ts'
import type { LabelField, Scale } from './label-field.ts'

/** How several people's labels of one answer become one. */
export type AdjudicationRule = 'majority' | 'median'

/** Yes or no is decided by the majority, everything else by the median. */
export function usualRule(scale: Scale): AdjudicationRule {
  return scale === 'binary' ? 'majority' : 'median'
}

/** The rule in a sentence, for whoever reads figures that rest on it. */
export function ruleText(rule: AdjudicationRule): string {
  return rule === 'majority'
    ? 'what more than half of the labels say; an answer without such a majority is unresolved and counts nowhere'
    : 'the median of the labels; of an even number the mean of the middle two'
}

/**
 * One value out of several people's.
 * @returns null where the rule leaves it open: that is not a number
 */
export function adjudicate(values: readonly number[], rule: AdjudicationRule): number | null {
  if (values.length === 0) return null
  if (rule === 'majority') {
    const winner = values.find(
      (value) => values.filter((other) => other === value).length * 2 > values.length,
    )
    return winner ?? null
  }
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** Everybody's labels of one field of one answer; those who could not tell are left out. */
export interface LabelledField {
  readonly labels: readonly { readonly annotator: string; readonly value: number }[]
  /** null: nobody could tell, or the labels are unresolved. */
  readonly truth: number | null
}

/** Labels of a field by item. */
export function labelledItems(
  labels: readonly HumanLabel[],
  field: Pick<LabelField, 'name'>,
  rule: AdjudicationRule,
): Map<string, LabelledField> {
  const byItem = new Map<string, { annotator: string; value: number }[]>()
  for (const { item, annotator, field: name, value } of labels) {
    if (name !== field.name || value === null) continue
    const own = byItem.get(item) ?? []
    byItem.set(item, own)
    own.push({ annotator, value })
  }
  return new Map(
    [...byItem].map(([item, own]) => [
      item,
      {
        labels: own,
        truth: adjudicate(
          own.map(({ value }) => value),
          rule,
        ),
      },
    ]),
  )
}
