import { describe, expect, it } from 'vitest'
import type { Dataset } from '../../../core/dataset.ts'
import { jsonSchema } from '../../../core/json.ts'
import {
  extractionGoldSchema,
  extractionInputSchema,
  retrievalGoldSchema,
  retrievalInputSchema,
  updateGoldSchema,
  updateInputSchema,
  utilizationGoldSchema,
  utilizationInputSchema,
} from '../shapes.ts'
import { casesOf, folderOf, item, options, packet, packetFolder, turns, utilization } from './fixtures.ts'
import { openAlpsbench } from './open.ts'

async function opened(folder: string, word = `packets:${folder}`): Promise<Dataset> {
  const dataset = await openAlpsbench(word, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('not recognised')
  return dataset
}

async function datasetOf(...packets: ReturnType<typeof packet>[]): Promise<Dataset> {
  return opened(await packetFolder(packets))
}

const tracks = [
  ['alpsbench/extraction', 'sess_demoA__7', extractionInputSchema.strict(), extractionGoldSchema],
  ['alpsbench/update', 'sess_demoA', updateInputSchema.strict(), updateGoldSchema],
  ['alpsbench/retrieval/d100', 'sess_demoA', retrievalInputSchema.strict(), retrievalGoldSchema],
  ['alpsbench/utilization/persona', 'ability1_7', utilizationInputSchema, utilizationGoldSchema],
  ['alpsbench/utilization/preference', 'ability2_7', utilizationInputSchema, utilizationGoldSchema],
] as const

describe('packets', () => {
  it('give the tracks that they have rows for', async () => {
    const dataset = await datasetOf(packet('sess_demoA', 7))
    expect(await dataset.tracks(options)).toEqual(tracks.map(([track]) => track))
    expect(dataset.splits).toEqual([])
    expect(await dataset.count('alpsbench/update', options)).toBe(1)
    expect(await dataset.fitOptions('alpsbench/update', options)).toBeNull()
  })

  it.each(tracks)('give %s rows with the id %s and the fixed shapes', async (track, id, input, gold) => {
    const [one, ...others] = await casesOf(await datasetOf(packet('sess_demoA', 7)), track)
    expect(others).toEqual([])
    expect(one).toMatchObject({ id, cluster: 'sess_demoA', weight: 1 })
    expect(one?.row).toMatchObject({ benchmark_id: id, session_id: 'sess_demoA' })
    expect(input.parse(one?.input)).toEqual(one?.input)
    expect(() => gold.parse(one?.gold)).not.toThrow()
  })

  it('hide gold, stratum and audit context from the input', async () => {
    const secret = packet('sess_demoA', 7, { items: [item('m1', 'SECRET value', { label: 'SECRET/label' })] })
    const dataset = await datasetOf({ ...secret, dialogue: turns('sess_demoA') })
    for (const track of ['alpsbench/extraction', 'alpsbench/utilization/preference']) {
      const [one] = await casesOf(dataset, track)
      expect(JSON.stringify(one?.gold)).toContain('SECRET value')
      expect(JSON.stringify(one?.input)).not.toMatch(/SECRET|stratum|audit|conversation/)
    }
    const [retrieval] = await casesOf(dataset, 'alpsbench/retrieval/d100')
    expect(Object.keys(jsonSchema.parse(retrieval?.input) ?? {})).toEqual(['query', 'candidate_memories'])
    const [update] = await casesOf(dataset, 'alpsbench/update')
    expect(JSON.stringify(update?.input)).not.toMatch(/Drinks coffee now|selected_memory_id/)
  })

  it('give the whole public row to programs', async () => {
    const dataset = await datasetOf(packet('sess_demoA', 7))
    const [extraction] = await casesOf(dataset, 'alpsbench/extraction')
    expect(extraction?.row).toMatchObject({
      task: 'task1',
      canonical_id: '7',
      stratum: 'Preferences/Food',
      input: { line_index: 7, dialogue: turns('sess_demoA'), sessions: [{ session_id: 'sess_demoA' }] },
    })
    const [persona] = await casesOf(dataset, 'alpsbench/utilization/persona')
    expect(persona?.row).toMatchObject({
      ability: 'ability1',
      stratum: 'UNKNOWN',
      input: {
        query: 'What shall I drink?',
        model_input: { query: 'What shall I drink?', selected_memory: { memory_id: 'm1' } },
        audit_context: { conversation: turns('sess_demoA') },
      },
    })
  })

  it('keep what models gave, and null where they gave nothing', async () => {
    const [one] = await casesOf(await datasetOf(packet('sess_demoA', 7)), 'alpsbench/extraction')
    expect(one?.recordings).toEqual({
      'model-a': { raw: '{"memory_items": []}' },
      'model-b': { raw: null },
      'model-c': { raw: null },
    })
  })

  it('tell the batch by the result files, and the sub-pool by the label', async () => {
    const plain = packet('sess_demoA', 7)
    const noFile = { ...plain.task1, llm_outputs: { 'model-a': { raw_output: 'x', memory_items: [] } } }
    const manner = item('m1', 'Wants short answers', { label: 'Preferences/Interaction_Preferences' })
    const other = packet('sess_demoB', 8, { items: [manner] })
    const dataset = await datasetOf(
      {
        ...plain,
        task1: { ...plain.task1, ...noFile, llm_outputs: JSON.parse(JSON.stringify(noFile.llm_outputs)) },
      },
      other,
    )
    const [a, b] = await casesOf(dataset, 'alpsbench/utilization/preference')
    expect([a?.tags['batch'], b?.tags['batch']]).toEqual([['B'], ['A']])
    expect([a?.tags['ability_kind'], b?.tags['ability_kind']]).toEqual([['general'], ['interaction']])
    expect(a?.tags).toMatchObject({
      target_label: ['Preferences/Food'],
      target_type: ['direct'],
      turns: ['under 10'],
      script: ['latin'],
    })
  })

  it('are tolerant of what the data holds', async () => {
    const strange = item('m1', 'Likes rain', {
      type: 'implied',
      evidence: { session_id: 'x', utterance_index: [1, 2], text: ['a', null] },
      confidence: 1,
      emotion: 'Negative',
    })
    const { label_suggestion: _, ...absent } = item('m2', 'Likes wind')
    const [one] = await casesOf(
      await datasetOf(packet('a / strange id', 7, { items: [strange, absent] })),
      'alpsbench/extraction',
    )
    expect(one?.id).toBe('a / strange id__7')
    expect(one?.gold).toEqual({ memory_items: [strange, absent] })
  })

  it('weigh a session by its utilization rows where published lines are wanted', async () => {
    const target = item('m1', 'x')
    const many = packet('sess_demoA', 7, {
      task4: [1, 2, 3].map((ability) => utilization(ability, 7, target)),
    })
    const dataset = await datasetOf(many, packet('sess_demoB', 8, { task4: [] }))
    const weights = async (track: string) =>
      (await casesOf(dataset, track, { rowBase: 'published-lines' })).map((one) => one.weight)
    expect(await weights('alpsbench/extraction')).toEqual([3, 1])
    expect(await weights('alpsbench/utilization/reality')).toEqual([1])
  })

  it('mark rows that are or may be in the hidden test', async () => {
    const packets = Array.from({ length: 30 }, (_, number) => packet(`sess_demo${number}`, number))
    const cases = await casesOf(await datasetOf(...packets), 'alpsbench/extraction')
    const hidden = cases.filter((one) => one.tags['split']?.[0] === 'test')
    const safe = cases.filter((one) => ['dev', 'validation'].includes(one.tags['split']?.[0] ?? ''))
    expect(hidden.length).toBeGreaterThan(5)
    expect(safe.length).toBeGreaterThan(2)
    expect(hidden.every((one) => one.tags['exposure']?.[0] === 'hidden-test')).toBe(true)
    expect(safe.every((one) => one.tags['exposure'] === undefined)).toBe(true)
    const [update] = await casesOf(await datasetOf(packet('sess_demoA', 7)), 'alpsbench/update')
    expect(update?.tags).toMatchObject({ split: ['uncertain'], exposure: ['hidden-test'] })
  })

  it('refuse a session that comes twice, a wrong type and broken JSON, with the file', async () => {
    const one = JSON.stringify(packet('sess_demoA', 7))
    const twice = await opened(await folderOf({ 'a.json': one, 'b.json': one }))
    await expect(casesOf(twice, 'alpsbench/update')).rejects.toMatchObject({
      rule: 'duplicate-id',
      place: { file: 'b.json', id: 'sess_demoA' },
    })
    const wrong = await opened(
      await folderOf({ 'a.json': one.replace('"confidence":0.95', '"confidence":"high"') }),
    )
    await expect(casesOf(wrong, 'alpsbench/update')).rejects.toMatchObject({
      rule: 'shape',
      place: { file: 'a.json', field: 'task1.ground_truth_memories[0].confidence' },
    })
    const broken = await opened(await folderOf({ 'a.json': `${one.slice(0, -1)},` }))
    await expect(casesOf(broken, 'alpsbench/update')).rejects.toMatchObject({
      rule: 'broken-json',
      place: { file: 'a.json', line: 1 },
    })
  })

  it('refuse a split and a view that do not exist, and a level without enough memories', async () => {
    const dataset = await datasetOf(packet('sess_demoA', 7))
    await expect(casesOf(dataset, 'alpsbench/update', { split: 'dev' })).rejects.toThrow(/has no split "dev"/)
    await expect(casesOf(dataset, 'alpsbench/update', { view: 'tidy' })).rejects.toThrow(
      /unknown view "tidy"/,
    )
    await expect(casesOf(dataset, 'alpsbench/retrieval/d300')).rejects.toThrow(/no stored rows/)
    await expect(casesOf(dataset, 'alpsbench/retrieval/d300', { pools: 'drawn' })).rejects.toThrow(/found 1/)
    expect(await dataset.tracks({ ...options, pools: 'drawn' })).not.toContain('alpsbench/retrieval/d100')
  })

  it('are checked file by file, and one bad file does not hide the others', async () => {
    const good = packet('sess_demoA', 7, {
      items: [item('m1', 'Likes tea [ERROR: Task-local (see [1])]', { label: 'Odd/Label' })],
    })
    const dataset = await opened(
      await folderOf({
        'a.json': JSON.stringify(good),
        'b.json': '{"session_id": 3}',
        'c.json': '{',
        'd.json': JSON.stringify(good),
      }),
    )
    const { counts, findings } = await dataset.check()
    expect(counts).toMatchObject({
      sessions: 2,
      gold_items: 2,
      rejected_gold_items: 2,
      off_taxonomy_gold_items: 2,
      sessions_with_only_rejected_gold: 2,
      model_runs: 6,
      model_runs_without_raw_output: 4,
    })
    const byRule = new Map(findings.map((finding) => [finding.rule, finding]))
    expect(byRule.get('broken-json')).toMatchObject({
      severity: 'error',
      count: 1,
      places: [{ file: 'c.json', line: 1, column: 2 }],
    })
    expect(byRule.get('shape')?.places).toMatchObject([{ file: 'b.json', field: 'session_id' }])
    expect(byRule.get('duplicate-id')?.places).toMatchObject([{ file: 'd.json', id: 'sess_demoA' }])
    expect(byRule.get('rejected-gold')).toMatchObject({ severity: 'warning', count: 2 })
    expect(findings.map((finding) => finding.severity).indexOf('warning')).toBe(3)
  })
})
