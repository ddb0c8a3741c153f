import type { JsonObject } from '../../../core/json.ts'

/** A closed JSON Schema object whose keys are all required, as structured output of providers demands. */
export function closedObject(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

export const text: JsonObject = { type: 'string' }
export const textOrNull: JsonObject = { type: ['string', 'null'] }
