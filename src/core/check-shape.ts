import type { z } from 'zod'
import { InputError, type Place } from './errors.ts'
import type { Json } from './json.ts'
import { isKeyText } from './key-text.ts'

/** The path of a field as people write it: `task1.ground_truth_memories[2].value`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

/**
 * Checks a row from outside.
 * @throws InputError `shape` with the place and the first field that is wrong
 */
export function checkShape<T>(schema: z.ZodType<T>, value: Json, place: Place): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = fieldPath(issue?.path ?? [])
  throw new InputError('shape', issue?.message ?? 'the row has another shape', {
    ...place,
    ...(field === '' ? {} : { field }),
  })
}

/**
 * Refuses ids that no store can keep, while it is known where they stand.
 * @throws InputError `id-characters` with the row's place
 */
export function refuseUnstorableIds(place: Place, ...ids: readonly string[]): void {
  const wrong = ids.find((id) => !isKeyText(id))
  if (wrong === undefined) return
  throw new InputError(
    'id-characters',
    `the id ${JSON.stringify(wrong.slice(0, 80))} holds NUL or half a surrogate pair`,
    place,
    'take the character out of the id, in the rows and in their references',
  )
}
