import { isJsonObject, type Json } from '../../../core/json.ts'
import type { Task } from './public-tracks.ts'

/** The id of a row under the contract, or what breaks it. */
export type RowVerdict =
  | { readonly id: string }
  | { readonly rule: string; readonly field: string; readonly message: string }

type FieldType = 'text' | 'list'

/** Keys and types of the prediction contract (spec 1.7), by task. */
const CONTRACT: Readonly<Record<Task, Readonly<Record<string, FieldType>>>> = {
  extraction: { benchmark_id: 'text', memory_items: 'list' },
  update: { benchmark_id: 'text', memory_items: 'list' },
  retrieval: { benchmark_id: 'text', answer: 'text', reason: 'text', selected_memory_id: 'text' },
  utilization: { benchmark_id: 'text', answer: 'text', used_memory_fact: 'text' },
}

function hasType(value: Json, type: FieldType): boolean {
  return type === 'text' ? typeof value === 'string' : Array.isArray(value)
}

/**
 * Checks one row of a prediction file: exactly the contract's keys, each of its type. Elements of
 * `memory_items` are not looked at, as in the official validator.
 */
export function checkPredictionRow(task: Task, row: Json): RowVerdict {
  if (!isJsonObject(row)) {
    return { rule: 'not-an-object', field: '', message: 'every row is one JSON object' }
  }
  const contract = CONTRACT[task]
  const names = Object.keys(contract).join(', ')
  for (const [field, type] of Object.entries(contract)) {
    const value = Object.hasOwn(row, field) ? row[field] : undefined
    if (value === undefined) {
      return { rule: 'missing-key', field, message: `the row has no ${field}; its keys are exactly ${names}` }
    }
    if (!hasType(value, type)) return { rule: 'wrong-type', field, message: `${field} is a ${type}` }
  }
  const extra = Object.keys(row).find((key) => !Object.hasOwn(contract, key))
  if (extra !== undefined) {
    return { rule: 'extra-key', field: extra, message: `the row's keys are exactly ${names}` }
  }
  const { benchmark_id: id } = row
  return typeof id === 'string' ? { id } : { rule: 'wrong-type', field: 'benchmark_id', message: 'an id is a text' }
}
