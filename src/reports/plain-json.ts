import type { Json } from '../core/json.ts'

/**
 * A report's part as JSON, as deep as it goes. Absent fields stay absent.
 * @throws TypeError for what JSON does not know, such as a map
 */
export function plainJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return value.map(plainJson)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [[name, plainJson(part)]])),
    )
  }
  throw new TypeError(`a report can't hold ${typeof value} in its JSON`)
}
