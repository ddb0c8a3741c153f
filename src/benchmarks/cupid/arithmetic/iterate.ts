import { isJsonObject, type Json } from '../../../core/json.ts'

/**
 * What Python's `for` and `len` see of a value that is expected to be a list and that the original code never checks:
 * elements of a list, characters of a text, keys of an object.
 * @returns null where Python raises
 */
export function iterate(value: Json | undefined): readonly Json[] | null {
  if (isList(value)) return value
  if (typeof value === 'string') return Array.from(value)
  return isJsonObject(value) ? Object.keys(value) : null
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
