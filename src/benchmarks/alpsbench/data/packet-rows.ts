import type { Place } from '../../../core/errors.ts'
import { InputError } from '../../../core/errors.ts'
import type { Recording } from '../../../core/case.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import { abilities, type Ability } from '../shapes.ts'
import type { StoredItem } from './json-shapes.ts'
import type { Packet } from './packet-shape.ts'
import { abilityKind } from './slices.ts'
import type { ExtractionRow, RetrievalRow, SourceRow, UpdateRow, UtilizationRow } from './source-row.ts'

/** Batch A was cleaned by annotators; batch B, whose outputs name no result file, was not (spec 4.7). */
export function batchOf(packet: Packet): 'A' | 'B' {
  const outputs = Object.values(packet.task1?.llm_outputs ?? {})
  return outputs.some((output) => output.source_result_file !== undefined) ? 'A' : 'B'
}

/** The ability of `ability1` … `ability5`; undefined for anything else. */
export function abilityOf(name: string): Ability | undefined {
  const digit = /^ability([1-5])$/.exec(name)?.[1]
  return digit === undefined ? undefined : abilities[Number(digit) - 1]
}

function orNull(value: Json | undefined): Json {
  return value === undefined ? null : value
}

function common(packet: Packet, place: Place) {
  return {
    session: packet.session_id,
    dialogue: packet.dialogue,
    split: null,
    hidden: null,
    place,
    tags: { batch: [batchOf(packet)] },
  }
}

function envelope(id: string, task: string, packet: Packet, canonical: string, stratum: Json): JsonObject {
  return { benchmark_id: id, task, session_id: packet.session_id, canonical_id: canonical, stratum }
}

function recordings(packet: Packet): Record<string, Recording> {
  const outputs = Object.entries(packet.task1?.llm_outputs ?? {})
  return Object.fromEntries(
    outputs.map(([model, { raw_output: raw }]) => [model, { raw: raw?.trim() === '' ? null : raw }]),
  )
}

function extractionRow(packet: Packet, place: Place): ExtractionRow[] {
  const task = packet.task1
  if (task === undefined) return []
  const number = Number(task.canonical_id)
  return [
    {
      ...common(packet, place),
      task: 'extraction',
      track: 'alpsbench/extraction',
      id: task.session_dir,
      envelope: envelope(task.session_dir, 'task1', packet, task.canonical_id, orNull(task.stratum)),
      moreInput: {
        user_id: 'unknown_user',
        line_index: Number.isSafeInteger(number) ? number : null,
        sessions: [
          { session_id: packet.session_id, started_at: null, ended_at: null, turns: packet.dialogue },
        ],
        metadata: { ...task.metadata, match: null, source_dataset_file: null },
      },
      instruction: task.memory_extraction_query ?? null,
      recordings: recordings(packet),
      gold: { items: task.ground_truth_memories, more: {} },
    },
  ]
}

function updateRow(packet: Packet, place: Place): UpdateRow[] {
  const task = packet.task2
  if (task === undefined) return []
  const id = packet.session_id
  return [
    {
      ...common(packet, place),
      task: 'update',
      track: 'alpsbench/update',
      id,
      envelope: envelope(id, 'task2', packet, task.canonical_id, orNull(task.stratum)),
      moreInput: { record_id: orNull(task.record_id), metadata: { ...task.metadata } },
      instruction: task.memory_update_query ?? null,
      pool: task.memory_pool_before_update,
      newDialogue: task.new_dialogue,
      selected: task.task2_selected_memory_id,
      gold: { answer: task.golden_answer },
    },
  ]
}

function retrievalRow(packet: Packet, place: Place): RetrievalRow[] {
  const task = packet.task3
  if (task === undefined) return []
  const id = packet.session_id
  return [
    {
      ...common(packet, place),
      task: 'retrieval',
      track: 'alpsbench/retrieval/d100',
      id,
      envelope: envelope(id, 'task3', packet, task.canonical_id, orNull(task.stratum)),
      moreInput: { dialogue: [], metadata: { ...task.metadata } },
      query: task.query,
      candidates: task.candidate_memories,
      gold: { id: task.task3_selected_memory_id, memory: task.task3_selected_memory },
    },
  ]
}

/** Id, kind and label of the gold memory that a utilization row was built around, where the session has it. */
function targetOf(packet: Packet, id: string): StoredItem | undefined {
  return packet.task1?.ground_truth_memories.find((item) => item.memory_id === id)
}

function utilizationRow(packet: Packet, place: Place, index: number): UtilizationRow[] {
  const task = packet.task4?.[index]
  const first = task?.queries[0]
  if (task === undefined || first === undefined) return []
  const field = `task4[${index}].ability`
  const ability = abilityOf(task.ability)
  if (ability === undefined) {
    throw new InputError('shape', 'an ability must be ability1 to ability5', { ...place, field })
  }
  const id = first.query_id.split(':')[0] ?? first.query_id
  const target = targetOf(packet, task.task4_selected_memory_id)
  const label = task.task4_selected_memory.label ?? target?.label
  const kind = ability === 'preference' && label !== undefined ? { ability_kind: [abilityKind(label)] } : {}
  return [
    {
      ...common(packet, place),
      task: 'utilization',
      track: `alpsbench/utilization/${ability}`,
      id,
      tags: {
        ...common(packet, place).tags,
        ...kind,
        ...(label === undefined ? {} : { target_label: [label] }),
        ...(target === undefined ? {} : { target_type: [target.type] }),
      },
      envelope: {
        ...envelope(id, 'task4', packet, id, 'UNKNOWN'),
        ability: task.ability,
      },
      moreInput: {
        queries: task.queries,
        audit_context: { conversation: packet.dialogue, source_dataset_file: null },
      },
      ability,
      query: first.query,
      given: ability === 'persona' ? { memory: task.task4_selected_memory } : { history: packet.dialogue },
      gold: {
        memory: task.task4_selected_memory,
        more: {
          memory_key: task.task4_selected_memory_id,
          // With what the user said of it, which the target of the row leaves out.
          ...(target === undefined ? {} : { extracted_memory: [target] }),
        },
        answerKey: null,
        referenceAnswer: null,
      },
    },
  ]
}

/** The public rows that a packet stands for (spec 8, item 1); only those of `track` when one is given. */
export function packetRows(packet: Packet, place: Place, track?: string): SourceRow[] {
  const at = { ...place, id: packet.session_id }
  const utilization = () => (packet.task4 ?? []).flatMap((_, index) => utilizationRow(packet, at, index))
  switch (track) {
    case undefined:
      return [
        ...extractionRow(packet, at),
        ...updateRow(packet, at),
        ...retrievalRow(packet, at),
        ...utilization(),
      ]
    case 'alpsbench/extraction':
      return extractionRow(packet, at)
    case 'alpsbench/update':
      return updateRow(packet, at)
    case 'alpsbench/retrieval/d100':
      return retrievalRow(packet, at)
    default:
      return utilization().filter((row) => row.track === track)
  }
}
