import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonObjectSchema, parseJson } from '../src/core/json.ts'
import { turnSchema } from '../src/benchmarks/alpsbench/shapes.ts'
import { sharedData } from './shared.ts'

const itemsSchema = z.array(jsonObjectSchema)

// Only what the parity of extraction and update needs; the product's own packet reader is tested elsewhere.
const sessionSchema = z.object({
  session_id: z.string(),
  dialogue: z.array(turnSchema),
  task1: z.object({
    ground_truth_memories: itemsSchema,
    llm_outputs: z.record(
      z.string(),
      z.object({ raw_output: z.string().nullable(), memory_items: itemsSchema }),
    ),
  }),
  task2: z.object({
    new_dialogue: z.array(turnSchema),
    memory_pool_before_update: itemsSchema,
    task2_selected_memory_id: z.string(),
    golden_answer: itemsSchema,
  }),
})
export type RecordedSession = z.infer<typeof sessionSchema>

/** All sessions of the shared annotation packets in the order of their ids; undefined where they are absent. */
export function recordedSessions(): readonly RecordedSession[] | undefined {
  const chunks = sharedData('alpsbench-packets', 'chunks')
  if (chunks === undefined) return undefined
  const files = readdirSync(chunks).flatMap((chunk) =>
    readdirSync(join(chunks, chunk))
      .filter((file) => file.startsWith('sess_'))
      .map((file) => join(chunks, chunk, file)),
  )
  return files
    .map((file) => sessionSchema.parse(parseJson(readFileSync(file, 'utf8'))))
    .toSorted((a, b) => (a.session_id < b.session_id ? -1 : 1))
}

/** The part of a session that scorers of extraction are told. */
export function extractionSubject({ task1 }: RecordedSession) {
  return { input: null, gold: { memory_items: task1.ground_truth_memories } }
}

/** The part of a session that scorers of update are told. */
export function updateSubject({ task2 }: RecordedSession) {
  return {
    input: { existing_memories: task2.memory_pool_before_update },
    gold: { answer: task2.golden_answer, selected_memory_id: task2.task2_selected_memory_id },
  }
}

/** The rows of a JSON Lines file of reference results. */
export function expectedRows<T>(file: string, schema: z.ZodType<T>): readonly T[] {
  const path = sharedData('alpsbench-expected', file)
  if (path === undefined) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(parseJson(line)))
}
