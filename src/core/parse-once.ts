import type { z } from 'zod'
import type { Json } from './json.ts'

/**
 * A parser that checks each object once: several scorers read the same gold, and a dialogue of 300,000
 * characters need not be checked for each. Keyed by object identity, so nothing is kept alive.
 */
export function parseOnce<T>(schema: z.ZodType<T>): (value: Json) => T {
  const seen = new WeakMap<object, T>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return schema.parse(value)
    const known = seen.get(value)
    if (known !== undefined) return known
    const parsed = schema.parse(value)
    seen.set(value, parsed)
    return parsed
  }
}
