import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../core/json.ts'
import { readResultsFolder } from './read-results.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-results-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A text is written as it is. */
async function write(files: Readonly<Record<string, Json>>) {
  for (const [name, file] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file, null, 4))
  }
}

const rows = (labels: readonly string[]) =>
  labels.map((label, place) => ({ index: place + 1, entry: 'e', label }))

const inference = (inferred: readonly string[], match: Json) => ({
  inferred: { preference: 'p', checklist: inferred },
  groundtruth: { preference: 'g', checklist: ['g1', 'g2'] },
  match,
})
const matched = inference(['p1'], {
  infer_to_gt: rows(['Fully Covered']),
  gt_to_infer: rows(['Fully Covered', 'Partially Covered']),
})
const answered = (score: Json, analysis: string) => ({
  user_request: 'r',
  ai_response: 'a',
  alignment: { score, analysis },
})
const done = { inference: matched, generation: answered('8', '### Evaluation Score\n8') }

async function only() {
  const [model, ...more] = await readResultsFolder(folder)
  expect(more).toEqual([])
  if (model === undefined) throw new Error('no model')
  return model
}

describe('a folder of the original code', () => {
  it('gives its figures as the original code and as we compute them, by type too', async () => {
    await write({
      'm/a+consistent.json': done,
      'm/a+changing.json': {
        inference: inference(['p1'], {
          infer_to_gt: rows(['Not Covered']),
          gt_to_infer: rows(['Not Covered', 'Not Covered']),
        }),
        generation: answered('8', '### Evaluation Score\n8.9'),
      },
      'm/results.json': { inference: { precision: 0.5 } },
    })
    const { model, stored, reference, strict, strictByType, quarantined, collisions } = await only()
    expect({ model, stored, quarantined, collisions }).toEqual({
      model: 'm',
      stored: { inference: { precision: 0.5 } },
      quarantined: [],
      collisions: [],
    })
    expect(reference).toMatchObject({
      inference: { status: 'figures', summary: { inference: { precision: 0.5, recall: 0.375 } } },
      generation: { status: 'figures', summary: { generation: { average_score: 8, n_instances: 2 } } },
    })
    expect(strict).toMatchObject({
      inference: {
        states: { ok: 2, overflow: 0, pending: 0, failed: {} },
        primary: { precision: { value: 0.5, n: 2, clusters: 1 }, recall: { value: 0.375 } },
      },
      generation: { primary: { value: 8.45, n: 2 } },
    })
    expect(Object.keys(strictByType)).toEqual(['consistent', 'changing'])
    expect(strictByType.consistent).toMatchObject({
      inference: { primary: { precision: { value: 1, n: 1 } } },
    })
  })

  it.each<[what: string, file: Json, status: string, kind: string | null]>([
    ['done', { inference: matched }, 'ok', null],
    [
      'rows without label (D3)',
      { inference: inference([], { infer_to_gt: [], gt_to_infer: [{ entry: 'g1', score: 0 }] }) },
      'ok',
      null,
    ],
    [
      'overflow (D4)',
      {
        inference: {
          ...inference([], { infer_to_gt: [], gt_to_infer: [] }),
          inferred: { preference: 'ERROR: Context length exceeded', checklist: [] },
        },
      },
      'overflow',
      null,
    ],
    [
      'a failed match (D8)',
      { inference: inference(['p1'], { infer_to_gt: [], gt_to_infer: [] }) },
      'failed',
      'match_call',
    ],
    [
      'rows too many (D14)',
      {
        inference: inference(['p1'], {
          infer_to_gt: rows(['Fully Covered', 'Fully Covered']),
          gt_to_infer: [],
        }),
      },
      'failed',
      'infer_to_gt:row_count',
    ],
    [
      'a wrapped list (D15)',
      {
        inference: inference(['p1'], {
          infer_to_gt: { results: rows(['Fully Covered']) },
          gt_to_infer: rows(['Not Covered', 'Not covered']),
        }),
      },
      'ok',
      null,
    ],
    [
      'an unknown label',
      {
        inference: inference(['p1'], {
          infer_to_gt: rows(['Fully Covered']),
          gt_to_infer: rows(['Half', 'Half']),
        }),
      },
      'failed',
      'gt_to_infer:invalid_label',
    ],
    [
      'a stop after the first save',
      { inference: { inferred: { preference: 'p', checklist: [] }, groundtruth: {} } },
      'pending',
      null,
    ],
    ['the other task only (D20)', { inference: {}, generation: {} }, 'pending', null],
    [
      'a checklist that is a text',
      { inference: { ...matched, inferred: { preference: 'p', checklist: 'p1' } } },
      'failed',
      'malformed_file',
    ],
  ])('inference: %s', async (_what, file, status, kind) => {
    await write({ 'm/a+consistent.json': file })
    const { instances, strict } = await only()
    expect(instances[0]?.inference).toMatchObject({ status, kind })
    expect(strict.inference.states).toMatchObject(
      status === 'failed' ? { failed: { [String(kind)]: 1 } } : { [status]: 1 },
    )
  })

  it.each<[what: string, generation: Json, status: string, kind: string | null, primary: number | null]>([
    ['done', done.generation, 'ok', null, 8],
    ['a score that was cut short (D10)', answered('8.9', 'x'), 'ok', null, 8.9],
    ['a label behind the score (D11)', answered('8\nVery Good', 'x'), 'ok', null, 8],
    ['a score off the scale (D12)', answered('11', 'x'), 'failed', 'out_of_range', null],
    ['a failed judge (D9)', answered(0, 'boom'), 'failed', 'judge_call', null],
    ['an overflow (D5)', { ai_response: 'ERROR: Context length exceeded' }, 'overflow', null, null],
    ['no judgement yet', { ai_response: 'a' }, 'pending', null, null],
    ['nothing', {}, 'pending', null, null],
  ])('generation: %s', async (_what, generation, status, kind, primary) => {
    await write({ 'm/a+consistent.json': { inference: {}, generation } })
    const { instances } = await only()
    expect(instances[0]?.generation).toMatchObject({ status, kind, primary })
  })

  it('counts a failure as zero in the pessimistic figure only', async () => {
    await write({
      'm/a+consistent.json': done,
      'm/b+consistent.json': {
        inference: inference(['p1'], { infer_to_gt: [], gt_to_infer: [] }),
        generation: answered(0, 'boom'),
      },
    })
    const { strict } = await only()
    expect(strict).toMatchObject({
      inference: {
        primary: { recall: { value: 0.75, n: 1 } },
        pessimistic: { recall: { value: 0.375, n: 2 } },
      },
      generation: { primary: { value: 8, n: 1 }, pessimistic: { value: 4, n: 2 } },
    })
  })

  it('has no figure, and no zero, where nothing was measured', async () => {
    await write({ 'm/a+consistent.json': { inference: {}, generation: {} } })
    const { strict, reference } = await only()
    expect(strict).toMatchObject({
      inference: { primary: { precision: null, recall: null, f1: null } },
      generation: { primary: null, pessimistic: null },
    })
    expect(reference).toEqual({ inference: null, generation: null })
  })

  it.each<[what: string, files: Readonly<Record<string, Json>>, rule: string, defect: string]>([
    ['half a file (D24)', { 'm/b.json': '{"inference": {' }, 'broken-json', 'D21'],
    ['a file of null', { 'm/b.json': 'null' }, 'shape', 'D21'],
    ['a foreign file (D23)', { 'm/notes.txt': 'hello' }, 'broken-json', 'D21'],
    ['a copy', { 'm/b.json.bak': done }, 'foreign-file', ''],
  ])('puts %s aside and goes on', async (_what, files, rule, defect) => {
    await write({ 'm/a+consistent.json': done, ...files })
    const { quarantined, strict, reference } = await only()
    expect(quarantined).toMatchObject([{ file: Object.keys(files)[0]?.slice(2), rule }])
    expect(strict.inference.states.ok).toBe(1)
    expect(reference.inference).toMatchObject(
      defect === '' ? { status: 'figures' } : { status: 'crash', defect },
    )
  })

  it('does not follow links', async () => {
    await write({ 'm/a+consistent.json': done, 'secret.txt': '{"generation": {}}' })
    await symlink(join(folder, 'secret.txt'), join(folder, 'm', 'b+changing.json'))
    await symlink(folder, join(folder, 'm', 'loop'))
    const { quarantined, instances } = await only()
    expect(instances.length).toBe(1)
    expect(quarantined.map(({ file, rule }) => [file, rule])).toEqual([
      ['b+changing.json', 'not-a-file'],
      ['loop', 'not-a-file'],
    ])
  })

  it('keeps names with dots apart, which the original code does not (D22)', async () => {
    await write({ 'm/p.x+consistent.json': done, 'm/p.x+changing.json': done })
    const { instances, collisions, reference } = await only()
    expect(instances.map(({ name, persona, type }) => [name, persona, type])).toEqual([
      ['p.x+changing', 'p.x', 'changing'],
      ['p.x+consistent', 'p.x', 'consistent'],
    ])
    expect(collisions).toEqual([['p.x+changing.json', 'p.x+consistent.json']])
    expect(reference.generation).toMatchObject({ summary: { generation: { n_instances: 1 } } })
  })

  it('knows no type where the published data was used (D1)', async () => {
    await write({ 'm/1+baker.json': done })
    const { instances, strictByType } = await only()
    expect(instances).toMatchObject([{ persona: '1+baker', type: null }])
    expect(strictByType).toEqual({})
  })

  it('finds the folders that a slash in a model name nests, and where the original code falls over them (D23)', async () => {
    await write({ 'a/x.json': done, 'a/b/x.json': done })
    const models = await readResultsFolder(folder)
    expect(models.map(({ model, reference }) => [model, reference.inference?.status])).toEqual([
      ['a', 'crash'],
      ['a/b', 'figures'],
    ])
    expect(models[0]?.reference.inference).toMatchObject({ kind: 'nested_folder', defect: 'D23' })
  })

  it('leaves out what a writer has not finished', async () => {
    await write({ 'm/x.json': done, '.writing-1/y.json': done })
    expect((await only()).model).toBe('m')
  })

  it('can be the folder of one model', async () => {
    await write({ 'x.json': done })
    expect((await only()).model).toBe(folder.split('/').at(-1))
  })

  it('says when there is nothing', async () => {
    await expect(readResultsFolder(folder)).rejects.toMatchObject({ rule: 'no-results' })
    await expect(readResultsFolder(join(folder, 'absent'))).rejects.toThrow('does not exist')
  })
})
