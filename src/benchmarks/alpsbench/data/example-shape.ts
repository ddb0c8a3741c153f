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

/** Rows of the older example and data set files (spec 1.10). */
export const exampleRows = {
  extraction: openObject({
    line_index: z.number().int(),
    sessions: z.array(openObject({ session_id: z.string(), turns: z.array(storedTurn) })).min(1),
    memory_items: z.array(storedItem),
    selected_memory_id: z.string().nullable().exactOptional(),
  }),
  update: openObject({
    record: openObject({ old_dialogue: z.array(storedTurn), new_dialogue: z.array(storedTurn) }),
    memory: z.array(storedItem),
    query: z.string().exactOptional(),
    answer: z.array(storedItem),
    metadata: openObject({ session_id: z.string(), selected_memory_id: z.string().exactOptional() }),
  }),
  retrieval: openObject({
    record: openObject({
      selected_memory_id: z.string(),
      selected_memory: storedCandidate,
      candidate_memories: z.array(storedCandidate),
      query: z.string(),
      metadata: openObject({ session_id: z.string() }),
    }),
  }),
  utilization: openObject({
    session_id: z.string(),
    queries: z.array(storedQuery).min(1),
    conversation: z.array(storedTurn),
    extracted_memory: z.array(storedSelected),
    memory_key: z.string().exactOptional(),
  }),
}

/** A list file of utilization rows. */
export const exampleList = z.array(jsonRecord)
