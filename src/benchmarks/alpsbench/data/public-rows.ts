import type { Place } from '../../../core/errors.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import type { StoredSelected } from './json-shapes.ts'
import { publicGolds, publicInputs } from './public-shape.ts'
import type { PublicTrack } from './public-tracks.ts'
import { checkShape } from '../../../core/check-shape.ts'
import { abilityKind } from './slices.ts'
import type { SourceRow } from './source-row.ts'

interface Origin {
  readonly split: string | null
  readonly hidden: boolean | null
  readonly place: Place
}

/** An object without some of its keys. */
function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

function targetTags(track: PublicTrack, label: string | undefined) {
  if (label === undefined) return {}
  const kind = track.ability === 'preference' ? { ability_kind: [abilityKind(label)] } : {}
  return { target_label: [label], ...kind }
}

function selectedOf(gold: {
  memory_key?: string
  selected_memory?: StoredSelected | null
}): StoredSelected | null {
  if (gold.selected_memory !== undefined) return gold.selected_memory
  return gold.memory_key === undefined ? null : { memory_id: gold.memory_key }
}

/**
 * A row of the public layout.
 * @param gold the reference's gold; null where references are private
 * @throws InputError `shape`
 */
export function publicSourceRow(
  track: PublicTrack,
  value: Json,
  gold: Json | null,
  origin: Origin,
): SourceRow {
  const at = (id: string): Place => ({ ...origin.place, id })
  const base = (row: { benchmark_id: string; session_id?: string }) => ({
    ...origin,
    track: track.track,
    id: row.benchmark_id,
    session: row.session_id ?? row.benchmark_id,
    place: at(row.benchmark_id),
    tags: {},
  })
  switch (track.task) {
    case 'extraction': {
      const row = checkShape(publicInputs.extraction, value, origin.place)
      const key = gold === null ? null : checkShape(publicGolds.extraction, gold, at(row.benchmark_id))
      return {
        ...base(row),
        task: 'extraction',
        dialogue: row.input.dialogue,
        envelope: without(row, 'input'),
        moreInput: without(row.input, 'dialogue'),
        instruction: null,
        recordings: {},
        gold:
          key === null
            ? null
            : { items: key.memory_items, more: without(key, 'memory_items', 'memory_stage1_candidates') },
      }
    }
    case 'update': {
      const row = checkShape(publicInputs.update, value, origin.place)
      const key = gold === null ? null : checkShape(publicGolds.update, gold, at(row.benchmark_id))
      const { old_dialogue: dialogue, new_dialogue: newDialogue, memory: pool, query, metadata } = row.input
      return {
        ...base(row),
        task: 'update',
        dialogue,
        newDialogue,
        pool,
        envelope: without(row, 'input'),
        moreInput: without(row.input, 'old_dialogue', 'new_dialogue', 'memory', 'query'),
        instruction: query ?? null,
        selected: metadata?.selected_memory_id ?? null,
        gold: key === null ? null : { answer: key.answer },
      }
    }
    case 'retrieval': {
      const row = checkShape(publicInputs.retrieval, value, origin.place)
      const key = gold === null ? null : checkShape(publicGolds.retrieval, gold, at(row.benchmark_id))
      return {
        ...base(row),
        task: 'retrieval',
        dialogue: [],
        envelope: without(row, 'input'),
        moreInput: without(row.input, 'candidate_memories', 'query'),
        query: row.input.query,
        candidates: row.input.candidate_memories,
        gold: key === null ? null : { id: key.selected_memory_id, memory: key.selected_memory },
      }
    }
    case 'utilization': {
      const row = checkShape(publicInputs.utilization, value, origin.place)
      const key = gold === null ? null : checkShape(publicGolds.utilization, gold, at(row.benchmark_id))
      const { model_input: model, audit_context: audit, query } = row.input
      const history = model.dialogue_history ?? []
      const memory = key === null ? null : selectedOf(key)
      const source = key?.extracted_memory?.find((item) => item.memory_id === key.memory_key)
      return {
        ...base(row),
        task: 'utilization',
        tags: {
          ...targetTags(track, memory?.label ?? source?.label),
        },
        dialogue: audit?.conversation ?? history,
        envelope: without(row, 'input'),
        moreInput: without(row.input, 'query'),
        ability: track.ability ?? 'persona',
        query,
        given: model.selected_memory === undefined ? { history } : { memory: model.selected_memory },
        gold:
          key === null
            ? null
            : {
                memory,
                more: without(key, 'selected_memory', 'conversation'),
                answerKey: null,
                referenceAnswer: null,
              },
      }
    }
  }
}
