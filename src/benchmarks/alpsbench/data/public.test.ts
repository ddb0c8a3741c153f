import { describe, expect, it } from 'vitest'
import type { Dataset } from '../../../core/dataset.ts'
import type { JsonObject } from '../../../core/json.ts'
import { casesOf, folderOf, item, jsonl, options, turns } from './fixtures.ts'
import { openAlpsbench } from './open.ts'

async function opened(layout: Record<string, string>): Promise<Dataset> {
  const folder = await folderOf(layout)
  const dataset = await openAlpsbench(folder, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('not recognised')
  return dataset
}

const extraction = (number: number) => ({
  benchmark_id: `sess_demo${number}__${number}`,
  task: 'task1',
  session_id: `sess_demo${number}`,
  canonical_id: String(number),
  stratum: 'Preferences/Food',
  input: {
    user_id: 'unknown_user',
    line_index: number,
    sessions: [],
    dialogue: turns(`sess_demo${number}`),
    metadata: {},
  },
})
const extractionGold = (number: number) => ({
  benchmark_id: `sess_demo${number}__${number}`,
  task: 'task1',
  session_id: `sess_demo${number}`,
  gold: {
    memory_items: [item('m1', `memory of ${number}`)],
    memory_stage1_candidates: [],
    selected_memory_id: 'm1',
  },
})
const retrieval = (number: number, level: number) => ({
  benchmark_id: `sess_demo${number}`,
  task: 'task3',
  session_id: `sess_demo${number}`,
  stratum: 'UNKNOWN',
  input: {
    dialogue: [],
    query: `query ${number}`,
    candidate_memories: [
      { memory_id: 'm1', value: `memory of ${number}`, label: 'Preferences/Food', note: 'kept' },
      ...Array.from({ length: level }, (_, index) => ({
        memory_id: `m${(index % 7) + 2}`,
        value: `other ${index}`,
        label: 'x',
      })),
    ],
    metadata: { session_id: `sess_demo${number}` },
  },
})
const retrievalGold = (number: number) => ({
  benchmark_id: `sess_demo${number}`,
  gold: {
    selected_memory_id: 'm1',
    selected_memory: { memory_id: 'm1', value: `memory of ${number}`, label: 'Preferences/Food' },
  },
})
const utilization = (ability: number, given: JsonObject) => ({
  benchmark_id: `ability${ability}_1`,
  task: 'task4',
  ability: `ability${ability}`,
  session_id: `ability${ability}_1`,
  stratum: 'UNKNOWN',
  input: {
    query: 'And now?',
    queries: [{ query_id: `ability${ability}_1:1`, query: 'And now?' }],
    model_input: { query: 'And now?', ...given },
    audit_context: { conversation: turns('sess_demo1'), source_dataset_file: '/home/somebody/x.json' },
  },
})
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

function files(): Record<string, string> {
  const part = (split: string, numbers: readonly number[], withGold = true) => ({
    [`dataset/${split}/task1/model_input.jsonl`]: jsonl(numbers.map(extraction)),
    ...(withGold
      ? { [`dataset/${split}/task1/reference_output.jsonl`]: jsonl(numbers.toReversed().map(extractionGold)) }
      : {}),
  })
  return {
    ...part('dev', [1, 2, 3]),
    ...part('validation', [4, 5]),
    ...part('test', [6, 7], false),
    ...part('examples', [2, 6]),
    'dataset/dev/task3/d300/model_input.jsonl': jsonl([retrieval(1, 300)]),
    'dataset/dev/task3/d300/reference_output.jsonl': jsonl([retrievalGold(1)]),
    'dataset/dev/task4_ability1/model_input.jsonl': jsonl([
      utilization(1, { selected_memory: { memory_id: 'm1', value: 'memory of 1' } }),
    ]),
    'dataset/dev/task4_ability1/reference_output.jsonl': jsonl([
      {
        benchmark_id: 'ability1_1',
        gold: {
          memory_key: 'm1',
          selected_memory: { memory_id: 'm1', value: 'memory of 1', label: 'Preferences/Food' },
          conversation: turns('x'),
        },
      },
    ]),
    'dataset/dev/task4_ability5/model_input.jsonl': jsonl([
      { ...utilization(5, { dialogue_history: turns('sess_demo1') }), benchmark_id: 'chinese_1' },
    ]),
    'dataset/dev/task4_ability5/reference_output.jsonl': jsonl([
      { benchmark_id: 'chinese_1', gold: { selected_memory: { value: 'sad', label: 'x' } } },
    ]),
  }
}

describe('the public layout', () => {
  it('has its splits, and the tracks of each', async () => {
    const dataset = await opened(files())
    expect(dataset.splits).toEqual(['dev', 'validation', 'test', 'examples'])
    expect(await dataset.tracks({ ...options, split: 'test' })).toEqual(['alpsbench/extraction'])
    expect(await dataset.tracks(options)).toEqual([
      'alpsbench/extraction',
      'alpsbench/retrieval/d300',
      'alpsbench/utilization/persona',
      'alpsbench/utilization/emotion',
    ])
    expect(await dataset.count('alpsbench/extraction', { ...options, split: 'dev' })).toBe(3)
    expect(dataset.descriptor).toMatchObject({ layout: 'public', licence: 'ODC-By-1.0' })
  })

  it('pairs rows and references by id, whatever their order', async () => {
    const cases = await casesOf(await opened(files()), 'alpsbench/extraction', { split: 'dev' })
    expect(cases.map((one) => one.id)).toEqual(['sess_demo1__1', 'sess_demo2__2', 'sess_demo3__3'])
    expect(cases.map((one) => JSON.stringify(one.gold).match(/memory of \d/)?.[0])).toEqual([
      'memory of 1',
      'memory of 2',
      'memory of 3',
    ])
    expect(cases[0]?.row).toEqual(extraction(1))
    expect(JSON.stringify(cases[0]?.input)).not.toMatch(/stratum|Preferences|memory of/)
  })

  it('gives all rows with references when no split is asked for, and no gold where it is private', async () => {
    const dataset = await opened(files())
    expect((await casesOf(dataset, 'alpsbench/extraction')).map((one) => one.tags['split']?.[0])).toEqual([
      'dev',
      'dev',
      'dev',
      'validation',
      'validation',
    ])
    const hidden = await casesOf(dataset, 'alpsbench/extraction', { split: 'test' })
    expect(hidden.map((one) => one.gold)).toEqual([null, null])
    expect(hidden.every((one) => one.tags['exposure'] !== undefined)).toBe(true)
  })

  it('marks those of the examples that may be in the hidden test', async () => {
    const cases = await casesOf(await opened(files()), 'alpsbench/extraction', { split: 'examples' })
    expect(cases.map((one) => [one.id, one.tags['exposure'] !== undefined])).toEqual([
      ['sess_demo2__2', false],
      ['sess_demo6__6', true],
    ])
  })

  it('fits baselines on the other of dev and validation', async () => {
    const dataset = await opened(files())
    const fit = async (split: string | null) =>
      (await dataset.fitOptions('alpsbench/extraction', { ...options, split }))?.split ?? null
    expect(await Promise.all(['dev', 'validation', 'test', 'examples', null].map(fit))).toEqual([
      'validation',
      'dev',
      'dev',
      null,
      null,
    ])
    expect(await dataset.fitOptions('alpsbench/utilization/persona', { ...options, split: 'dev' })).toBeNull()
  })

  it('refuses a weighting by published lines, which it does not know', async () => {
    const dataset = await opened(files())
    await expect(casesOf(dataset, 'alpsbench/extraction', { rowBase: 'published-lines' })).rejects.toThrow(
      /how many lines/,
    )
  })

  it('keeps what else a candidate carries in the row, and hands a chat system three fields', async () => {
    const dataset = await opened(files())
    const [search] = await casesOf(dataset, 'alpsbench/retrieval/d300')
    expect(search?.row).toMatchObject({
      input: { candidate_memories: expect.arrayContaining([expect.objectContaining({ note: 'kept' })]) },
    })
    expect(JSON.stringify(search?.input)).not.toContain('note')
  })

  it('hands over the memory or the history, and connects sessions of different tracks', async () => {
    const dataset = await opened(files())
    const [persona] = await casesOf(dataset, 'alpsbench/utilization/persona')
    expect(persona?.input).toEqual({
      query: 'And now?',
      selected_memory: { memory_id: 'm1', value: 'memory of 1' },
    })
    expect(persona?.tags).toMatchObject({ target_label: ['Preferences/Food'] })
    const [emotion] = await casesOf(dataset, 'alpsbench/utilization/emotion')
    expect(emotion?.input).toEqual({ query: 'And now?', dialogue_history: turns('sess_demo1') })
    expect(emotion?.tags).toMatchObject({ language: ['zh'] })
    const [first] = await casesOf(dataset, 'alpsbench/extraction', { split: 'dev' })
    expect(new Set([persona?.cluster, emotion?.cluster, first?.cluster]).size).toBe(1)
  })

  it('draws lower levels from its memories', async () => {
    const dataset = await opened(files())
    expect(await dataset.tracks({ ...options, pools: 'drawn' })).toContain('alpsbench/retrieval/d100')
    const [one] = await casesOf(dataset, 'alpsbench/retrieval/d100', { pools: 'drawn' })
    expect(JSON.stringify(one?.input).match(/"memory_id"/g)).toHaveLength(101)
  })

  it.each([
    [
      'a missing reference',
      'dataset/dev/task1/reference_output.jsonl',
      jsonl([extractionGold(1)]),
      'missing-reference',
    ],
    [
      'two references',
      'dataset/dev/task1/reference_output.jsonl',
      jsonl([1, 1, 2, 3].map(extractionGold)),
      'duplicate-id',
    ],
    [
      'a row of another shape',
      'dataset/dev/task1/model_input.jsonl',
      jsonl([{ ...extraction(1), input: {} }]),
      'shape',
    ],
    [
      'gold of another shape',
      'dataset/dev/task1/reference_output.jsonl',
      jsonl([{ ...extractionGold(1), gold: { memory_items: [{}] } }]),
      'shape',
    ],
  ])('with %s is refused', async (_, name, text, rule) => {
    const dataset = await opened({ ...files(), [name]: text })
    await expect(casesOf(dataset, 'alpsbench/extraction', { split: 'dev' })).rejects.toMatchObject({ rule })
  })

  it.each(['benchmark_id', 'session_id'])('with NUL in a %s is refused with its place', async (field) => {
    const odd = `sess_demo2\0`
    const files2 = {
      ...files(),
      'dataset/dev/task1/model_input.jsonl': jsonl([
        extraction(1),
        { ...extraction(2), [field]: odd },
        extraction(3),
      ]),
      'dataset/dev/task1/reference_output.jsonl': jsonl([
        extractionGold(1),
        { ...extractionGold(2), [field]: odd },
        extractionGold(3),
      ]),
    }
    const dataset = await opened(files2)
    const place = { file: expect.stringMatching(/dev\/task1\/model_input\.jsonl$/), line: 2 }
    await expect(casesOf(dataset, 'alpsbench/extraction', { split: 'dev' })).rejects.toMatchObject({
      rule: 'id-characters',
      exitCode: 2,
      place,
    })
    const { findings } = await dataset.check()
    expect(findings.find(({ rule }) => rule === 'id-characters')?.places).toMatchObject([place])
  })

  it('is checked: shape, pairs, ids and leaks between splits, with places', async () => {
    const clean = await (await opened(files())).check()
    expect(clean.findings).toEqual([])
    expect(clean.counts).toMatchObject({ 'rows dev alpsbench/extraction': 3, gold_items: 5 })
    const broken = await opened({
      ...files(),
      'dataset/validation/task1/model_input.jsonl': `${jsonl([4, 5, 5, 1].map(extraction))}{"benchmark_id":\n`,
      'dataset/validation/task1/reference_output.jsonl': jsonl([
        extractionGold(4),
        extractionGold(5),
        extractionGold(9),
        { benchmark_id: 'x' },
      ]),
    })
    const { findings } = await broken.check()
    const at = (rule: string) => findings.find((finding) => finding.rule === rule)?.places[0]
    const input = 'dataset/validation/task1/model_input.jsonl'.slice('dataset/'.length)
    expect(at('duplicate-id')).toMatchObject({ file: input, line: 3, id: 'sess_demo5__5' })
    expect(at('split-leakage')).toMatchObject({ file: input, line: 4, id: 'sess_demo1__1' })
    expect(at('missing-reference')).toMatchObject({ file: input, line: 4, id: 'sess_demo1__1' })
    expect(at('unknown-reference')).toMatchObject({ line: 3, id: 'sess_demo9__9' })
    expect(at('shape')).toMatchObject({ line: 4, field: 'gold' })
    expect(at('broken-json')).toMatchObject({ file: input, line: 5, column: 17 })
    expect(findings.every((finding) => finding.severity === 'error')).toBe(true)
  })

  it('reads many rows and keeps the order', async () => {
    const numbers = range(100, 700)
    const dataset = await opened({
      'dev/task1/model_input.jsonl': jsonl(numbers.map(extraction)),
      'dev/task1/reference_output.jsonl': jsonl(
        numbers.toSorted((a, b) => ((a * 7919) % 601) - ((b * 7919) % 601)).map(extractionGold),
      ),
    })
    const cases = await casesOf(dataset, 'alpsbench/extraction')
    expect(cases.map((one) => one.id)).toEqual(numbers.map((number) => `sess_demo${number}__${number}`))
    expect(
      cases.every((one) => JSON.stringify(one.gold).includes(`memory of ${one.id.split('__')[1]}"`)),
    ).toBe(true)
  })
})
