import { describe, expect, it } from 'vitest'
import { casesOf, folderOf, item, jsonl, options, turns } from './fixtures.ts'
import { openAlpsbench } from './open.ts'

const extraction = {
  user_id: 'unknown_user',
  line_index: 7,
  sessions: [
    {
      session_id: 'sess_demoA',
      started_at: 'x',
      ended_at: 'y',
      turns: turns('sess_demoA').map((turn, index) => ({ utterance_index: index, timestamp: 't', ...turn })),
    },
  ],
  memory_items: [item('m1', 'Likes tea')],
  selected_memory_id: 'm1',
}
const update = {
  record_id: 7,
  record: { old_dialogue: turns('sess_demoA'), new_dialogue: turns('sess_demoA', 'coffee') },
  memory: [item('m1', 'Likes tea')],
  query: 'Update.',
  answer: [item('m1_updated', 'Likes coffee')],
  metadata: { dialog_id: 7, session_id: 'sess_demoA', selected_memory_id: 'm1', controls: {} },
}
const candidate = { memory_id: 'm1', value: 'Likes tea', label: 'Preferences/Food' }
const retrieval = {
  seed_id: 1,
  record: {
    dialogue: [],
    selected_memory_id: 'm1',
    selected_memory: candidate,
    candidate_memories: [candidate],
    query: 'q',
    metadata: { session_id: 'sess_demoA', dialog_id: 'd' },
  },
}
const session = (ability: number, more = {}) => ({
  session_id: `ability${ability}_1`,
  queries: [{ query_id: `ability${ability}_1:1`, query: 'first' }],
  conversation: turns('sess_demoA'),
  extracted_memory: [
    { memory_id: 'm1', value: 'Likes tea' },
    { memory_id: 'm2', value: 'Likes cake' },
  ],
  memory_key: 'm2',
  ...more,
})

async function opened(files: Record<string, string>) {
  const folder = await folderOf(files)
  const dataset = await openAlpsbench(folder, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('not recognised')
  return dataset
}

const files = {
  'task1/task1_dataset.jsonl': jsonl([extraction, extraction]),
  'task2/task2_dataset.jsonl': jsonl([update]),
  'task3/task3_dataset_d100.jsonl': jsonl([retrieval]),
  'task4/ability1.json': JSON.stringify([session(1)]),
  'task4/ability3.json': JSON.stringify([session(3, { memory_key: 'm9' })]),
  'task4/ability5.json': JSON.stringify([
    {
      session_id: 'english_1',
      queries: [0, 1, 2, 3, 4].map((index) => ({
        query_id: `english_1:${index}`,
        query: `q${index}`,
        category: 'Emotional Support',
      })),
      conversation: turns('sess_demoA'),
      extracted_memory: [{ label: 'x', value: 'Is sad', evidence: { text: 'e' } }],
    },
  ]),
}

describe('the older example files', () => {
  it('give the rows that the release made of them', async () => {
    const dataset = await opened(files)
    expect(await dataset.tracks(options)).toEqual([
      'alpsbench/extraction',
      'alpsbench/update',
      'alpsbench/retrieval/d100',
      'alpsbench/utilization/persona',
      'alpsbench/utilization/reality',
      'alpsbench/utilization/emotion',
    ])
    const [one, ...more] = await casesOf(dataset, 'alpsbench/extraction', { rowBase: 'published-lines' })
    expect(more).toEqual([])
    expect(one).toMatchObject({ id: 'sess_demoA__7', weight: 2, input: { dialogue: turns('sess_demoA') } })
    const [change] = await casesOf(dataset, 'alpsbench/update')
    expect(change).toMatchObject({
      id: 'sess_demoA',
      gold: { selected_memory_id: 'm1' },
      input: { instruction: 'Update.' },
    })
    const [search] = await casesOf(dataset, 'alpsbench/retrieval/d100')
    expect(search).toMatchObject({ id: 'sess_demoA', gold: { selected_memory: candidate } })
  })

  it('choose the target memory as the release does', async () => {
    const dataset = await opened(files)
    const [persona] = await casesOf(dataset, 'alpsbench/utilization/persona')
    expect(persona?.input).toEqual({
      query: 'first',
      selected_memory: { memory_id: 'm2', value: 'Likes cake' },
    })
    const [reality] = await casesOf(dataset, 'alpsbench/utilization/reality')
    expect(reality?.gold).toMatchObject({ selected_memory: { memory_id: 'm9' } })
    const [emotion] = await casesOf(dataset, 'alpsbench/utilization/emotion')
    expect(emotion).toMatchObject({
      id: 'english_1',
      input: { query: 'q0' },
      gold: { selected_memory: { value: 'Is sad' } },
    })
    expect(emotion?.tags).toMatchObject({
      exposure: ['hidden-test'],
      language: ['en'],
      category: ['emotional_support'],
    })
    expect(persona?.tags['language']).toBeUndefined()
  })

  it('are checked, with the place of what is wrong', async () => {
    const dataset = await opened({
      ...files,
      'task2/task2_dataset.jsonl': `${jsonl([update])}{\n${jsonl([{ ...update, memory: {} }])}`,
      'task4/ability1.json': '[{}]',
    })
    const { findings, counts } = await dataset.check()
    expect(counts).toMatchObject({ 'lines alpsbench/extraction': 2, gold_items: 1 })
    expect(findings.find(({ rule }) => rule === 'repeated-row')).toMatchObject({ severity: 'note', count: 1 })
    expect(findings.find(({ rule }) => rule === 'broken-json')?.places).toEqual([
      { file: 'task2/task2_dataset.jsonl', line: 2, column: 2 },
    ])
    expect(findings.find(({ rule }) => rule === 'shape')?.places).toMatchObject([
      { file: 'task2/task2_dataset.jsonl', line: 3, field: 'memory' },
      { file: 'task4/ability1.json' },
    ])
  })
})
