import { z } from 'zod'
import type { ViewAlignment, ViewItem, ViewPair } from '../../../core/case-view.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { isContaminated, isRejected } from '../data/defects.ts'
import { isOffTaxonomy } from '../data/taxonomy.ts'
import { textField } from '../scoring/memory-lists.ts'

const textsSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? [text] : text))

/** Passages of a gold item (`evidence.text`, one or several) or of a predicted one (`evidence_text`). */
export function passagesOf(item: JsonObject): string[] {
  const evidence = item['evidence']
  const told = isJsonObject(evidence) ? evidence['text'] : (item['evidence_text'] ?? evidence)
  const read = textsSchema.safeParse(told)
  return read.success ? read.data.filter((text) => text.trim() !== '') : []
}

/** A value that is no text is shown as JSON: predictions hold anything. */
function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}

/**
 * Memories as items, in the order in which scorers see them.
 * @param dialogue of gold items, to mark known flaws; absent: none are looked for
 */
export function memoryItems(
  prefix: string,
  items: readonly JsonObject[],
  {
    dialogue,
    marks,
  }: { dialogue?: readonly { text: string }[]; marks?: (item: JsonObject) => string[] } = {},
): ViewItem[] {
  return items.map((item, at) => {
    const value = textField(item, 'value')
    const label = textField(item, 'label')
    const { confidence } = item
    return {
      key: `${prefix}${at}`,
      id: textField(item, 'memory_id') || null,
      text: shown(item['value']),
      label: label || null,
      type: textField(item, 'type') || null,
      confidence: typeof confidence === 'number' ? confidence : null,
      evidence: passagesOf(item),
      marks: [
        ...(marks?.(item) ?? []),
        ...(dialogue !== undefined && isRejected({ value }) ? ['rejected gold'] : []),
        ...(dialogue !== undefined && dialogue.length > 0 && isContaminated({ value }, dialogue)
          ? ['copied from the prompt']
          : []),
        ...(dialogue !== undefined && label !== '' && isOffTaxonomy(label) ? ['label off the taxonomy'] : []),
      ],
    }
  })
}

const pairSchema = z.looseObject({
  gold: z.number().int().exactOptional(),
  predicted: z.number().int().exactOptional(),
  gold_id: z.string(),
  predicted_id: z.string(),
})
const detailSchema = z.looseObject({ pairs: z.array(pairSchema) })

/** Parts of a pair's score, in the order in which they are read. */
const partNames: readonly (readonly [string, string])[] = [
  ['label', 'label'],
  ['value', 'value'],
  ['type', 'type'],
  ['confidence', 'confidence'],
]

/**
 * The pairs that a list scorer wrote down. Where it names ids alone, two items of one id are told apart by their order.
 * @returns null where the detail pairs nothing
 */
export function listAlignment(
  blocks: { readonly gold: string; readonly predicted: string },
  detail: Json,
  gold: readonly ViewItem[],
  predicted: readonly ViewItem[],
): ViewAlignment | null {
  const read = detailSchema.safeParse(detail)
  if (!read.success) return null
  const taken = new Set<string>()
  const keyOf = (items: readonly ViewItem[], place: number | undefined, id: string): string | null => {
    const found =
      place === undefined
        ? items.find((item) => (item.id ?? '') === id && !taken.has(item.key))
        : items[place]
    if (found === undefined) return null
    taken.add(found.key)
    return found.key
  }
  const pairs = read.data.pairs.flatMap((pair): ViewPair[] => {
    const g = keyOf(gold, pair.gold, pair.gold_id)
    const p = keyOf(predicted, pair.predicted, pair.predicted_id)
    const score = pair['score'] ?? pair['agreement']
    if (g === null || p === null || typeof score !== 'number') return []
    const parts = partNames.flatMap(([field, name]) => {
      const value = pair[field]
      return typeof value === 'number' ? [{ name, value }] : []
    })
    return [{ gold: g, predicted: p, score, parts }]
  })
  return {
    ...blocks,
    pairs,
    missing: gold.filter(({ key }) => !taken.has(key)).map(({ key }) => key),
    extra: predicted.filter(({ key }) => !taken.has(key)).map(({ key }) => key),
  }
}
