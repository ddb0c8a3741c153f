import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  annotationItemSchema,
  projectSummarySchema,
  queueSchema,
  type AnswerBody,
  type ProjectSummary,
} from '../../server/schemas/annotate.ts'
import type { ScriptedServer } from '../../testing/scripted-server/index.ts'
import { makeFolder } from '../testing/cli.ts'
import { liveCommand, startSampleServer } from '../testing/live.ts'
import { ask, testServer, type TestServer } from '../testing/workbench.ts'

const TRACK = 'alpsbench/utilization/persona'
let models: ScriptedServer
let folder: ReturnType<typeof makeFolder>
let server: TestServer
let ids = 0
const go = (...argv: string[]) => liveCommand(folder.path, argv, { RAPPORT_BASE_URL: models.baseUrl })

beforeAll(async () => {
  models = await startSampleServer()
  folder = makeFolder()
  const systems = ['compatible/perfect', 'compatible/forgetful']
  const judge = ['--judge', 'compatible/judge-fair', '--quiet', '--overview']
  const { code, err } = await go('run', TRACK, '--system', ...systems, ...judge)
  if (code !== 0) throw new Error(err)
  server = testServer(folder.path, { env: { RAPPORT_BASE_URL: models.baseUrl } })
}, 120_000)
afterAll(async () => {
  await server.close()
  folder.remove()
  await models.close()
})

async function get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const response = await ask(server, `/api${path}`)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return schema.parse(answer)
}

async function newProject(...argv: string[]): Promise<ProjectSummary> {
  const { out, code, err } = await go('annotate', 'new', ...argv, '--json')
  expect(code, err).toBe(0)
  return projectSummarySchema.parse(JSON.parse(out))
}

const itemOf = ({ id }: ProjectSummary, item: string, annotator: string) =>
  get(`/projects/${id}/item?${new URLSearchParams({ item, annotator }).toString()}`, annotationItemSchema)

async function itemsOf({ id }: ProjectSummary, annotator: string): Promise<string[]> {
  const { items } = await get(`/projects/${id}/queue?annotator=${annotator}`, queueSchema)
  return items.map(({ item }) => item)
}

async function review(project: ProjectSummary, item: string, annotator: string, value: number) {
  const body: AnswerBody = {
    kind: 'judge',
    fields: { pass_rate: { verdict: 'correction', value } },
    note: '=1+1',
  }
  const { mine } = await itemOf(project, item, annotator)
  const sent = {
    id: `client-${String((ids += 1)).padStart(6, '0')}`,
    item,
    annotator,
    state: 'done',
    body,
    base: mine?.seq ?? null,
  }
  const response = await ask(server, `/api/projects/${project.id}/save`, { body: sent })
  expect(response.status).toBe(200)
}

describe('judging the judge', () => {
  it('hides verdict and systems until a person is done, and then shows the verdict to this person alone', async () => {
    const project = await newProject(
      '--annotators',
      'ada,bo',
      '--overlap',
      '2',
      '--verdicts',
      'latest',
      '--per-system',
      '3',
    )
    expect(project).toMatchObject({ kind: 'judge', items: 6, blind: true })
    const [first = '', second = ''] = await itemsOf(project, 'ada')
    const before = await itemOf(project, first, 'ada')
    expect(before).toMatchObject({ hidden: true, verdicts: [] })
    expect(before.fields).toMatchObject([{ metric: 'pass_rate', range: [0, 1], binary: true, judged: null }])
    expect(before.blocks.some(({ name }) => name === 'rubric.instruction')).toBe(true)
    const text = JSON.stringify(before)
    expect(text).not.toContain('forgetful')
    expect(text).not.toContain('judge-fair')

    await review(project, first, 'ada', 0)
    const after = await itemOf(project, first, 'ada')
    expect(after.hidden).toBe(false)
    expect(after.verdicts).toMatchObject([{ judge: expect.stringContaining('judge-fair') }])
    expect(after.fields[0]?.judged).not.toBeNull()
    expect((await itemOf(project, first, 'bo')).hidden).toBe(true)
    expect((await itemOf(project, second, 'ada')).hidden).toBe(true)

    // Whoever has seen the verdict may change their mind; what calibrates the judge is what was said before.
    await review(project, first, 'ada', 1)
    await review(project, first, 'bo', 1)
    for (const form of ['labels-csv', 'labels-jsonl']) {
      const { code, err } = await go('annotate', 'export', project.id, '--form', form, '--out', form)
      expect(code, err).toBe(0)
    }
    const csv = readFileSync(join(folder.path, 'labels-csv'), 'utf8')
    expect(csv).toMatch(/^item,annotator,language,pass_rate,note\r\n/)
    expect(csv).toContain(`${first},ada,`)
    expect(csv).toMatch(/,ada,[^,]*,0,'=1\+1\r\n/)
    expect(csv).toMatch(/,bo,[^,]*,1,'=1\+1\r\n/)
    const line = readFileSync(join(folder.path, 'labels-jsonl'), 'utf8').split('\n')[0] ?? ''
    expect(JSON.parse(line)).toMatchObject({ item: first, annotator: 'ada', labels: { pass_rate: 0 } })

    const taken = await go('calibrate', 'labels', 'latest', 'labels-csv')
    expect(taken.code, taken.err).toBe(0)
    expect(taken.out).toContain('2 labels taken in')
    const report = await go('calibrate', 'report', 'latest')
    expect(report.code, report.err).toBe(0)
  })

  it('shows everything from the start when it is open', async () => {
    const project = await newProject(
      '--annotators',
      'ada',
      '--verdicts',
      'latest',
      '--per-system',
      '1',
      '--open',
    )
    const [first = ''] = await itemsOf(project, 'ada')
    expect(await itemOf(project, first, 'ada')).toMatchObject({ hidden: false, verdicts: [{}] })
  })
})

/** A judged row as published files have it; all of it invented. */
function judgedRow(ability: number, number: number, query: string, response: string, score: number) {
  return {
    task: `task4/ability${ability}`,
    canonical_id: `ability${ability}_${number}`,
    session_id: `ability${ability}_${number}`,
    assigned_model: 'some-model',
    original: {
      session_id: `ability${ability}_${number}`,
      queries: [{ query_id: `q${number}`, query }],
      conversation: [{ role: 'user', text: 'I keep bees.' }],
      extracted_memory: [{ memory_id: 'm1', value: 'Keeps bees' }],
      memory_key: 'm1',
    },
    model_output: { responses: [{ query_id: `q${number}`, response }], response_text: response },
    judge_output_raw: { session_id: 'x', response, score },
    judge_score: score,
    final_score: score,
  }
}

describe('judged rows', () => {
  const fits = 'For your bees a calm corner of the garden is best in spring.'
  const query = 'Where in the garden should the bees stand in spring?'
  const strange = 'Integrals are solved by substitution or by parts.'

  it('flags recorded answers that belong to other queries, and keeps them out of queue and labels', async () => {
    const rows = [
      judgedRow(2, 1, query, fits, 1),
      judgedRow(2, 2, query, strange, 0),
      judgedRow(4, 3, query, strange, 1),
      judgedRow(1, 4, query, strange, 0),
      judgedRow(3, 5, query, '', 0),
    ]
    writeFileSync(join(folder.path, 'judged.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const project = await newProject('--annotators', 'ada', '--judged-rows', 'judged.jsonl')
    expect(project).toMatchObject({ items: 4, flagged: 2, people: [{ assigned: 2 }] })
    const items = await itemsOf(project, 'ada')
    expect(items).toHaveLength(2)
    const [first = ''] = items
    const shown = await itemOf(project, first, 'ada')
    expect(JSON.stringify(shown)).not.toContain('some-model')
    for (const item of items) await review(project, item, 'ada', 1)
    const { code } = await go('annotate', 'export', project.id, '--form', 'labels-csv', '--out', 'rows.csv')
    expect(code).toBe(0)
    expect(readFileSync(join(folder.path, 'rows.csv'), 'utf8').trim().split('\r\n')).toHaveLength(3)
  })

  it.each([
    ['{"task": "task9"}\n', 'line 1 of odd.jsonl is no judged row'],
    [`${JSON.stringify({ ...judgedRow(2, 1, 'q', 'a', 1), original: {} })}\n`, 'odd.jsonl'],
    ['', 'odd.jsonl holds no judged answers'],
  ])('refuses %j', async (text, message) => {
    writeFileSync(join(folder.path, 'odd.jsonl'), text)
    const { code, err } = await go('annotate', 'new', '--annotators', 'ada', '--judged-rows', 'odd.jsonl')
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
