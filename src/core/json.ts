import { z } from 'zod'

/** Any value that survives a round trip through JSON. NaN, Infinity and undefined are not among them. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/** Accepts any JSON value; numbers must be finite. */
export const jsonSchema: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.string(),
    z.array(jsonSchema),
    z.record(z.string(), jsonSchema),
  ]),
)

/** Accepts any JSON object. */
export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), jsonSchema)

/**
 * For fields of a value that is JSON already, as everything that passes between stages or comes from the store:
 * looking at every part again took a tenth of a run.
 */
export const knownJson = z.custom<Json>((value) => value !== undefined)

/** True for a JSON object, false for arrays, null and scalars. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The one text of a JSON value: keys sorted by code unit, no white space. Equal values have equal texts,
 * whatever the order their keys were written in.
 * @throws RangeError for a number that JSON can't carry (NaN, Infinity).
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`a JSON value can't hold ${value}`)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const parts: string[] = []
  for (const key of Object.keys(value).toSorted()) {
    const item = value[key]
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(item)}`)
  }
  return `{${parts.join(',')}}`
}

/** Array.isArray that narrows readonly arrays too (the built-in does not). */
function isArray(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value)
}

/**
 * Parses JSON text from outside.
 * @throws SyntaxError with the engine's message when the text is no JSON.
 */
export function parseJson(text: string): Json {
  // JSON.parse yields nothing outside the Json type, so the check of 100 MB of rows can be left out.
  const value: Json = JSON.parse(text)
  return value
}
