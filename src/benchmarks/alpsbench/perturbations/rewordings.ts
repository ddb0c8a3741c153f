import { join } from 'node:path'
import { z } from 'zod'
import { checkShape } from '../../../core/check-shape.ts'
import { readJsonl } from '../../../io/jsonl.ts'

/** A memory of the sample in other words, written by us. */
const rewordingSchema = z.strictObject({
  /** The memory as it stands in the sample. */
  value: z.string().min(1),
  /** The same fact, in words of its own. */
  paraphrase: z.string().min(1),
  /** The same words with one detail changed, so that it is false. */
  changed: z.string().min(1),
  /** The same fact in another language. */
  translated: z.string().min(1),
})
export type Rewording = z.infer<typeof rewordingSchema>

/** Rewordings by the value that they reword. */
export type Rewordings = ReadonlyMap<string, Rewording>

/**
 * Reads the hand-written rewordings. They fit the sample's memories; other data has none of these values.
 * @param sample folder of the embedded sample
 * @throws InputError for a line that breaks the format
 */
export async function readRewordings(sample: string): Promise<Rewordings> {
  const name = 'rewordings.jsonl'
  const found = new Map<string, Rewording>()
  for await (const { line, value } of readJsonl(join(sample, 'alpsbench', name), { name })) {
    const one = checkShape(rewordingSchema, value, { file: name, line })
    found.set(one.value, one)
  }
  return found
}
