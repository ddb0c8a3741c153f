import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { alpsbenchTrackIds, retrievalInputSchema, utilizationGoldSchema } from '../shapes.ts'
import { casesOf, folderOf, jsonl, options, packet, packetFolder } from './fixtures.ts'
import { openAlpsbench } from './open.ts'
import { writePullManifest } from '../../../io/pull-manifest.ts'

const sample = fileURLToPath(new URL('../../../../sample', import.meta.url))
const at = (home: string) => ({ home, sample, workingDirectory: home })

describe('opening data', () => {
  it('recognises packets by a prefix, a folder, a relative path or one file', async () => {
    const folder = await packetFolder([packet('sess_demoA', 7)])
    for (const word of [
      `packets:${folder}`,
      folder,
      '.',
      'packets:chunks',
      'chunks/chunk_0001/sess_demoA.json',
    ]) {
      const dataset = await openAlpsbench(word, at(folder))
      expect(dataset?.descriptor).toMatchObject({ id: word, layout: 'packets', licence: 'none' })
      expect(await dataset?.count('alpsbench/update', options)).toBe(1)
    }
  })

  it('leaves alone what is none of its layouts', async () => {
    const folder = await folderOf({ 'a.json': '{"persona": 1}', 'list/x.json': '[1', 'notes.txt': 'x' })
    for (const word of ['.', 'list', 'a.json', 'notes.txt', 'missing', 'cupid']) {
      expect(await openAlpsbench(word, at(folder))).toBeNull()
    }
  })

  it('reports damaged packets instead of overlooking them', async () => {
    const folder = await folderOf({ 'chunks/chunk_0001/sess_demoA.json': '{' })
    const dataset = await openAlpsbench('.', at(folder))
    expect((await dataset?.check())?.findings).toMatchObject([{ rule: 'broken-json' }])
    await expect(openAlpsbench('packets:missing', at(folder))).rejects.toThrow(/does not exist/)
    await mkdir(join(folder, 'empty'))
    await expect(openAlpsbench('packets:empty', at(folder))).rejects.toThrow(/holds no packets/)
  })

  it('opens pulled data by name, once the download was finished', async () => {
    const home = await folderOf({ 'alpsbench/dataset/dev/task1/model_input.jsonl': jsonl([]) })
    await expect(openAlpsbench('alpsbench-packets', at(home))).rejects.toThrow(/was not pulled yet/)
    await expect(openAlpsbench('alpsbench', at(home))).rejects.toThrow(/was not finished/)
    await writePullManifest(join(home, 'alpsbench'), {
      formatVersion: 1,
      source: 'https://hub',
      revision: 'abc',
      files: [],
    })
    const dataset = await openAlpsbench('alpsbench', at(home))
    expect(dataset?.descriptor).toMatchObject({ id: 'alpsbench', source: 'https://hub', revision: 'abc' })
  })
})

describe('the sample', () => {
  it('has all tracks on one split, whatever pools are asked for', async () => {
    const dataset = await openAlpsbench('sample', at('/'))
    expect(dataset?.splits).toEqual(['dev'])
    for (const pools of ['original', 'drawn'] as const) {
      expect(await dataset?.tracks({ ...options, pools, split: 'dev' })).toEqual(alpsbenchTrackIds)
    }
    expect((await dataset?.check())?.findings).toEqual([])
  })

  it('draws unique opaque ids; original pools are the draw of seed 0', async () => {
    const dataset = await openAlpsbench('sample', at('/'))
    if (dataset === null) throw new Error('no sample')
    const original = await casesOf(dataset, 'alpsbench/retrieval/d1000', { seed: 5 })
    expect(original).toEqual(await casesOf(dataset, 'alpsbench/retrieval/d1000', { pools: 'drawn', seed: 0 }))
    expect(original).not.toEqual(
      await casesOf(dataset, 'alpsbench/retrieval/d1000', { pools: 'drawn', seed: 5 }),
    )
    for (const one of original) {
      const ids = retrievalInputSchema.parse(one.input).candidate_memories.map(({ memory_id }) => memory_id)
      expect([ids.length, new Set(ids).size]).toEqual([1001, 1001])
    }
  })

  it('has answer keys, references and split dev in every utilization row, and nothing of them in the input', async () => {
    const dataset = await openAlpsbench('sample', at('/'))
    if (dataset === null) throw new Error('no sample')
    for (const track of alpsbenchTrackIds.filter((id) => id.includes('utilization'))) {
      for (const one of await casesOf(dataset, track)) {
        const gold = utilizationGoldSchema.parse(one.gold)
        expect(gold.answer_key?.accept.length).toBeGreaterThan(0)
        expect(JSON.stringify(one.input)).not.toContain(JSON.stringify(gold.reference_answer))
        expect(one.tags).toMatchObject({ split: ['dev'] })
        expect(one.tags['exposure']).toBeUndefined()
      }
    }
  })

  it('is refused where it breaks its format, with file and field', async () => {
    const session = { session_id: 'sess_demo01', language: 'en', dialogue: [{ role: 'user', text: 'x' }] }
    const folder = await folderOf({
      'alpsbench/sessions/sess_demo01.json': JSON.stringify(session),
      'alpsbench/distractors.jsonl': '',
    })
    const context = { home: folder, sample: folder, workingDirectory: folder }
    await expect(openAlpsbench('sample', context)).rejects.toMatchObject({
      rule: 'shape',
      place: { file: 'sessions/sess_demo01.json', field: 'memories' },
    })
    await writeFile(join(folder, 'alpsbench/sessions/sess_demo01.json'), '{"a": }')
    await expect(openAlpsbench('sample', context)).rejects.toMatchObject({
      rule: 'broken-json',
      place: { column: 7 },
    })
    await expect(openAlpsbench('sample', { ...context, sample: join(folder, 'none') })).rejects.toThrow(
      /does not exist/,
    )
  })
})
