import { InputError, type Place } from '../../../core/errors.ts'
import type { JsonObject } from '../../../core/json.ts'
import { abilities } from '../shapes.ts'
import type { StoredItem } from './json-shapes.ts'
import type { SampleSession } from './sample-shape.ts'
import type { ExtractionRow, RetrievalRow, SourceRow, UpdateRow, UtilizationRow } from './source-row.ts'

/** The one split that the sample has. */
export const sampleSplit = 'dev'

type SampleUtilization = SampleSession['utilization'][number]

/** The number of `sess_demo07`, in place of the line index of a mined session. */
function lineIndex(session: SampleSession): number {
  return Number(session.session_id.replaceAll(/\D/g, ''))
}

function memoryOf(session: SampleSession, id: string, field: string, place: Place): StoredItem {
  const found = session.memories.find((memory) => memory.memory_id === id)
  if (found !== undefined) return found
  throw new InputError('unknown-memory', `no memory of the session has the id ${JSON.stringify(id)}`, {
    ...place,
    field,
  })
}

function common(session: SampleSession, place: Place) {
  return {
    session: session.session_id,
    dialogue: session.dialogue,
    split: sampleSplit,
    hidden: false,
    place,
    tags: { language: [session.language] },
  }
}

function envelope(
  session: SampleSession,
  id: string,
  task: string,
  canonical: string,
  stratum: string,
): JsonObject {
  return { benchmark_id: id, task, session_id: session.session_id, canonical_id: canonical, stratum }
}

function extraction(session: SampleSession, place: Place): ExtractionRow {
  const line = lineIndex(session)
  const id = `${session.session_id}__${line}`
  return {
    ...common(session, place),
    task: 'extraction',
    track: 'alpsbench/extraction',
    id,
    envelope: envelope(session, id, 'task1', String(line), session.memories[0]?.label ?? 'UNMAPPED'),
    moreInput: {
      user_id: 'unknown_user',
      line_index: line,
      sessions: [
        { session_id: session.session_id, started_at: null, ended_at: null, turns: session.dialogue },
      ],
      metadata: { match: null, source_dataset_file: null },
    },
    instruction: null,
    recordings: {},
    gold: { items: session.memories, more: {} },
  }
}

function update(session: SampleSession, place: Place): UpdateRow {
  const { target, new_dialogue: newDialogue, replacement, added } = session.update
  const { label } = memoryOf(session, target, 'update.target', place)
  const id = session.session_id
  const kept = session.memories.filter((memory) => memory.memory_id !== target)
  return {
    ...common(session, place),
    task: 'update',
    track: 'alpsbench/update',
    id,
    envelope: envelope(session, id, 'task2', id, label),
    moreInput: {
      record_id: lineIndex(session),
      metadata: { dialog_id: lineIndex(session), session_id: id, selected_memory_id: target },
    },
    instruction: null,
    pool: session.memories,
    newDialogue,
    selected: target,
    gold: { answer: [...kept, replacement, added] },
  }
}

function retrieval(session: SampleSession, place: Place): RetrievalRow {
  const { memory_id, value, label } = memoryOf(session, session.retrieval.target, 'retrieval.target', place)
  const id = session.session_id
  return {
    ...common(session, place),
    task: 'retrieval',
    track: 'alpsbench/retrieval/d100',
    id,
    envelope: envelope(session, id, 'task3', id, label),
    moreInput: { dialogue: [], metadata: { session_id: id, language: session.language } },
    query: session.retrieval.query,
    candidates: [],
    gold: { id: memory_id, memory: { memory_id, value, label } },
  }
}

function selectedMemory(session: SampleSession, row: SampleUtilization, field: string, place: Place) {
  if (row.trap !== undefined) return { value: row.trap.value }
  if (row.target === undefined) return null
  const { memory_id, label, value } = memoryOf(session, row.target, `${field}.target`, place)
  return { memory_id, label, value }
}

function utilization(session: SampleSession, index: number, place: Place): UtilizationRow[] {
  const row = session.utilization[index]
  if (row === undefined) return []
  const { id, ability, kind, target } = row
  const field = `utilization[${index}]`
  const memory = selectedMemory(session, row, field, place)
  if (ability === 'persona' && memory === null) {
    throw new InputError('shape', 'a persona row hands over a memory', { ...place, field: `${field}.target` })
  }
  const source = target === undefined ? undefined : memoryOf(session, target, `${field}.target`, place)
  const category = row.category === undefined ? {} : { category: row.category }
  // Numbered from 0 where there are several, and 1 where there is one, as in the release (spec 1.8, 1.10).
  const queries = row.queries ?? [row.query]
  const first = queries.length > 1 ? 0 : 1
  return [
    {
      ...common(session, place),
      task: 'utilization',
      track: `alpsbench/utilization/${ability}`,
      id,
      tags: {
        ...common(session, place).tags,
        ...(kind === undefined ? {} : { ability_kind: [kind] }),
        ...(source === undefined ? {} : { target_type: [source.type] }),
        ...(row.category === undefined ? {} : { category: [row.category] }),
      },
      envelope: {
        ...envelope(session, id, 'task4', id, 'UNKNOWN'),
        ability: `ability${abilities.indexOf(ability) + 1}`,
      },
      moreInput: {
        queries: queries.map((query, number) => ({
          query_id: `${id}:${number + first}`,
          query,
          ...category,
        })),
        audit_context: { conversation: session.dialogue, source_dataset_file: null },
      },
      ability,
      query: row.query,
      given: ability === 'persona' && memory !== null ? { memory } : { history: session.dialogue },
      gold: {
        memory,
        more:
          target === undefined || source === undefined
            ? {}
            : { memory_key: target, extracted_memory: [source] },
        answerKey: { accept: row.accept, reject: row.reject },
        referenceAnswer: row.reference_answer,
      },
    },
  ]
}

/** The rows of a session of the sample, all tracks; every retrieval level is drawn from the one row. */
export function sampleRows(session: SampleSession, place: Place): SourceRow[] {
  return [
    extraction(session, place),
    update(session, place),
    retrieval(session, place),
    ...session.utilization.flatMap((_, index) => utilization(session, index, place)),
  ]
}
