import { describe, expect, it } from 'vitest'
import { jsonSchema, type Json } from '../../../core/json.ts'
import { buildCase } from './build-case.ts'
import { droppedFields, type DroppedField } from './dropped-fields.ts'
import { exampleSourceRow } from './example-rows.ts'
import { lostFields } from '../../../testing/field-walk.ts'
import { item, packet, turns } from './fixtures.ts'
import { checkShape } from '../../../core/check-shape.ts'
import { packetRows } from './packet-rows.ts'
import { packetSchema } from './packet-shape.ts'
import { publicSourceRow } from './public-rows.ts'
import { publicTracks } from './public-tracks.ts'
import type { SourceRow } from './source-row.ts'

const droppedIn = (layout: DroppedField['layout']) =>
  droppedFields.filter((field) => field.layout === layout).map(({ field }) => field)

function keptOf(rows: readonly SourceRow[]): Json[] {
  return rows.map((row) => {
    const {
      input,
      gold,
      row: whole,
      recordings,
    } = buildCase(row, { cluster: 'x', weight: 1, tags: {}, skip: null })
    return jsonSchema.parse(JSON.parse(JSON.stringify({ input, gold, whole, recordings })))
  })
}

const track = (task: string) => publicTracks.find((one) => one.task === task && one.ability !== 'persona')

/** Rows with a value of its own in every field, so that nothing is kept by chance. */
const marked = (text: string) =>
  item('m1', `${text} value`, {
    reasoning: `${text} reasoning`,
    label_suggestion: `${text} label`,
    updated_at: `${text} date`,
  })

describe('every field of the source', () => {
  it('of a packet is kept or listed', () => {
    const source: Json = JSON.parse(
      JSON.stringify(packet('sess_demoA', 7, { items: [marked('one'), marked('two')] })),
    )
    const rows = packetRows(checkShape(packetSchema, source, {}), { file: 'x' })
    const lost = lostFields(source, keptOf(rows), droppedIn('packets'), ['task1.llm_outputs'])
    // An empty answer of a model is kept as null.
    expect(lost.filter((path) => path !== 'task1.llm_outputs.*.raw_output')).toEqual([])
    const withoutList = lostFields(source, keptOf(rows), [], ['task1.llm_outputs'])
    expect(withoutList).toContain('task1.stratum_source')
  })

  it('of a public row is kept or listed', () => {
    const input = {
      benchmark_id: 'sess_demoA__7',
      task: 'task1',
      session_id: 'sess_demoA',
      stratum: 'a stratum',
      extra_envelope: 'kept too',
      input: {
        user_id: 'a user',
        sessions: [
          {
            session_id: 'sess_demoA',
            started_at: 'then',
            turns: [{ ...turns('a')[0], timestamp: 'a time' }],
          },
        ],
        dialogue: [{ role: 'user', text: 'a turn', utterance_index: 4711 }],
        metadata: { match: 'a match' },
      },
    }
    const gold = {
      memory_items: [marked('gold')],
      memory_stage1_candidates: [marked('raw')],
      selected_memory_id: 'm77',
    }
    const extraction = track('extraction')
    if (extraction === undefined) throw new Error('no track')
    const row = publicSourceRow(extraction, input, gold, { split: 'dev', hidden: false, place: {} })
    expect(lostFields({ ...input, gold }, keptOf([row]), droppedIn('public'), [])).toEqual([])
    const utilization = track('utilization')
    if (utilization === undefined) throw new Error('no track')
    const use = {
      benchmark_id: 'ability2_9',
      ability: 'ability2',
      input: {
        query: 'a query',
        queries: [{ query_id: 'ability2_9:1', query: 'a query', category: 'a category' }],
        model_input: { query: 'a query', dialogue_history: turns('h'), note: 'a note' },
        audit_context: { conversation: turns('h'), source_dataset_file: 'a file' },
      },
    }
    const key = {
      memory_key: 'm5',
      selected_memory: { memory_id: 'm5', value: 'a value', evidence: { text: 'evidence text' } },
      extracted_memory: [
        { memory_id: 'm5', value: 'a value' },
        { memory_id: 'm6', value: 'other value' },
      ],
      conversation: turns('h'),
    }
    const used = publicSourceRow(utilization, use, key, { split: 'dev', hidden: false, place: {} })
    expect(lostFields({ ...use, gold: key }, keptOf([used]), droppedIn('public'), [])).toEqual([])
    expect(used.tags).toEqual({})
  })

  it('of an older example row is kept or listed', () => {
    const extraction = track('extraction')
    if (extraction === undefined) throw new Error('no track')
    const source = {
      user_id: 'a user',
      line_index: 7,
      sessions: [
        {
          session_id: 'sess_demoA',
          started_at: 'then',
          ended_at: 'later',
          turns: [{ ...turns('a')[0], timestamp: 'a time' }],
        },
      ],
      intents_ranked: [{ intent_category: 'an intent' }],
      memory_items: [marked('gold')],
      memory_stage1_candidates: [marked('raw')],
      match: { status: 'matched', dialogue_source: { file: 'a file' } },
      memory_reasoning: 'a reason',
      selected_memory_id: 'm77',
    }
    expect(
      lostFields(source, keptOf([exampleSourceRow(extraction, source, {})]), droppedIn('examples'), []),
    ).toEqual([])
  })

  it('is missed when it is neither', () => {
    expect(lostFields({ a: { b: ['lost', 'kept'] }, c: 1 }, [{ x: 'kept' }], ['c'], [])).toEqual(['a.b[]'])
  })
})
