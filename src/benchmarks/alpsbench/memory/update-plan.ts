import { instantOf } from '../../../core/instant.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import type { GivenMemory, MemoryItem } from '../../../core/memory.ts'
import type { ListPlan } from '../../../core/memory-plan.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { itemsAt, textField } from '../scoring/memory-lists.ts'
import { updateInputSchema } from '../shapes.ts'
import { goldActionsById } from '../update/gold-actions.ts'
import { carriesEvidence } from './carries.ts'
import { goldEvidence } from './gold-evidence.ts'
import { labelled, labelsPrompt, readLabels, toLabel } from './labels.ts'
import { toldSession } from './told-session.ts'

const inputOf = parseOnce(updateInputSchema)

const SESSION = 'new_dialogue'

/**
 * Update with a memory system: it is given the existing memories and told the new dialogue, and all that it keeps is
 * the prediction. The old dialogue is not told: its memories are given, so that skill in extracting can't leak in.
 */
export const updatePlan: ListPlan = {
  use: 'list',
  startsFromGiven: true,
  version: '1',
  history: ({ input }) => ({
    given: poolOf(input).map(({ given }) => given),
    sessions: [toldSession(SESSION, inputOf(input).new_dialogue)],
  }),
  evidence: ({ input, gold }) =>
    goldActionsById(input, gold).items.flatMap(({ action, item }, at) => {
      const id = textField(item, 'memory_id', `m${at + 1}`)
      // What is kept was given in the words of its value; its quote stands in the dialogue that is not told.
      return action === 'retention'
        ? goldEvidence({ ...item, evidence: null }, id, [id])
        : goldEvidence(item, id, [SESSION])
    }),
  carries: carriesEvidence,
  labels: labelsPrompt,
  toLabel: (input, stored) =>
    toLabel(
      read(input, stored)
        .filter(({ old }) => old === null)
        .map(({ item }) => item),
    ),
  predict(input, stored, reply) {
    const labelsOf = readLabels(reply)
    let added = 0
    return {
      memory_items: read(input, stored).map(({ item, old }) => {
        if (old !== null) return isUnchanged(item, old) ? old.item : { ...old.item, value: item.text }
        added++
        return labelled(`m_new_${added}`, item, labelsOf(added))
      }),
    }
  },
}

interface OldMemory {
  readonly given: GivenMemory
  /** As the data has it, with all its keys. */
  readonly item: JsonObject
}

/** The existing memories. An id that came before gets a number, because ids are unique in a scope. */
function poolOf(input: Json): readonly OldMemory[] {
  const times = new Map<string, number>()
  return itemsAt(input, 'existing_memories').map((item) => {
    const id = textField(item, 'memory_id')
    const updated = textField(item, 'updated_at')
    const before = times.get(id) ?? 0
    times.set(id, before + 1)
    return {
      item,
      given: {
        id: before === 0 ? id : `${id}#${before + 1}`,
        text: textField(item, 'value'),
        label: textField(item, 'label') || null,
        time: instantOf(updated) === null ? null : updated,
      },
    }
  })
}

interface ReadItem {
  readonly item: MemoryItem
  /** The memory that it was; null: it is new. */
  readonly old: OldMemory | null
}

/**
 * Which old memory each stored item is: the one it names by its id or its sources. One memory is one item at most:
 * an item with its unchanged text comes first, then the items in their order, each as the first memory it names that
 * is still free. So a memory that was made of two is the first of them and the second is gone; what a system splits
 * off a memory is new.
 */
function read(input: Json, stored: readonly MemoryItem[]): readonly ReadItem[] {
  const pool = poolOf(input)
  const byId = new Map(pool.map((old) => [old.given.id, old]))
  const named = stored.map((item) => [item.id, ...item.sources].flatMap((id) => byId.get(id) ?? []))
  const found = new Map<number, OldMemory>()
  const taken = new Set<OldMemory>()
  for (const isFirst of [true, false]) {
    for (const [at, item] of stored.entries()) {
      if (found.has(at)) continue
      const old = named[at]?.find((one) => !taken.has(one) && (!isFirst || isUnchanged(item, one)))
      if (old === undefined) continue
      found.set(at, old)
      taken.add(old)
    }
  }
  return stored.map((item, at) => ({ item, old: found.get(at) ?? null }))
}

function isUnchanged(item: MemoryItem, { given }: OldMemory): boolean {
  return item.text.normalize('NFC').trim() === given.text.normalize('NFC').trim()
}
