import { z } from 'zod'
import { dataBlock, dataRule } from '../../../core/data-block.ts'
import { Fault } from '../../../core/fault.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { MemoryItem } from '../../../core/memory.ts'
import { taxonomy, unmappedLabel } from '../data/taxonomy.ts'
import { closedObject, text } from '../prompts/reply-schema.ts'
import { strictPrompt, twoMessages } from '../prompts/track-prompt.ts'
import { readReplyJson, unambiguous } from '../reply-json.ts'
import { itemsAt } from '../scoring/memory-lists.ts'

/**
 * Stored items that are labelled, the first ones: a label takes some 30 tokens of a reply, and one call has room for
 * 8,192. What lies behind them has no labels; a store of more has lost its precision anyway.
 */
export const LABELLED = 200

/** Characters of an item that are shown: enough to tell a label by, and 200 items fit every model's context. */
const SHOWN = 400

const askedSchema = z.object({
  stored: z.array(z.object({ place: z.number().int().positive(), text: z.string() })),
})

const instruction = `Below is what a memory system keeps about a user. Say of each entry what kind of memory it is; do not judge whether it
is true or worth keeping.

type: direct when the user says it, indirect when it follows from what they say or do.

label: exactly one of these, spelled as here:
${[...taxonomy].join('\n')}
or ${unmappedLabel} when none fits without being forced. An entry that tells several things gets the label of the main one.

confidence: only 0.95 (said outright and stable), 0.80 (said outright but perhaps not stable, or repeated curiosity),
0.65 (implied) or 0.50 (weak).

Reply with one JSON object and nothing else, no markdown:
{"labels": [{"place": 1, "type": "direct or indirect", "label": "...", "confidence": 0.95}]}
with one element for each entry, in the same order; place is the place of the entry.`

const storedRule =
  'The block "stored" lists the entries, one a line, each with its place. Long entries are cut and end with "…".'

const system = [instruction, dataRule, storedRule].join('\n\n')

/** Asks for the labels that the contract wants and memory systems don't write: once, and of all systems alike. */
export const labelsPrompt = strictPrompt({
  track: 'alpsbench/labels:memory',
  texts: [system],
  reply: {
    name: 'memory_labels',
    schema: closedObject({
      labels: {
        type: 'array',
        items: closedObject({
          place: { type: 'integer' },
          type: { type: 'string', enum: ['direct', 'indirect'] },
          label: text,
          confidence: { type: 'number' },
        }),
      },
    }),
  },
  maxOutputTokens: 8192,
  temperature: 0,
  build: (input) => twoMessages(system, dataBlock('stored', askedSchema.parse(input).stored), {}),
})

/** The first 200 items in the form that {@link labelsPrompt} takes, counted from 1; null where there is none. */
export function toLabel(items: readonly MemoryItem[]): Json | null {
  if (items.length === 0) return null
  return {
    stored: items.slice(0, LABELLED).map((item, at) => ({ place: at + 1, text: shortened(item.text) })),
  }
}

function shortened(whole: string): string {
  const letters = Array.from(whole.slice(0, 2 * SHOWN + 2))
  return letters.length <= SHOWN && letters.join('').length === whole.length
    ? whole
    : `${letters.slice(0, SHOWN).join('')}…`
}

/** What the contract wants to know of a memory beside its value; null where it was not told. */
interface Labels {
  readonly type: string | null
  readonly label: string | null
  readonly confidence: number | null
}

const noLabels: Labels = { type: null, label: null, confidence: null }

const labelSchema = z.object({
  place: z.number().int().positive(),
  type: z.enum(['direct', 'indirect']).nullable().catch(null),
  label: z.string().min(1).nullable().catch(null),
  confidence: z.number().min(0).max(1).nullable().catch(null),
})

const hasLabels = (value: Json): boolean => isJsonObject(value) && Array.isArray(value['labels'])

/**
 * Reads the reply to {@link labelsPrompt}: the labels by place. A reply that can't be read gives none, which is visible
 * in the prediction as nulls: what is stored is measured by its values then, and must not be lost with its labels.
 */
export function readLabels(reply: { readonly text: string } | null): (place: number) => Labels {
  const byPlace = new Map<number, Labels>()
  for (const one of reply === null ? [] : listIn(reply.text)) {
    const read = labelSchema.safeParse(one)
    if (!read.success || byPlace.has(read.data.place)) continue
    const { place, ...labels } = read.data
    byPlace.set(place, labels)
  }
  return (place) => byPlace.get(place) ?? noLabels
}

function listIn(reply: string): readonly JsonObject[] {
  try {
    const { value } = unambiguous(readReplyJson(reply, hasLabels, new Set(['labels'])))
    return itemsAt(value, 'labels')
  } catch (error) {
    if (error instanceof Fault) return []
    throw error
  }
}

/** A stored item in the short form of the contract (spec 3.1). Its value stays as it is stored. */
export function labelled(
  memoryId: string,
  item: MemoryItem,
  { type, label, confidence }: Labels,
): JsonObject {
  return { memory_id: memoryId, type, label, value: item.text, confidence, evidence_text: null }
}
