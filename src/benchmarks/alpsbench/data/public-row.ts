import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import type { SourceRow } from './source-row.ts'

function publicInput(row: SourceRow): JsonObject {
  switch (row.task) {
    case 'extraction':
      return { ...row.moreInput, dialogue: row.dialogue }
    case 'update':
      return {
        ...row.moreInput,
        old_dialogue: row.dialogue,
        new_dialogue: row.newDialogue,
        memory: row.pool,
        ...(row.instruction === null ? {} : { query: row.instruction }),
      }
    case 'retrieval':
      return { ...row.moreInput, candidate_memories: row.candidates, query: row.query }
    case 'utilization': {
      const given =
        'memory' in row.given
          ? { selected_memory: row.given.memory }
          : { dialogue_history: row.given.history }
      const stored = row.moreInput['model_input']
      const modelInput = { ...(isJsonObject(stored) ? stored : {}), query: row.query, ...given }
      return { ...row.moreInput, query: row.query, model_input: modelInput }
    }
  }
}

/** The row of `model_input.jsonl` (spec 1.4) that a program under the official protocol is given. */
export function publicRow(row: SourceRow): JsonObject {
  return { ...row.envelope, input: publicInput(row) }
}
