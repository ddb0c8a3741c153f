import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { boardSchema } from '../../server/schemas/board.ts'
import {
  answerSchema,
  caseDetailSchema,
  caseTableSchema,
  outcomeColumnsSchema,
  searchSchema,
  titlesSchema,
} from '../../server/schemas/cases.ts'
import { problemSchema } from '../../server/schemas/common.ts'
import { auditListSchema, comparisonSchema, settingsSchema } from '../../server/schemas/lab.ts'
import {
  jobListSchema,
  progressSchema,
  runDetailSchema,
  runListSchema,
  workbenchSchema,
} from '../../server/schemas/runs.ts'
import { openStore } from '../../store/index.ts'
import { makeFolder } from '../testing/cli.ts'
import { ask, sampleHome, testServer, type TestServer } from '../testing/workbench.ts'

let home: Awaited<ReturnType<typeof sampleHome>>
let server: TestServer
beforeAll(async () => {
  home = await sampleHome()
  server = testServer(home.path)
})
afterAll(async () => {
  await server.close()
  home.remove()
})

/** The answer, checked against its schema; what the schema does not know is a fault too. */
async function read<S extends z.ZodType>(schema: S, path: string): Promise<z.output<S>> {
  const response = await ask(server, `/api${path}`)
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBe(200)
  const json: unknown = JSON.parse(text)
  const parsed = schema.parse(json)
  expect(parsed).toEqual(json)
  return parsed
}

const extraction = 'track=alpsbench%2Fextraction'

describe('every answer has the form that its schema says', () => {
  it.each([
    ['/workbench', workbenchSchema],
    ['/runs', runListSchema],
    ['/runs?state=done', runListSchema],
    ['/runs/alps', runDetailSchema],
    ['/runs/cupid', runDetailSchema],
    ['/runs/alps/progress', progressSchema],
    ['/runs/alps/board', boardSchema],
    ['/runs/alps/board?slice=language', boardSchema],
    ['/runs/alps/board?failures=exclude', boardSchema],
    ['/runs/cupid/board', boardSchema],
    [`/runs/alps/cases?${extraction}`, caseTableSchema],
    [`/runs/alps/titles?${extraction}&from=0&count=5`, titlesSchema],
    ['/search?q=a&limit=3', searchSchema],
    ['/compare?runs=alps&baselines=1', comparisonSchema],
    ['/audits', auditListSchema],
    ['/settings', settingsSchema],
    ['/jobs', jobListSchema],
  ] as const)('%s', async (path, schema) => {
    await read(schema, path)
  })

  it('cases, outcomes, one case and one answer', async () => {
    const table = await read(caseTableSchema, `/runs/alps/cases?${extraction}`)
    const [figure] = table.figures
    const [first] = table.cases
    expect(figure).toBeDefined()
    const columns = await read(
      outcomeColumnsSchema,
      `/runs/alps/outcomes?${extraction}&instrument=${encodeURIComponent(figure?.instrument ?? '')}&metric=${figure?.metric ?? ''}`,
    )
    for (const { status, values } of columns.systems) {
      expect(status).toHaveLength(table.cases.length)
      expect(values).toHaveLength(table.cases.length)
    }
    const id = encodeURIComponent(first?.id ?? '')
    await read(caseDetailSchema, `/runs/alps/case?${extraction}&case=${id}`)
    await read(answerSchema, `/runs/alps/answer?${extraction}&case=${id}&system=oracle`)
  })
})

describe('what is not there', () => {
  it.each([
    ['/runs/none', 404],
    ['/runs/none/board', 404],
    ['/runs/none/live', 404],
    ['/runs/alps/cases?track=none', 404],
    ['/runs/alps/cases', 400],
    ['/runs/alps/titles?track=alpsbench%2Fextraction&from=-1', 400],
    ['/runs/alps/titles?track=alpsbench%2Fextraction&from=x', 400],
    ['/runs/alps/board?failures=maybe', 400],
    ['/runs/alps/board?slice=no-such-tag', 400],
    ['/runs/alps/export?format=exe', 400],
    ['/compare', 400],
    ['/compare?runs=none', 404],
    ['/compare?runs=alps,alps', 400],
    ['/compare?runs=alps&systems=none', 400],
    ['/search', 400],
    ['/no-such-thing', 404],
  ] as const)('%s is a problem %d', async (path, status) => {
    const response = await ask(server, `/api${path}`)
    expect(response.status).toBe(status)
    const text = await response.text()
    problemSchema.strict().parse(JSON.parse(text))
    expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|\/src\//)
  })

  it('an error that is not ours says nothing of itself, but to the terminal', async () => {
    const { runs } = server.workbench
    const broken = testServer(home.path)
    broken.workbench.runs.list = () => Promise.reject(new TypeError(`secret of ${runs.constructor.name}`))
    const response = await ask(broken, '/api/runs')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(broken.faults).toHaveLength(1)
    await broken.close()
  })
})

describe('exports', () => {
  it.each([
    ['csv', 'rapport-alps.csv', 'text/csv', 'track,system'],
    ['json', 'rapport-alps.json', 'application/json', '"dataset"'],
    ['markdown', 'rapport-alps.md', 'text/markdown', '# '],
    ['latex', 'rapport-alps.tex', 'application/x-tex', 'tabular'],
    ['html', 'rapport-alps.html', 'text/html', '<!doctype html>'],
    ['svg', 'rapport-alps.svg', 'image/svg+xml', '<svg'],
  ] as const)('%s is a file to save', async (format, name, type, has) => {
    const response = await ask(server, `/api/runs/alps/export?format=${format}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain(`attachment; filename="${name}"`)
    expect(response.headers.get('content-type')).toContain(type)
    expect((await response.text()).toLowerCase()).toContain(has.toLowerCase())
  })
})

it('a board is the report of the run, and is kept until something of the run changes', async () => {
  const board = await read(boardSchema, '/runs/alps/board')
  const [track] = board.tracks
  expect(board.tracks.map((one) => one.track)).toContain('alpsbench/extraction')
  for (const { counts } of board.tracks.flatMap(({ cells }) => cells)) {
    const { asked, scored, unscored, failedSystem, failedInfrastructure } = counts
    expect(scored + unscored + failedSystem + failedInfrastructure).toBe(asked)
  }
  const labels = track?.figures.map(({ label }) => label) ?? []
  expect(new Set(labels).size).toBe(labels.length)
  expect(track?.plots.every(({ table }) => table.rows.length > 0)).toBe(true)
  expect(await server.workbench.runs.board('alps', { slice: null, failures: null })).toBe(
    await server.workbench.runs.board('alps', { slice: null, failures: null }),
  )
})

describe('whoever sees figures has looked', () => {
  /** A run whose figures nobody saw yet, and how often that was noted since. */
  async function unseen(id: string) {
    const store = await openStore(join(home.path, '.rapport', 'rapport.db'))
    const like = await store.run('cupid')
    if (like === undefined) throw new Error('the run is there')
    await store.createRun({ ...like, id })
    for (const { track } of like.spec.tracks) {
      const cases = []
      for await (const subject of store.cases('cupid', track)) cases.push({ ordinal: cases.length, subject })
      await store.putCases(id, track, cases)
    }
    const looks = async () =>
      (await store.events(id, 0)).flatMap(({ event }) => (event.type === 'looked' ? [event.command] : []))
    return { looks, close: () => store.close() }
  }

  it.each(['/board', '/export?format=csv'])('%s: noted once', async (path) => {
    const id = `seen${path.length}`
    const { looks, close } = await unseen(id)
    for (let times = 0; times < 2; times += 1)
      expect((await ask(server, `/api/runs/${id}${path}`)).status).toBe(200)
    expect(await looks()).toEqual(['serve'])
    await close()
  })

  it('and so has who compares', async () => {
    const { looks, close } = await unseen('compared')
    // Nothing is there to compare, which is told after the figures were read.
    await ask(server, '/api/compare?runs=compared,cupid&baselines=1')
    expect(await looks()).toEqual(['serve'])
    await close()
  })

  it('a read-only workbench notes nothing', async () => {
    const { looks, close } = await unseen('untouched')
    const readOnly = testServer(home.path, { access: { readOnly: true } })
    for (const path of [
      '/runs/untouched/board',
      '/runs/untouched/export?format=csv',
      '/compare?runs=untouched,cupid&baselines=1',
    ])
      await ask(readOnly, `/api${path}`)
    expect(await looks()).toEqual([])
    await readOnly.close()
    await close()
  })
})

it('works where nothing was ever run', async () => {
  const empty = makeFolder()
  const fresh = testServer(empty.path)
  for (const [path, part] of [
    ['/api/runs', '"runs":[]'],
    ['/api/jobs', '"jobs":[]'],
    ['/api/audits', '"audits":[]'],
    ['/api/workbench', '"runs":0'],
    ['/api/settings', '"datasets"'],
    ['/api/search?q=x', '"hits":[]'],
  ] as const) {
    const response = await ask(fresh, path)
    expect(response.status, path).toBe(200)
    expect(await response.text()).toContain(part)
  }
  await fresh.close()
  empty.remove()
})

const documentSchema = z.looseObject({
  openapi: z.string().startsWith('3.1'),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

describe('the OpenAPI document', () => {
  it('has every route of the API, and every name that it refers to', async () => {
    const response = await ask(server, '/api/openapi.json')
    const text = await response.text()
    const document = documentSchema.parse(JSON.parse(text))
    const written = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const served = server.app.routes
      .filter(({ method, path }) => ['GET', 'POST'].includes(method) && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => route !== 'GET /openapi.json')
    expect(written.toSorted()).toEqual([...new Set(served)].toSorted())
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name ?? '',
    )
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(Object.keys(document.components.schemas)).toContain(name)
    for (const [path, methods] of Object.entries(document.paths))
      for (const { responses } of Object.values(methods))
        expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['200', '400', '404', '500']))
  })
})
