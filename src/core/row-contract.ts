import { isJsonObject, type Json, type JsonObject } from './json.ts'
import type { Track } from './track.ts'

type FieldType = 'string' | 'array' | 'array or null, or absent'

/** The keys of a prediction row beside its id, with the types that the contract enforces (AlpsBench spec 1.7). */
export type ContractFields = Readonly<Record<string, FieldType>>

const ID = 'benchmark_id'

/**
 * Checks and writes rows of prediction files under AlpsBench's contract (spec 1.7), which other benchmarks share: exactly
 * the given keys and `benchmark_id`, no more, no fewer. Rules: `not-an-object`, `missing-key`, `unknown-key`, `wrong-type`.
 */
export function rowContract(fields: ContractFields): Pick<Track, 'checkRow' | 'predictionRow'> {
  const expected = Object.entries<FieldType>({ [ID]: 'string', ...fields })
  const names = expected.map(([name]) => name)
  return {
    checkRow(row) {
      if (!isJsonObject(row)) {
        return {
          rule: 'not-an-object',
          field: '',
          message: `a row must be a JSON object, not ${kindOf(row)}`,
        }
      }
      for (const [field, type] of expected) {
        const value = row[field]
        if (value === undefined && isOptional(type)) continue
        if (value === undefined) return { rule: 'missing-key', field, message: `the key ${field} is missing` }
        if (!hasType(value, type)) {
          return {
            rule: 'wrong-type',
            field,
            message: `${field} must be ${article(type)}, not ${kindOf(value)}`,
          }
        }
      }
      const unknown = Object.keys(row).find((key) => !names.includes(key))
      if (unknown !== undefined) {
        const field = unknown.slice(0, 80)
        const message = `the key ${JSON.stringify(field)} is not allowed; a row has exactly ${names.join(', ')}`
        return { rule: 'unknown-key', field, message }
      }
      const id = row[ID]
      return { id: typeof id === 'string' ? id : '' }
    },
    predictionRow(id, prediction) {
      const holder: JsonObject = isJsonObject(prediction) ? prediction : {}
      const values = Object.entries(fields).map(
        ([name, type]) => [name, holder[name] ?? emptyOf(type)] as const,
      )
      return { [ID]: id, ...Object.fromEntries(values) }
    },
  }
}

function isOptional(type: FieldType): boolean {
  return type === 'array or null, or absent'
}

function hasType(value: Json, type: FieldType): boolean {
  if (type === 'string') return typeof value === 'string'
  return Array.isArray(value) || (isOptional(type) && value === null)
}

function emptyOf(type: FieldType): Json {
  if (isOptional(type)) return null
  return type === 'array' ? [] : ''
}

function article(type: FieldType): string {
  if (isOptional(type)) return 'an array or null'
  return type === 'array' ? 'an array' : 'a string'
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
