import { z } from 'zod'
import { isJsonObject, type Json } from '../../../core/json.ts'
import type { ParquetFields, ParquetType } from '../../../io/parquet-type.ts'
import { instanceTypes } from '../shapes.ts'

/** Columns of the published file, and fields of an instance in JSON (spec 1.1-1.3). */
export const instanceFields: ParquetFields = {
  persona_id: 'text',
  instance_type: 'text',
  current_request: 'text',
  current_context_factor: 'text',
  current_contextual_preference: 'text',
  current_checklist: { list: 'text' },
  prior_interactions: {
    list: {
      fields: {
        context_factor: 'text',
        contextual_preference: 'text',
        dialogue: { list: { fields: { content: 'text', role: 'text' } } },
      },
    },
  },
}

const messageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  // Synthesis leaves null behind a final request; it is read, so that it can be named.
  content: z.string().nullable(),
})

const sessionSchema = z.object({
  context_factor: z.string(),
  contextual_preference: z.string(),
  dialogue: z.array(messageSchema),
})

/** An instance as it is stored. Every other field is dropped. */
export const instanceSchema = z.object({
  persona_id: z.string(),
  instance_type: z.enum(instanceTypes),
  current_request: z.string(),
  current_context_factor: z.string(),
  current_contextual_preference: z.string(),
  current_checklist: z.array(z.string()),
  prior_interactions: z.array(sessionSchema),
})
export type Instance = z.infer<typeof instanceSchema>

/** The key of an instance: three instances share a persona (spec 1.1). */
export function instanceId({ persona_id, instance_type }: Instance): string {
  return `${persona_id}+${instance_type}`
}

/** Number of messages in the whole history. */
export function messageCount({ prior_interactions }: Instance): number {
  return prior_interactions.reduce((sum, { dialogue }) => sum + dialogue.length, 0)
}

/** Paths of fields that an instance in JSON has and the format has not, such as `persona_seed`; `[]` for elements. */
export function extraFields(
  value: Json,
  type: ParquetType = { fields: instanceFields },
  path = '',
): string[] {
  if (type === 'text') return []
  if ('list' in type) {
    if (!Array.isArray(value)) return []
    return [...new Set(value.flatMap((element: Json) => extraFields(element, type.list, `${path}[]`)))]
  }
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path === '' ? name : `${path}.${name}`
    const known = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
    return known === undefined ? [here] : extraFields(inner, known, here)
  })
}
