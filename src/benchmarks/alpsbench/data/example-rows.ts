import type { Place } from '../../../core/errors.ts'
import type { Json } from '../../../core/json.ts'
import type { StoredSelected } from './json-shapes.ts'
import { exampleRows } from './example-shape.ts'
import type { PublicTrack } from './public-tracks.ts'
import { checkShape } from '../../../core/check-shape.ts'
import { abilityKind } from './slices.ts'
import type { SourceRow } from './source-row.ts'

function envelope(id: string, task: string, session: string, canonical: string, stratum: string) {
  return { benchmark_id: id, task, session_id: session, canonical_id: canonical, stratum }
}

/** Spec 1.4: the keyed item reduced to four keys, only the id where no item has it, the first without a key. */
function selectedOf(memories: readonly StoredSelected[], key: string | undefined): StoredSelected | null {
  const found = key === undefined ? memories[0] : memories.find((item) => item.memory_id === key)
  if (found === undefined) return key === undefined ? null : { memory_id: key }
  const kept = ['memory_id', 'label', 'value', 'evidence']
  return Object.fromEntries(
    Object.entries(found).filter(([name, value]) => kept.includes(name) && value !== null),
  )
}

/**
 * A row of the older files as the public row that the release made of it (spec 1.4, 1.10). Membership in the
 * hidden test is told by the hash, where it can be.
 */
export function exampleSourceRow(track: PublicTrack, value: Json, place: Place): SourceRow {
  const base = (id: string, session: string) => ({
    track: track.track,
    id,
    session,
    split: null,
    hidden: null,
    place: { ...place, id },
    tags: {},
  })
  switch (track.task) {
    case 'extraction': {
      const row = checkShape(exampleRows.extraction, value, place)
      const { sessions, memory_items: items, line_index: line, selected_memory_id: selected } = row
      const session = sessions[0]?.session_id ?? ''
      const id = `${session}__${line}`
      return {
        ...base(id, session),
        task: 'extraction',
        dialogue: sessions[0]?.turns ?? [],
        envelope: envelope(id, 'task1', session, String(line), items[0]?.label ?? 'UNMAPPED'),
        moreInput: {
          user_id: row['user_id'] ?? 'unknown_user',
          line_index: line,
          sessions,
          metadata: { match: row['match'] ?? null, source_dataset_file: null },
        },
        instruction: null,
        recordings: {},
        gold: { items, more: selected === undefined ? {} : { selected_memory_id: selected } },
      }
    }
    case 'update': {
      const row = checkShape(exampleRows.update, value, place)
      const { session_id: session, selected_memory_id: selected } = row.metadata
      const label = row.memory.find((item) => item.memory_id === selected)?.label
      return {
        ...base(session, session),
        task: 'update',
        dialogue: row.record.old_dialogue,
        newDialogue: row.record.new_dialogue,
        pool: row.memory,
        envelope: envelope(session, 'task2', session, session, label ?? 'UNKNOWN'),
        moreInput: { record_id: row['record_id'] ?? null, metadata: row.metadata },
        instruction: row.query ?? null,
        selected: selected ?? null,
        gold: { answer: row.answer },
      }
    }
    case 'retrieval': {
      const { record } = checkShape(exampleRows.retrieval, value, place)
      const session = record.metadata.session_id
      return {
        ...base(session, session),
        task: 'retrieval',
        dialogue: [],
        envelope: envelope(session, 'task3', session, session, record.selected_memory.label),
        moreInput: { dialogue: record['dialogue'] ?? [], metadata: record.metadata },
        query: record.query,
        candidates: record.candidate_memories,
        gold: { id: record.selected_memory_id, memory: record.selected_memory },
      }
    }
    case 'utilization': {
      const row = checkShape(exampleRows.utilization, value, place)
      const { session_id: id, queries, conversation, extracted_memory: memories, memory_key: key } = row
      const memory = selectedOf(memories, key)
      const label = memory?.label
      const kind =
        track.ability === 'preference' && label !== undefined ? { ability_kind: [abilityKind(label)] } : {}
      const given = track.ability === 'persona' && memory !== null ? { memory } : { history: conversation }
      return {
        ...base(id, id),
        task: 'utilization',
        tags: kind,
        dialogue: conversation,
        envelope: {
          ...envelope(id, 'task4', id, id, 'UNKNOWN'),
          ability: track.folder.replace('task4_', ''),
        },
        moreInput: { queries, audit_context: { conversation, source_dataset_file: null } },
        ability: track.ability ?? 'persona',
        query: queries[0]?.query ?? '',
        given,
        gold: {
          memory,
          more: { ...(key === undefined ? {} : { memory_key: key }), extracted_memory: memories },
          answerKey: null,
          referenceAnswer: null,
        },
      }
    }
  }
}
