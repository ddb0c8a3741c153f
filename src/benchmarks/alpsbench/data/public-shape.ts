import { z } from 'zod'
import {
  jsonRecord,
  openObject,
  storedCandidate,
  storedItem,
  storedSelected,
  storedTurn,
} from './json-shapes.ts'

const envelope = { benchmark_id: z.string().min(1), session_id: z.string().exactOptional() }

/** Any row of `model_input.jsonl`: enough to find its reference. */
export const identifiedRow = openObject(envelope)

/** A row of `model_input.jsonl` (spec 1.4), by task. */
export const publicInputs = {
  extraction: openObject({ ...envelope, input: openObject({ dialogue: z.array(storedTurn) }) }),
  update: openObject({
    ...envelope,
    input: openObject({
      old_dialogue: z.array(storedTurn),
      new_dialogue: z.array(storedTurn),
      memory: z.array(storedItem),
      query: z.string().exactOptional(),
      metadata: openObject({ selected_memory_id: z.string().exactOptional() }).exactOptional(),
    }),
  }),
  retrieval: openObject({
    ...envelope,
    input: openObject({ candidate_memories: z.array(storedCandidate), query: z.string() }),
  }),
  utilization: openObject({
    ...envelope,
    input: openObject({
      query: z.string(),
      model_input: openObject({
        selected_memory: storedSelected.exactOptional(),
        dialogue_history: z.array(storedTurn).exactOptional(),
      }).refine((given) => given.selected_memory !== undefined || given.dialogue_history !== undefined, {
        message: 'expected selected_memory or dialogue_history',
      }),
      audit_context: openObject({ conversation: z.array(storedTurn).exactOptional() }).exactOptional(),
    }),
  }),
}

/** The `gold` object of `reference_output.jsonl` (spec 1.4), by task. */
export const publicGolds = {
  extraction: openObject({ memory_items: z.array(storedItem) }),
  update: openObject({ answer: z.array(storedItem) }),
  retrieval: openObject({ selected_memory_id: z.string(), selected_memory: storedCandidate }),
  utilization: openObject({
    memory_key: z.string().exactOptional(),
    selected_memory: storedSelected.nullable().exactOptional(),
    extracted_memory: z.array(storedSelected).exactOptional(),
  }),
}

/** A row of `reference_output.jsonl` before its gold is looked at. */
export const referenceRow = openObject({
  benchmark_id: z.string().min(1),
  session_id: z.string().exactOptional(),
  gold: jsonRecord,
})
