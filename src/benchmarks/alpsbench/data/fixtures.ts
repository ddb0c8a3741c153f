import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Case } from '../../../core/case.ts'
import type { CaseOptions, Dataset } from '../../../core/dataset.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import type { StoredItem } from './json-shapes.ts'

// Invented rows in the published formats, for tests.

export const options: CaseOptions = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
}

/** Writes files into a new temporary folder. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-data-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

export async function casesOf(
  dataset: Dataset,
  track: string,
  more: Partial<CaseOptions> = {},
): Promise<Case[]> {
  const cases: Case[] = []
  for await (const one of dataset.cases(track, { ...options, ...more })) cases.push(one)
  return cases
}

export const jsonl = (rows: readonly Json[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** A gold memory with all twelve keys. */
export function item(id: string, value: string, more: JsonObject = {}): StoredItem {
  return {
    memory_id: id,
    type: 'direct',
    label: 'Preferences/Food',
    label_suggestion: null,
    value,
    reasoning: 'stated',
    evidence: { session_id: 'sess_demo', utterance_index: 0, text: value },
    confidence: 0.95,
    time_scope: 'long_term',
    emotion: null,
    preference_attitude: 'like',
    updated_at: '2024-01-01T00:00:00+00:00',
    ...more,
  }
}

export function turns(session: string, topic = 'tea'): JsonObject[] {
  return [
    { role: 'user', text: `Hello from ${session}, let us talk about ${topic}` },
    { role: 'assistant', text: `Gladly, ${session}: what about ${topic}?` },
  ]
}

export interface PacketOptions {
  readonly items?: readonly StoredItem[]
  readonly dialogue?: readonly JsonObject[]
  readonly candidates?: readonly JsonObject[]
  readonly task4?: readonly JsonObject[]
  readonly more?: JsonObject
}

/** An annotation packet whose target is its first memory. */
export function packet(session: string, line: number, given: PacketOptions = {}) {
  const items = given.items ?? [
    item('m1', `${session} drinks green tea`),
    item('m2', `${session} owns a kayak`, { type: 'indirect', label: 'Possessions/Important_Items' }),
  ]
  const [target = item('m1', 'missing'), ...kept] = items
  const { memory_id, value, label } = target
  const stored = { stratum: label, stratum_source: 'labels' }
  return {
    session_id: session,
    available_tasks: { task1: true, task2: true, task3: true, task4: true },
    dialogue: given.dialogue ?? turns(session),
    dialogue_source: 'task1.dialogue',
    task1: {
      ...stored,
      session_dir: `${session}__${line}`,
      canonical_id: String(line),
      record_id: String(line),
      memory_extraction_query: 'Extract what you learn of the user.',
      ground_truth_memories: items,
      metadata: { session_id: null, dialog_id: line },
      llm_outputs: {
        'model-a': { raw_output: '{"memory_items": []}', memory_items: [], source_result_file: 'a.json' },
        'model-b': { raw_output: null, memory_items: [], source_result_file: 'b.json' },
        'model-c': { raw_output: ' ', memory_items: [], source_result_file: 'c.json' },
      },
    },
    task2: {
      ...stored,
      session_dir: `${session}__${session}`,
      canonical_id: session,
      record_id: line,
      new_dialogue: turns(session, 'coffee'),
      memory_pool_before_update: items,
      task2_selected_memory_id: memory_id,
      task2_selected_memory: target,
      memory_update_query: 'Update the memories.',
      golden_answer: [
        ...kept,
        item(`${memory_id}_updated`, 'Drinks coffee now', { evidence: null }),
        item('m_new_1', 'Bought a grinder'),
      ],
      metadata: {
        dialog_id: line,
        session_id: session,
        selected_memory_id: memory_id,
        controls: { new_memory: 1 },
      },
    },
    task3: {
      ...stored,
      session_dir: `${session}__${session}`,
      canonical_id: session,
      task3_selected_memory_id: memory_id,
      task3_selected_memory: { memory_id, value, label },
      candidate_memories: given.candidates ?? [
        { memory_id: 'm2', value: 'Plays chess', label: 'Preferences/Entertainment' },
        { memory_id, value, label },
        { memory_id: 'm2', value: 'Plays chess', label: 'Preferences/Entertainment' },
      ],
      query: 'Which drink should I order?',
      metadata: { session_id: session, dialog_id: 'dlg_0001', language: 'English' },
      dialogue_from_task3_source: [],
    },
    task4: given.task4 ?? [utilization(1, line, target), utilization(2, line, target)],
    ...given.more,
  }
}

export function utilization(ability: number, number: number, target: StoredItem) {
  const { memory_id, value } = target
  return {
    ability: `ability${ability}`,
    queries: [{ query_id: `ability${ability}_${number}:1`, query: 'What shall I drink?' }],
    task4_selected_memory_id: memory_id,
    task4_selected_memory: { memory_id, value },
  }
}

export async function packetFolder(packets: readonly ReturnType<typeof packet>[]): Promise<string> {
  return folderOf(
    Object.fromEntries([
      ['chunks/chunk_0001/manifest.json', '{"sessions": []}'],
      ...packets.map((one) => [`chunks/chunk_0001/${one.session_id}.json`, JSON.stringify(one)]),
    ]),
  )
}
