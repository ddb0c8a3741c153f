import { join } from 'node:path'
import { z } from 'zod'
import { checkShape } from '../core/check-shape.ts'
import { readJsonl } from './jsonl.ts'

/** A text of the sample in other words, written by us: what sensitivity plants. */
const rewordingSchema = z.strictObject({
  /** The text as it stands in the sample. */
  value: z.string().min(1),
  /** The same, in words of its own. */
  paraphrase: z.string().min(1),
  /** The same words with one detail changed, so that it is false. */
  changed: z.string().min(1),
  /** The same in another language. */
  translated: z.string().min(1),
})
export type Rewording = z.infer<typeof rewordingSchema>

/** Rewordings by the value that they reword. */
export type Rewordings = ReadonlyMap<string, Rewording>

/**
 * Reads the hand-written rewordings. They fit the sample; other data has none of these texts.
 * @param folder of the benchmark in the embedded sample
 * @throws InputError for a line that breaks the format
 */
export async function readRewordings(folder: string): Promise<Rewordings> {
  const name = 'rewordings.jsonl'
  const found = new Map<string, Rewording>()
  for await (const { line, value } of readJsonl(join(folder, name), { name })) {
    const one = checkShape(rewordingSchema, value, { file: name, line })
    found.set(one.value, one)
  }
  return found
}
