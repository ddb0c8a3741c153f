import { z } from 'zod'
import {
  jsonRecord,
  openObject,
  storedCandidate,
  storedItem,
  storedQuery,
  storedSelected,
  storedTurn,
} from './json-shapes.ts'

/** What a model gave for a session. `raw_output` is null or empty where the model's provider failed. */
const modelOutput = openObject({
  raw_output: z.string().nullable(),
  source_result_file: z.string().exactOptional(),
})

const stored = {
  session_dir: z.string(),
  canonical_id: z.string(),
  stratum: z.string().exactOptional(),
}

/** An annotation packet (spec 1.8). Ids are free text. Tasks may be absent. */
export const packetSchema = openObject({
  session_id: z.string().min(1),
  dialogue: z.array(storedTurn),
  task1: openObject({
    ...stored,
    memory_extraction_query: z.string().exactOptional(),
    ground_truth_memories: z.array(storedItem),
    metadata: jsonRecord.exactOptional(),
    llm_outputs: z.record(z.string(), modelOutput).exactOptional(),
  }).exactOptional(),
  task2: openObject({
    ...stored,
    record_id: z.union([z.number(), z.string()]).exactOptional(),
    new_dialogue: z.array(storedTurn),
    memory_pool_before_update: z.array(storedItem),
    task2_selected_memory_id: z.string(),
    memory_update_query: z.string().exactOptional(),
    golden_answer: z.array(storedItem),
    metadata: jsonRecord.exactOptional(),
  }).exactOptional(),
  task3: openObject({
    ...stored,
    task3_selected_memory_id: z.string(),
    task3_selected_memory: storedCandidate,
    candidate_memories: z.array(storedCandidate),
    query: z.string(),
    metadata: jsonRecord.exactOptional(),
  }).exactOptional(),
  task4: z
    .array(
      openObject({
        ability: z.string(),
        queries: z.array(storedQuery).min(1),
        task4_selected_memory_id: z.string(),
        task4_selected_memory: storedSelected,
      }),
    )
    .exactOptional(),
})
export type Packet = z.infer<typeof packetSchema>
