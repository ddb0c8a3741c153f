import { Fault } from '../../core/fault.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Response } from '../../core/system.ts'
import type { Parsed } from '../../core/track.ts'
import { readReplyJson, unambiguous } from './reply-json.ts'
import { memoryPredictionSchema } from './shapes.ts'

/** How one item of a reply is read; `position` counts the items of the reply from 1. */
export type ReadItem = (item: JsonObject, position: number) => JsonObject

/**
 * Reads a response whose answer is a list of memories (AlpsBench spec 3.1, 3.2): the list itself, or an object
 * with it under `memory_items` or `memories`. What already has the contract's form is checked and taken as is.
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseMemoryReply(response: Response, readItem: ReadItem): Parsed {
  if (response.form === 'contract') {
    const checked = memoryPredictionSchema.safeParse(response.value)
    if (!checked.success) {
      throw new Fault('unusable-output', 'system', 'the prediction has no list memory_items')
    }
    return { prediction: checked.data, repairs: [] }
  }
  const { value, repairs } = unambiguous(readReplyJson(response.text, isMemoryAnswer, deciding))
  const found = listIn(value)
  if (found.list.length === 0 && isList(value) && repairs.includes('text-around-json-removed')) {
    // Brackets in prose are no empty list of memories.
    throw new Fault('unusable-output', 'system', 'the reply has no list of memories')
  }
  if (repairs.includes('several-values-as-list') && !found.list.every(isMemory)) {
    throw new Fault('unusable-output', 'system', 'the reply has several values that are no memories')
  }
  const objects = found.list.filter((item) => isJsonObject(item))
  if (objects.length === 0 && found.list.length > 0) {
    throw new Fault('unusable-output', 'system', 'the list of the reply holds no objects')
  }
  const dropped = objects.length < found.list.length ? ['non-objects-dropped'] : []
  return {
    prediction: { memory_items: objects.map((item, index) => readItem(item, index + 1)) },
    repairs: [...repairs, ...found.repairs, ...dropped],
  }
}

/** Fills what the reference fills: the id when missing or empty, the others only when missing. */
export function withDefaults(item: JsonObject, position: number): JsonObject {
  const id = item['memory_id']
  return {
    ...item,
    memory_id: id === undefined || id === null || id === '' ? `p${position}` : id,
    type: item['type'] ?? (item['type'] === null ? null : 'direct'),
    label: item['label'] ?? (item['label'] === null ? null : 'UNMAPPED'),
    value: item['value'] ?? (item['value'] === null ? null : ''),
    confidence: item['confidence'] ?? null,
  }
}

function listIn(value: Json): { list: readonly Json[]; repairs: readonly string[] } {
  if (isList(value)) return { list: value, repairs: [] }
  if (isJsonObject(value)) {
    for (const key of ['memory_items', 'memories']) {
      const list = value[key]
      if (isList(list)) return { list, repairs: key === 'memories' ? ['items-under-memories'] : [] }
    }
    if (typeof value['value'] === 'string') return { list: [value], repairs: ['single-item-as-list'] }
  }
  throw new Fault('unusable-output', 'system', 'the reply has no list of memories')
}

/** The lists, and what scorers look at in an item. */
const deciding = new Set(['memory_items', 'memories', 'type', 'label', 'value', 'confidence'])

/** What the prompts ask for, or a list of what look like memories. */
function isMemoryAnswer(value: Json): boolean {
  if (isList(value)) return value.every(isMemory)
  return isJsonObject(value) && (isList(value['memory_items']) || isList(value['memories']))
}

const isMemory = (value: Json): boolean => isJsonObject(value) && typeof value['value'] === 'string'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
