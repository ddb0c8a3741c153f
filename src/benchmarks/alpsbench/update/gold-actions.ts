import type { Json, JsonObject } from '../../../core/json.ts'
import { isJsonObject } from '../../../core/json.ts'
import { itemsAt, textField } from '../scoring/memory-lists.ts'
import { agreementText } from '../scoring/value-agreement.ts'

/** What should happen to a memory, read from the ids of the reference (AlpsBench spec 1.9). */
export interface GoldActions {
  readonly pool: readonly JsonObject[]
  /** Every reference item with its action, in the order of the reference. */
  readonly items: readonly GoldAction[]
}

export type GoldAction =
  | { readonly action: 'retention'; readonly item: JsonObject }
  /** `old` is the item that the replacement contradicts. */
  | {
      readonly action: 'modification'
      readonly item: JsonObject
      readonly old: JsonObject
      /** The replacement's text equals the old value, so that nothing changes (2 rows of the data, spec 2.4). */
      readonly isUnchanged: boolean
    }
  | { readonly action: 'addition'; readonly item: JsonObject }

/** Unchanged id: retention; `<old id>_updated`: modification of that item; any other id: addition. */
export function goldActionsById(input: Json, gold: Json): GoldActions {
  const pool = itemsAt(input, 'existing_memories')
  const byId = new Map(pool.map((item) => [textField(item, 'memory_id'), item]))
  const items = itemsAt(gold, 'answer').map((item): GoldAction => {
    const id = textField(item, 'memory_id')
    if (byId.has(id)) return { action: 'retention', item }
    const old = byId.get(id.replace(/_updated$/, ''))
    if (old === undefined || !id.endsWith('_updated')) return { action: 'addition', item }
    const isUnchanged = agreementText(old['value']).folded === agreementText(item['value']).folded
    return { action: 'modification', item, old, isUnchanged }
  })
  return { pool, items }
}

/** As {@link goldActionsById}, with replacements that change nothing as retentions. */
export function goldActions(input: Json, gold: Json): GoldActions {
  const { pool, items } = goldActionsById(input, gold)
  return {
    pool,
    items: items.map((one) =>
      one.action === 'modification' && one.isUnchanged ? { action: 'retention', item: one.item } : one,
    ),
  }
}

/** Ids of the old items that the reference replaces, and the selected one of the gold if it says so. */
export function targetIds(input: Json, gold: Json): ReadonlySet<string> {
  const pool = new Set(itemsAt(input, 'existing_memories').map((item) => textField(item, 'memory_id')))
  const replaced = itemsAt(gold, 'answer')
    .map((item) => textField(item, 'memory_id'))
    .filter((id) => id.endsWith('_updated'))
    .map((id) => id.replace(/_updated$/, ''))
  const selected = isJsonObject(gold) ? textField(gold, 'selected_memory_id') : ''
  return new Set([...replaced, selected].filter((id) => pool.has(id)))
}
