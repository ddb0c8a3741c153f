import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  annotationItemSchema,
  disagreementSchema,
  projectSummarySchema,
  queueSchema,
  savedSchema,
  type AnswerBody,
  type MemoryCard,
  type ProjectSummary,
} from '../../server/schemas/annotate.ts'
import { agreementSchema } from '../../server/schemas/annotate.ts'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { ask, testServer, type TestServer } from '../testing/workbench.ts'

let folder: ReturnType<typeof makeFolder>
let server: TestServer
let project: ProjectSummary
let ids = 0
beforeAll(() => {
  folder = makeFolder()
  server = testServer(folder.path)
})
afterAll(async () => {
  await server.close()
  folder.remove()
})

async function get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const response = await ask(server, `/api${path}`)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return schema.parse(answer)
}

async function post(path: string, body: unknown): Promise<{ status: number; answer: unknown }> {
  const response = await ask(server, `/api${path}`, { body })
  return { status: response.status, answer: await response.json() }
}

const newId = (): string => `client-${String((ids += 1)).padStart(6, '0')}`

async function itemFor(item: string, annotator: string) {
  const query = new URLSearchParams({ item, annotator })
  return get(`/projects/${project.id}/item?${query.toString()}`, annotationItemSchema)
}

/** Everything accepted as it stands. */
async function accepted(item: string, annotator: string): Promise<MemoryCard[]> {
  const { gold } = await itemFor(item, annotator)
  return gold.map(({ key, text, label, type, confidence }): MemoryCard => ({
    key,
    source: 'gold',
    decision: 'accept',
    value: text,
    label: label ?? '',
    type: type ?? '',
    confidence,
    evidence: [],
  }))
}

async function save(item: string, annotator: string, body: AnswerBody, state = 'done') {
  const { mine } = await itemFor(item, annotator)
  const sent = { id: newId(), item, annotator, state, body, base: mine?.seq ?? null }
  return { sent, ...(await post(`/projects/${project.id}/save`, sent)) }
}

const memories = (cards: MemoryCard[]): AnswerBody => ({ kind: 'memories', cards, note: '' })

async function items(): Promise<string[]> {
  const queue = await get(`/projects/${project.id}/queue?annotator=ada`, queueSchema)
  return queue.items.map(({ item }) => item)
}

describe('verifying memories', () => {
  it('starts a project whose items stay as they are', async () => {
    const wanted = {
      name: 'Five sessions',
      kind: 'memories',
      source: { from: 'data', data: 'sample', limit: 5 },
      annotators: ['ada', 'bo'],
      overlap: 2,
    }
    const { status, answer } = await post('/projects', wanted)
    expect(status, JSON.stringify(answer)).toBe(200)
    project = projectSummarySchema.parse(answer)
    expect(project).toMatchObject({ items: 5, flagged: 0, complete: 0, blind: true })
    expect(project.people.map(({ assigned }) => assigned)).toEqual([5, 5])
    expect((await get('/workbench', z.object({ projects: z.number() }))).projects).toBe(1)
  })

  it('gives a person dialogue, gold with the places of its evidence, and the taxonomy', async () => {
    const [first = ''] = await items()
    const item = await itemFor(first, 'ada')
    expect(item.blocks[0]).toMatchObject({ kind: 'dialogue' })
    expect(item.gold.length).toBeGreaterThan(0)
    expect(item.gold.some(({ spans }) => spans.some(({ similarity }) => similarity === 1))).toBe(true)
    expect(item.taxonomy.map(({ group }) => group)).toContain('Preferences')
    expect(item).toMatchObject({ mine: null, undoable: false, history: [], ordinal: 0, of: 5 })
  })

  it('saves, takes a repeated save once, and refuses one that rests on an older entry', async () => {
    const [first = ''] = await items()
    const body = memories(await accepted(first, 'ada'))
    const draft = await save(first, 'ada', body, 'draft')
    expect(draft.answer).toEqual({ seq: 1, state: 'draft', body })
    expect((await post(`/projects/${project.id}/save`, draft.sent)).answer).toEqual(draft.answer)
    const stale = { ...draft.sent, id: newId() }
    const refused = await post(`/projects/${project.id}/save`, stale)
    expect(refused.status).toBe(409)
    expect(refused.answer).toMatchObject({ error: expect.stringContaining('entry 1') })
    const reused = await post(`/projects/${project.id}/save`, { ...draft.sent, state: 'done' })
    expect(reused.status).toBe(409)
    expect((await itemFor(first, 'ada')).history).toHaveLength(1)
  })

  it('walks back through a person’s own saves, and keeps them in the history', async () => {
    const [first = ''] = await items()
    const cards = await accepted(first, 'ada')
    const rejected = cards.map((card): MemoryCard => ({ ...card, decision: 'reject' }))
    await save(first, 'ada', memories(rejected), 'draft')
    const undo = { id: newId(), item: first, annotator: 'ada' }
    const back = await post(`/projects/${project.id}/undo`, undo)
    expect(savedSchema.parse(back.answer)).toMatchObject({ state: 'draft', body: memories(cards) })
    expect((await post(`/projects/${project.id}/undo`, undo)).answer).toEqual(back.answer)
    const nothing = await post(`/projects/${project.id}/undo`, { ...undo, id: newId() })
    expect(nothing.answer).toMatchObject({ state: 'open', body: null })
    expect((await post(`/projects/${project.id}/undo`, { ...undo, id: newId() })).status).toBe(400)
    const after = await itemFor(first, 'ada')
    expect(after.mine).toMatchObject({ seq: 4, state: 'open', body: null })
    expect(after.history.map(({ act }) => act)).toEqual(['undo', 'undo', 'save', 'save'])
  })

  it.each<[string, Record<string, unknown>, number]>([
    ['somebody else', { annotator: 'eve' }, 404],
    ['an unknown item', { item: 'nothing' }, 400],
    ['another kind', { body: { kind: 'causes', cause: 'stale', note: '' } }, 400],
    ['a state that is none', { state: 'open' }, 400],
    ['a field too many', { more: 1 }, 400],
  ])('refuses %s', async (_, change, status) => {
    const [first = ''] = await items()
    const body = memories(await accepted(first, 'ada'))
    const sent = { id: newId(), item: first, annotator: 'ada', state: 'draft', body, base: 4, ...change }
    const refused = await post(`/projects/${project.id}/save`, sent)
    expect(refused.status).toBe(status)
    expect((await itemFor(first, 'ada')).mine).toMatchObject({ seq: 4 })
  })

  it('two verify five sessions, differ on one, a third decides, and nobody sees the other before', async () => {
    const all = await items()
    for (const [at, item] of all.entries()) {
      for (const annotator of ['ada', 'bo']) {
        const cards = await accepted(item, annotator)
        const said = cards.map((card, place): MemoryCard =>
          at === 1 && place === 0 && annotator === 'bo' ? { ...card, decision: 'reject' } : card,
        )
        const body = { ...memories(said), note: `xyzzy of ${annotator}` }
        expect((await save(item, annotator, body)).status).toBe(200)
        if (annotator !== 'ada') continue
        const shown = JSON.stringify(await itemFor(item, 'bo'))
        expect(shown).not.toContain('xyzzy')
        expect(shown).not.toContain('"ada"')
        const open = await get(`/projects/${project.id}/disagreements`, disagreementSchema)
        expect(open.items.some((one) => one.item === item)).toBe(false)
      }
    }
    const summary = await get(`/projects/${project.id}`, projectSummarySchema)
    expect(summary).toMatchObject({ complete: 5, disagreed: 1, adjudicated: 0 })
    expect(summary.people.map(({ done }) => done)).toEqual([5, 5])
    const found = await get(`/projects/${project.id}/disagreements`, disagreementSchema)
    const [one] = found.items
    expect(found.items).toHaveLength(1)
    expect(one?.item).toBe(all[1])
    expect(one?.about).toEqual([expect.stringMatching(/^decision of m/)])
    expect(one?.answers.map(({ annotator }) => annotator)).toEqual(['ada', 'bo'])

    const cards = await accepted(all[1] ?? '', 'ada')
    const [card, ...rest] = cards
    if (card === undefined) throw new Error('no gold')
    const edited = { ...card, decision: 'edit' as const, value: 'Keeps bees on the roof' }
    const own: MemoryCard = {
      ...card,
      key: 'n1',
      source: 'new',
      value: 'Paints the hives',
      label: 'Preferences/Entertainment',
      evidence: [{ turn: 0, start: 0, end: 5, text: 'hello' }],
    }
    const body = memories([edited, ...rest, own])
    const decided = await post(`/projects/${project.id}/adjudicate`, {
      id: newId(),
      item: all[1],
      by: 'cy',
      body,
    })
    expect(decided.status, JSON.stringify(decided.answer)).toBe(200)
    const after = await get(`/projects/${project.id}/disagreements`, disagreementSchema)
    expect(after.items[0]?.adjudication).toMatchObject({ by: 'cy', body })
    expect(after.items[0]?.answers).toHaveLength(2)
    const agreement = await get(`/projects/${project.id}/agreement`, agreementSchema)
    const decision = agreement.rows.find(({ field }) => field === 'decision')
    expect(decision?.observed).toBeLessThan(1)
    expect(decision?.clusters).toBe(5)
  })

  it('refuses to adjudicate what is not complete', async () => {
    const { answer } = await post('/projects', {
      name: 'Another',
      kind: 'memories',
      source: { from: 'data', data: 'sample', limit: 1 },
      annotators: ['ada'],
    })
    const other = projectSummarySchema.parse(answer)
    const queue = await get(`/projects/${other.id}/queue?annotator=ada`, queueSchema)
    const body = { id: newId(), item: queue.items[0]?.item, by: 'cy', body: memories([]) }
    expect((await post(`/projects/${other.id}/adjudicate`, body)).status).toBe(400)
  })

  it('exports data that check, audit and run accept, with the edit, the addition and the rejection in it', async () => {
    const argv = ['annotate', 'export', project.id, '--out', 'verified']
    const { out, code, err } = await inProcess(folder.path, argv)
    expect(code, err).toBe(0)
    expect(out).toContain('5 verified sessions')
    const rows = readFileSync(join(folder.path, 'verified/dev/task1/reference_output.jsonl'), 'utf8')
    expect(rows).toContain('"Keeps bees on the roof"')
    expect(rows).toContain('"Paints the hives"')
    const references = rows
      .trim()
      .split('\n')
      .map((line) =>
        z
          .object({ gold: z.object({ memory_items: z.array(z.looseObject({ memory_id: z.string() })) }) })
          .parse(JSON.parse(line)),
      )
    for (const { gold } of references) {
      const own = gold.memory_items.map((item) => item.memory_id)
      expect(new Set(own).size).toBe(own.length)
    }
    const notes = readFileSync(join(folder.path, 'verified/verification.jsonl'), 'utf8')
    expect(notes).toContain('"how":"adjudication","by":["cy"]')
    for (const command of [
      ['data', 'check', 'verified'],
      ['audit', 'verified'],
      ['run', 'alpsbench/extraction', '--data', 'verified', '--quiet', '--overview'],
    ]) {
      const ended = await inProcess(folder.path, command)
      expect(ended.code, `${command.join(' ')}: ${ended.err}${ended.out}`).toBe(0)
    }
  })

  it('exports the same as one archive that tar unpacks', async () => {
    const response = await ask(server, `/api/projects/${project.id}/export?form=data`)
    expect(response.status).toBe(200)
    writeFileSync(join(folder.path, 'data.tar'), new Uint8Array(await response.arrayBuffer()))
    mkdirSync(join(folder.path, 'unpacked'))
    execFileSync('tar', ['-xf', '../data.tar'], { cwd: join(folder.path, 'unpacked') })
    for (const name of [
      'dev/task1/model_input.jsonl',
      'dev/task1/reference_output.jsonl',
      'verification.jsonl',
    ])
      expect(readFileSync(join(folder.path, 'unpacked', name), 'utf8')).toBe(
        readFileSync(join(folder.path, 'verified', name), 'utf8'),
      )
  })

  it('exports the whole log, undone saves too, and no labels', async () => {
    const response = await ask(server, `/api/projects/${project.id}/export?form=log-jsonl`)
    const lines = (await response.text()).trim().split('\n')
    expect(lines.filter((line) => line.includes('"act":"undo"'))).toHaveLength(2)
    expect(lines.at(-1)).toContain('"act":"adjudicate"')
    expect((await ask(server, `/api/projects/${project.id}/export?form=labels-csv`)).status).toBe(400)
  })

  it('lists projects, seats a newcomer and prints agreement on the command line', async () => {
    const joined = await inProcess(folder.path, ['annotate', 'join', project.id, 'dee'])
    expect(joined.out).toContain('dee: 0 of 0 done')
    const listed = await inProcess(folder.path, ['annotate', 'list'])
    expect(listed.out).toContain('ada: 5 of 5 done')
    const agreement = await inProcess(folder.path, ['annotate', 'agreement', project.id.slice(0, 6)])
    expect(agreement.out).toContain('Krippendorff')
    expect(agreement.out).toContain('ada and bo, decision: same')
    const again = await inProcess(folder.path, ['annotate', 'export', project.id, '--out', 'verified'])
    expect(again.code).toBe(2)
    expect(existsSync(join(folder.path, 'verified'))).toBe(true)
  })
})

describe('starting a project', () => {
  it.each<[string[], string]>([
    [['--annotators', 'ada'], 'nothing says where the items come from'],
    [['--annotators', 'ada', '--data', 'sample', '--wrong', 'x'], "--data and --wrong can't go together"],
    [['--annotators', 'ada', '--data', 'sample', '--overlap', '2'], '2 people should see each item'],
    [['--annotators', 'ada,ada', '--data', 'sample'], 'somebody is named twice'],
    [['--annotators', '=cmd', '--data', 'sample'], '"=cmd" is no pseudonym'],
    [['--annotators', 'ada', '--data', 'nowhere'], 'there is no data "nowhere"'],
    [['--annotators', 'ada', '--data', 'sample', '--split', 'nothing'], 'has no split "nothing"'],
    [['--annotators', 'ada', '--data', 'sample', '--track', 'alpsbench/update'], "can't be verified"],
    [
      ['--annotators', 'ada', '--data', 'sample', '--suggest', 'recorded:nobody'],
      '"recorded:nobody" suggests nothing',
    ],
    [['--annotators', 'ada', '--verdicts', 'latest', '--track', 'x'], 'no judge has judged'],
    [['--annotators', 'ada', '--wrong', 'latest'], '--wrong needs to know what is wrong'],
  ])('%j is refused: %s', async (argv, message) => {
    const { code, err } = await inProcess(folder.path, ['annotate', 'new', ...argv])
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  it('takes what a system got wrong, the worst first, for causes', async () => {
    const figure = ['--instrument', 'strict-match@1', '--metric', 'f1']
    const source = ['--wrong', 'latest', '--track', 'alpsbench/extraction', '--system', 'baseline:constant']
    const argv = ['annotate', 'new', '--annotators', 'ada', ...source, ...figure, '--json']
    const { out, code, err } = await inProcess(folder.path, argv)
    expect(code, err).toBe(0)
    const made = projectSummarySchema.parse(JSON.parse(out))
    expect(made).toMatchObject({ kind: 'causes', items: 5 })
    const queue = await get(`/projects/${made.id}/queue?annotator=ada`, queueSchema)
    const query = new URLSearchParams({ item: queue.items[0]?.item ?? '', annotator: 'ada' })
    const item = await get(`/projects/${made.id}/item?${query.toString()}`, annotationItemSchema)
    expect(item.blocks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['input.dialogue', 'gold.memories', 'prediction.memories']),
    )
  })
})
