import type { Case } from '../../../core/case.ts'
import { hashJson } from '../../../core/hash.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import type { StoredTurn } from './json-shapes.ts'
import { publicRow } from './public-row.ts'
import type { SourceRow } from './source-row.ts'

/** A turn without the bookkeeping of older rows. */
function bare(turns: readonly StoredTurn[]): JsonObject[] {
  return turns.map(({ role, text }) => ({ role, text }))
}

function instructionOf(instruction: string | null): JsonObject {
  return instruction === null ? {} : { instruction }
}

/** What a chat system may see (spec 3, ../shapes.ts): never stratum, audit context or gold. */
function inputOf(row: SourceRow): Json {
  switch (row.task) {
    case 'extraction':
      return { ...instructionOf(row.instruction), dialogue: bare(row.dialogue) }
    case 'update':
      return {
        ...instructionOf(row.instruction),
        existing_memories: row.pool,
        old_dialogue: bare(row.dialogue),
        new_dialogue: bare(row.newDialogue),
      }
    case 'retrieval':
      return {
        query: row.query,
        candidate_memories: row.candidates.map(({ memory_id, value, label }) => ({
          memory_id,
          value,
          label,
        })),
      }
    case 'utilization':
      return 'memory' in row.given
        ? { query: row.query, selected_memory: row.given.memory }
        : { query: row.query, dialogue_history: bare(row.given.history) }
  }
}

/** The conversation that a row leaves out because it hands over a memory instead. */
function backgroundOf(row: SourceRow): { readonly background?: Json } {
  const leavesOut = row.task === 'utilization' && 'memory' in row.given && row.dialogue.length > 0
  return leavesOut ? { background: { dialogue: bare(row.dialogue) } } : {}
}

function goldOf(row: SourceRow): Json {
  if (row.gold === null) return null
  switch (row.task) {
    case 'extraction':
      return { ...row.gold.more, memory_items: row.gold.items }
    case 'update':
      return { answer: row.gold.answer, selected_memory_id: row.selected }
    case 'retrieval': {
      const { memory_id, value, label } = row.gold.memory
      return { selected_memory_id: row.gold.id, selected_memory: { memory_id, value, label } }
    }
    case 'utilization': {
      const { memory, more, answerKey, referenceAnswer } = row.gold
      return {
        ...more,
        selected_memory: memory,
        ...(answerKey === null ? {} : { answer_key: answerKey }),
        ...(referenceAnswer === null ? {} : { reference_answer: referenceAnswer }),
      }
    }
  }
}

export interface CaseFacts {
  readonly cluster: string
  readonly weight: number
  readonly tags: Case['tags']
  readonly skip: string | null
}

/** Turns a row into a case. */
export function buildCase(row: SourceRow, facts: CaseFacts): Case {
  const input = inputOf(row)
  const gold = goldOf(row)
  return {
    id: row.id,
    hash: hashJson({ input, gold }),
    cluster: facts.cluster,
    input,
    ...backgroundOf(row),
    gold,
    row: publicRow(row),
    tags: facts.tags,
    weight: facts.weight,
    recordings: row.task === 'extraction' ? row.recordings : {},
    ...(facts.skip === null ? {} : { skip: facts.skip }),
  }
}
