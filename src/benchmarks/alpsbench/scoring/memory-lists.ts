import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'

/** Array.isArray that narrows readonly JSON lists. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/**
 * The objects of a list under a key of an object. Elements that are no objects are dropped; anything that is
 * no list counts as an empty one (AlpsBench spec 2.1).
 */
export function itemsAt(holder: Json, key: string): readonly JsonObject[] {
  const list = isJsonObject(holder) ? holder[key] : undefined
  return isJsonList(list) ? list.filter((item) => isJsonObject(item)) : []
}

/** Key of the reference list in a case's gold: extraction has `memory_items`, update has `answer`. */
export type GoldKey = 'memory_items' | 'answer'

/** The predicted items of a prediction in the contract's form (AlpsBench spec 1.7). */
export function predictedItems(prediction: Json): readonly JsonObject[] {
  return itemsAt(prediction, 'memory_items')
}

/** A text field, or a fallback where it is missing or no text. */
export function textField(item: JsonObject, key: string, fallback = ''): string {
  const value = item[key]
  return typeof value === 'string' ? value : fallback
}

/** Remembers what was made of an object, by identity: gold is prepared once, whatever number of systems. */
export function onceByObject<T>(make: (value: Json) => T): (value: Json) => T {
  const made = new WeakMap<object, T>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return make(value)
    const known = made.get(value)
    if (known !== undefined) return known
    const fresh = make(value)
    made.set(value, fresh)
    return fresh
  }
}

/** Tags by which item rows are sliced: memory type, category (first segment of the label) and whole label. */
export function itemTags(side: 'gold' | 'predicted', item: JsonObject): Readonly<Record<string, string>> {
  const label = textField(item, 'label', '(none)')
  return { side, type: textField(item, 'type', '(none)'), category: label.split('/')[0] ?? label, label }
}
