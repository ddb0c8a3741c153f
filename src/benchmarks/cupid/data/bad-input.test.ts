import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../core/json.ts'
import { writeParquet } from '../../../io/parquet.ts'
import { casesOf, cupidInstances, folderOf, instanceFiles, options } from './fixtures.ts'
import { openCupid } from './open.ts'

async function at(word: string, folder: string) {
  const dataset = await openCupid(word, { home: folder, sample: folder, workingDirectory: folder })
  if (dataset === null) throw new Error('not opened')
  return dataset
}

/** The rows of two personas, the second row (contrastive) with other fields. */
function rows(more: JsonObject): JsonObject[] {
  return cupidInstances(2).map((one, place) => (place === 1 ? { ...one, ...more } : one))
}

const listOf = async (list: readonly Json[]) =>
  at('rows.json', await folderOf({ 'rows.json': JSON.stringify(list) }))

/** The row's history with another first dialogue. */
function dialogue(...messages: Json[]): JsonObject {
  const [, second] = cupidInstances(2)
  const [first, ...rest] = second?.prior_interactions ?? []
  return { prior_interactions: [{ ...first, dialogue: messages }, ...rest] }
}

const user = (content: Json = 'a') => ({ role: 'user', content })
const assistant = (content: Json = 'b') => ({ role: 'assistant', content })
const turn = (place: number, part: string) => `prior_interactions[0].dialogue[${place}].${part}`

describe('an instance that is unfit', () => {
  it.each<[string, JsonObject, string, string]>([
    ['two user turns in a row', dialogue(user(), user()), 'turn-order', turn(1, 'role')],
    [
      'two assistant turns in a row',
      dialogue(user(), assistant(), assistant()),
      'turn-order',
      turn(2, 'role'),
    ],
    ['no user at the start', dialogue(assistant(), user()), 'first-turn', turn(0, 'role')],
    ['no message', dialogue(), 'empty-dialogue', 'prior_interactions[0].dialogue'],
    ['a null message', dialogue(user(), assistant(null)), 'null-message', turn(1, 'content')],
    ['an empty message', dialogue(user(), assistant('')), 'empty-text', turn(1, 'content')],
    ['a blank message', dialogue(user(' \n')), 'empty-text', turn(0, 'content')],
    ['an empty checklist', { current_checklist: [] }, 'empty-checklist', 'current_checklist'],
    ['an empty question', { current_checklist: ['a?', ''] }, 'empty-text', 'current_checklist[1]'],
    ['an empty request', { current_request: '' }, 'empty-text', 'current_request'],
  ])('with %s is refused with row and field, and left out on demand', async (_, more, rule, field) => {
    const dataset = await listOf(rows(more))
    const place = { file: 'rows.json', row: 2, id: '0+invented_worker_0+contrastive', field }
    await expect(casesOf(dataset)).rejects.toMatchObject({ rule, exitCode: 2, place })
    const { findings } = await dataset.check()
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ rule, places: [place] }])
    const cases = await casesOf(dataset, { view: 'clean' })
    expect(cases).toHaveLength(6)
    expect(cases.map(({ skip }) => skip?.startsWith(`${field}: `))).toEqual([
      undefined,
      true,
      ...Array.from({ length: 4 }, () => undefined),
    ])
  })

  it.each<[string, JsonObject, string]>([
    ['an unknown type', { instance_type: 'sudden' }, 'instance_type'],
    ['an unknown role', dialogue({ role: 'system', content: 'a' }), turn(0, 'role')],
    ['a message that is a number', dialogue(user(7)), turn(0, 'content')],
    [
      'no dialogue',
      { prior_interactions: [{ context_factor: 'a', contextual_preference: 'b' }] },
      'prior_interactions[0].dialogue',
    ],
    ['a checklist that is a text', { current_checklist: 'a?' }, 'current_checklist'],
    ['a persona that is null', { persona_id: null }, 'persona_id'],
  ])('with %s can not be read, and is refused in every view', async (_, more, field) => {
    const dataset = await listOf(rows(more))
    const wrong = { rule: 'shape', exitCode: 2, place: { file: 'rows.json', row: 2, field } }
    await expect(casesOf(dataset)).rejects.toMatchObject(wrong)
    await expect(casesOf(dataset, { view: 'clean' })).rejects.toMatchObject(wrong)
    const { findings, counts } = await dataset.check()
    expect(findings.find(({ rule }) => rule === 'shape')?.places).toEqual([wrong.place])
    expect(counts['instances']).toBe(5)
  })

  it('with a key that others have is refused; each of the others is named', async () => {
    const [first] = cupidInstances(1)
    if (first === undefined) throw new Error('no instance')
    const dataset = await listOf([first, ...rows({}).slice(1), first, first])
    await expect(casesOf(dataset)).rejects.toMatchObject({
      rule: 'duplicate-key',
      message: 'persona and type come more than once; first in rows.json:row 1',
      place: { file: 'rows.json', row: 7, field: 'instance_type' },
    })
    const { findings } = await dataset.check()
    expect(findings.find(({ rule }) => rule === 'duplicate-key')).toMatchObject({
      severity: 'error',
      count: 2,
      places: [{ row: 7 }, { row: 8 }],
    })
  })

  it('with NUL or half a surrogate pair in its id is refused', async () => {
    await expect(casesOf(await listOf(rows({ persona_id: 'a\0' })))).rejects.toMatchObject({
      rule: 'id-characters',
      place: { row: 2, field: 'persona_id' },
    })
  })

  it('of which the gold preference has over 30 words is noted, and runs', async () => {
    const long = Array.from({ length: 31 }, () => 'word').join(' ')
    const dataset = await listOf(rows({ current_contextual_preference: long }))
    expect(await casesOf(dataset)).toHaveLength(6)
    const { findings } = await dataset.check()
    expect(findings.find(({ rule }) => rule === 'long-preference')).toMatchObject({
      severity: 'note',
      places: [{ row: 2, field: 'current_contextual_preference' }],
    })
  })
})

describe('fields that the format does not have', () => {
  it('are dropped, and seeds of personas by a rule of their own', async () => {
    const more = {
      persona_seed: 'a secret text',
      seed: 'a secret text',
      note: 'mine',
      context: {},
      seedText: 'a',
    }
    const dataset = await listOf(rows(more))
    const cases = await casesOf(dataset)
    expect(JSON.stringify(cases)).not.toContain('secret')
    expect(JSON.stringify(cases)).not.toContain('mine')
    const { findings } = await dataset.check()
    const fields = (name: string) =>
      findings.find(({ rule }) => rule === name)?.places.map(({ field }) => field)
    expect(fields('seed-field')).toEqual(['persona_seed', 'seed', 'seedText'])
    expect(fields('dropped-field')).toEqual(['note', 'context'])
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('a file that can not be read', () => {
  it('is named with line and column, and the others of its folder are looked at', async () => {
    const folder = await folderOf({
      ...instanceFiles(cupidInstances(1)),
      '9+x+changing.json': '{\n "persona_id": oops}',
    })
    const dataset = await at('.', folder)
    const place = { file: '9+x+changing.json', line: 2, column: 16 }
    await expect(casesOf(dataset)).rejects.toMatchObject({ rule: 'broken-json', place })
    const { findings, counts } = await dataset.check()
    expect(findings).toMatchObject([{ severity: 'error', rule: 'broken-json', places: [place] }])
    expect(counts['instances']).toBe(3)
    const alone = await at('.', await folderOf({ '9+x+changing.json': '{"persona_id":' }))
    await expect(casesOf(alone)).rejects.toMatchObject({ rule: 'broken-json' })
  })

  it('of JSONL is named with its line', async () => {
    const lines = [...cupidInstances(1).map((one) => JSON.stringify(one)), '{"persona_id" 7}', '{}']
    const dataset = await at('a.jsonl', await folderOf({ 'a.jsonl': lines.join('\n') }))
    await expect(casesOf(dataset)).rejects.toMatchObject({
      rule: 'broken-json',
      place: { file: 'a.jsonl', line: 4 },
    })
    const { findings } = await dataset.check()
    expect(findings.find(({ rule }) => rule === 'broken-json')?.places).toMatchObject([
      { line: 4, column: 15 },
    ])
    expect(findings.find(({ rule }) => rule === 'shape')?.places).toMatchObject([
      { line: 5, field: 'persona_id' },
    ])
  })

  it('of Parquet with other columns names them', async () => {
    const folder = await folderOf({ 'text.parquet': 'no parquet' })
    const columns = [
      { name: 'persona_id', type: 'integer' },
      { name: 'persona', type: 'text' },
    ] as const
    await writeParquet(join(folder, 'a.parquet'), columns, [[1, 'b']])
    await expect(at('a.parquet', folder)).rejects.toMatchObject({
      rule: 'parquet-schema',
      exitCode: 2,
      place: { file: 'a.parquet' },
      message:
        'the columns are others; missing: instance_type, current_request, current_context_factor, ' +
        'current_contextual_preference, current_checklist, prior_interactions; ' +
        'of another type: persona_id (BIGINT, expected text); not expected: persona',
    })
    await expect(at('text.parquet', folder)).rejects.toMatchObject({ rule: 'broken-parquet' })
  })

  it('is not followed out of the folder by a link, nor looked for behind a name that is none', async () => {
    const [secret = ''] = Object.values(instanceFiles(cupidInstances(1, { seed: 99 })))
    const outside = await folderOf({ 'secret+x+changing.json': secret })
    const folder = await folderOf(instanceFiles(cupidInstances(1)))
    await symlink(join(outside, 'secret+x+changing.json'), join(folder, '0+link+changing.json'))
    await mkdir(join(folder, 'dir+changing.json'))
    await writeFile(join(folder, '.hidden+changing.json'), secret)
    const dataset = await at('.', folder)
    expect(await dataset.count('cupid/inference', options)).toBe(3)
    for (const word of [
      'cupid:../x',
      'constructor',
      '__proto__',
      'x\0y',
      's3://bucket/a.parquet',
      '*.parquet',
    ]) {
      expect(await openCupid(word, { home: folder, sample: folder, workingDirectory: outside })).toBeNull()
    }
  })
})
