import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { makeFolder } from './testing/cli.ts'
import { memoryCalls, scopesLeft, writeMemory } from './testing/file-memory.ts'
import {
  liveCommand,
  readDocument,
  resultOf,
  startSampleServer,
  type ResultsDocument,
} from './testing/live.ts'

let folder: ReturnType<typeof makeFolder>
let server: ScriptedServer
beforeEach(async () => {
  folder = makeFolder()
  server = await startSampleServer()
})
afterEach(async () => {
  await server.close()
  folder.remove()
})

const MODEL = 'compatible/perfect'
const rapport = (...words: string[]) =>
  liveCommand(folder.path, words, { RAPPORT_BASE_URL: server.baseUrl, RAPPORT_ANSWER_MODEL: MODEL })
const bare = ['--no-baselines', '--quiet', '--json', '--no-memory-checks']
const persona = 'alpsbench/utilization/persona'

/** Runs memories, which must go well. */
async function ran(systems: readonly string[], ...more: string[]): Promise<ResultsDocument> {
  const named = systems.map((system) => `--system=${system}`)
  const { code, err, out } = await rapport('run', persona, ...named, ...bare, '--limit=3', ...more)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return readDocument(out)
}

/** How many requests the work costs. */
async function requests(work: () => Promise<unknown>): Promise<number> {
  const before = server.stats().requests
  await work()
  return server.stats().requests - before
}

/** Figures without what belongs to one run. */
const figures = ({ results }: ResultsDocument) =>
  results.map(({ track, system, instrument, metric, value, n }) => [
    track,
    system,
    instrument,
    metric,
    value,
    n,
  ])

const systemsOf = ({ results }: ResultsDocument, track: string) =>
  [...new Set(results.filter((row) => row.track === track).map(({ system }) => system))].map((system) =>
    system.replace(/^memory:/, '').replace(`+${MODEL}`, '+'),
  )

const all = [
  'none',
  'last-10',
  'full',
  'rolling-summary',
  'bm25',
  'embedding',
  'hybrid',
  'extract-update',
  'forgetting-curve',
]
const answering = all.map((name) => `${name}+`)

describe('memory:* on every track', () => {
  it('of AlpsBench takes in what fits it', async () => {
    const words = ['run', 'alpsbench', '--system=memory:*', '--limit=1', '--no-usage-test', ...bare]
    const { code, err, out } = await rapport(...words)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const document = readDocument(out)
    const expected = {
      'alpsbench/extraction': answering,
      'alpsbench/update': answering,
      ...Object.fromEntries(
        [100, 300, 500, 700, 1000].map((size) => [
          `alpsbench/retrieval/d${size}`,
          ['bm25', 'embedding', 'hybrid', 'extract-update+', 'forgetting-curve+'],
        ]),
      ),
      ...Object.fromEntries(
        ['persona', 'preference', 'reality', 'constraint', 'emotion'].map((ability) => [
          `alpsbench/utilization/${ability}`,
          [...answering, 'gold-evidence+'],
        ]),
      ),
    }
    const found = Object.fromEntries(
      Object.keys(expected).map((track) => [track, systemsOf(document, track)]),
    )
    expect(found).toEqual(expected)
    expect(document.results.filter(({ failedBy }) => failedBy.system + failedBy.infrastructure > 0)).toEqual(
      [],
    )
  })

  it('of CUPID takes in all', async () => {
    const words = ['run', 'cupid', '--system=memory:*', '--limit=1', '--no-usage-test', ...bare]
    const { code, err, out } = await rapport(...words, '--judge=compatible/judge-fair')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const track of ['cupid/inference', 'cupid/generation']) {
      expect(systemsOf(readDocument(out), track)).toEqual([...answering, 'gold-evidence+'])
    }
  })
})

describe('a memory without a model', () => {
  it('that is needed is refused, with what to do', async () => {
    const env = { RAPPORT_BASE_URL: server.baseUrl }
    const { code, out, err } = await liveCommand(folder.path, ['run', persona, '--system=memory:bm25'], env)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('none is named')
    expect(err).toContain('--answer-model <provider>/<model>, or RAPPORT_ANSWER_MODEL')
  })

  it('that is not needed runs', async () => {
    const words = ['run', 'alpsbench/retrieval/d100', '--system=memory:bm25', '--limit=2', ...bare]
    expect(await liveCommand(folder.path, words)).toMatchObject({ code: 0, err: '' })
  })

  it('where the answer model writes what is kept, it is the one of the row', async () => {
    const words = ['run', 'alpsbench/retrieval/d100', '--limit=1', ...bare, '--system=memory:extract-update']
    const { code, err, out } = await rapport(...words)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const document = readDocument(out)
    expect(systemsOf(document, 'alpsbench/retrieval/d100')).toEqual(['extract-update+'])
    expect(resultOf(document, `memory:extract-update+${MODEL}`, 'retrieval-rank@1 accuracy').n).toBe(1)
    expect((await rapport('resume', 'latest', '--quiet')).code).toBe(0)
  })
})

describe('words that are refused', () => {
  const refused: [string[], string, string][] = [
    [['memory:bm26'], 'there is no memory system "bm26"', 'did you mean bm25?'],
    [['memory:last-0'], 'there is no memory system "last-0"', 'did you mean last-10?'],
    [['memory:'], 'there is no memory system ""', 'rapport memory list'],
    [['memory:x*'], 'no built-in memory system fits "memory:x*"', 'rapport memory list'],
    [['memory:bm25+opnai/x'], 'no model provider is called "opnai"', 'did you mean openai?'],
    [['memory:bm25:own-prompt'], 'memory:bm25 has no prompt of its own', 'leave out ":own-prompt"'],
    [['memory:./nothing.mjs'], 'there is no module ./nothing.mjs', 'from the working directory'],
    [['memory:program:'], 'a memory program needs a command line', ''],
    [['memory:http://127.0.0.1:9/x'], "can't be reached", 'check the address'],
    [
      ['memory:bm25+compatible/a', 'memory:none+compatible/b'],
      'answer model: compatible/a (memory:bm25+compatible/a) against compatible/b (memory:none+compatible/b)',
      '--waive answer-model',
    ],
    [
      ['memory:extract-update+compatible/a', 'memory:rolling-summary+compatible/b'],
      'extraction model: compatible/a',
      '--waive extraction-model,answer-model',
    ],
  ]
  it.each(refused)('%j', async (systems, what, fix) => {
    const words = ['run', persona, ...systems.map((system) => `--system=${system}`), '--limit=1']
    const { code, out, err } = await rapport(...words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(what)
    expect(err).toContain(fix)
    expect(server.stats().requests).toBe(0)
  })

  it('a ceiling of answers where nobody answers', async () => {
    const { code, err } = await rapport('run', 'alpsbench/retrieval/d100', '--system=memory:gold-evidence')
    expect(code).toBe(2)
    expect(err).toContain('memory:gold-evidence is for tracks where a model answers')
  })
})

describe('a difference that is meant', () => {
  it('is waived by name, and nothing else with it', async () => {
    const two = ['memory:bm25+compatible/perfect', 'memory:none+compatible/forgetful']
    const document = await ran(two, '--waive=answer-model', '--no-usage-test')
    expect(systemsOf(document, persona)).toEqual(['bm25+', 'none+compatible/forgetful'])
    const other = await rapport(
      'run',
      persona,
      ...two.map((one) => `--system=${one}`),
      '--waive=k',
      '--limit=1',
    )
    expect(other.code).toBe(2)
  })
})

describe('what is there already', () => {
  const memories = ['memory:extract-update', 'memory:bm25', 'memory:gold-evidence']

  it('is not asked again: the same command costs nothing', async () => {
    const first = await ran(memories)
    expect(server.stats().requests).toBeGreaterThan(20)
    let second: ResultsDocument | undefined
    expect(await requests(async () => (second = await ran(memories)))).toBe(0)
    expect(second === undefined ? [] : figures(second)).toEqual(figures(first))
  })

  it('nor told again: another k or budget searches, another answer model answers', async () => {
    const mine = writeMemory(folder.path)
    const told = () => ({
      ingest: memoryCalls(folder.path, 'ingest').length,
      search: memoryCalls(folder.path, 'search').length,
    })
    const plain = ['--no-usage-test']
    await ran([`memory:${mine}`], ...plain)
    const first = told()
    expect(first.ingest).toBeGreaterThan(0)
    await ran([`memory:${mine}`], ...plain)
    expect(told()).toEqual(first)
    await ran([`memory:${mine}+compatible/forgetful`], ...plain)
    expect(told()).toEqual(first)
    // Of a service a later run tells its own scope: the first one is destroyed.
    await ran([`memory:${mine}`], ...plain, '--memory-k=5')
    expect(told().ingest).toBe(2 * first.ingest)
    expect(scopesLeft(folder.path)).toBe(0)
  })

  it('a model writes once, whatever k, budget and answer model', async () => {
    const memory = ['memory:extract-update+compatible/perfect']
    const more = ['--no-usage-test', '--memory-model=compatible/writer', '--memory-model=compatible/perfect']
    await ran(memory, ...more)
    // Three cases are answered anew; where what is shown stays the same not even that.
    expect(await requests(() => ran(memory, ...more, '--memory-k=2'))).toBeLessThanOrEqual(3)
    expect(await requests(() => ran(memory, ...more, '--memory-budget=20'))).toBeLessThanOrEqual(3)
    const other = ['memory:extract-update+compatible/forgetful']
    expect(await requests(() => ran(other, ...more))).toBe(3)
  })

  it('--repeat and --fresh draw anew, and each scope is told for itself', async () => {
    const memory = ['memory:extract-update']
    const once = await requests(() => ran(memory, '--no-usage-test'))
    expect(await requests(() => ran(memory, '--no-usage-test', '--repeat=2'))).toBe(once)
    expect(await requests(() => ran(memory, '--no-usage-test', '--repeat=2'))).toBe(0)
    expect(await requests(() => ran(memory, '--no-usage-test', '--fresh'))).toBe(once)
    const mine = writeMemory(folder.path)
    await ran([`memory:${mine}`], '--no-usage-test', '--repeat=2')
    expect(new Set(memoryCalls(folder.path, 'open')).size).toBe(2 * 3)
  })

  it('is read again by report, rescore, retry and export without a call', async () => {
    const first = await ran(memories)
    const cost = await requests(async () => {
      const again = readDocument((await rapport('report', '--json')).out)
      expect(figures(again)).toEqual(figures(first))
      for (const words of [
        ['rescore', 'latest', '--quiet', '--json'],
        ['retry', 'latest', '--quiet', '--json'],
        ['resume', 'latest', '--quiet', '--json'],
      ]) {
        const { code, err, out } = await rapport(...words)
        expect({ words, code, err }).toEqual({ words, code: 0, err: '' })
        expect(figures(readDocument(out))).toEqual(figures(first))
      }
    })
    expect(cost).toBe(0)
  })
})

describe('a judge that comes later', () => {
  it('is asked, and nobody else', async () => {
    await ran(['memory:bm25', 'memory:none'])
    const before = server.stats()
    const words = ['rejudge', 'latest', '--judge=compatible/judge-fair', '--quiet', '--json']
    const { code, out } = await rapport(...words)
    expect(code).toBe(0)
    const { byModel } = server.stats()
    expect(byModel['perfect']).toBe(before.byModel['perfect'])
    expect(byModel['judge-fair']).toBeGreaterThan(0)
    expect(systemsOf(readDocument(out), persona)).toEqual(['bm25+', 'none+'])
  })
})

describe('a memory of the user', () => {
  const failing = async (system: string, ...more: string[]) => {
    const words = ['run', persona, `--system=memory:${system}`, '--limit=2', '--no-usage-test', ...bare]
    return rapport(...words, ...more)
  }

  it('in TypeScript runs', async () => {
    writeMemory(folder.path, { name: 'plain.mjs' })
    writeFileSync(
      join(folder.path, 'typed.ts'),
      `import memory from './plain.mjs'\nconst made: unknown = memory\nexport default (): unknown => made\n`,
    )
    const document = await ran(['memory:typed.ts'], '--no-usage-test')
    expect(resultOf(document, `memory:typed.ts+${MODEL}`, 'answer-key@1 pass_rate').value).toBeGreaterThan(0)
  })

  it.each([
    ['exports nothing', 'export const a = 1', 2, 'has no default export that is a memory system'],
    ['exports a half one', 'export default { name: "x" }', 2, 'is no memory system: version is missing'],
    [
      'makes a half one',
      'export default () => ({ name: "x" })',
      2,
      'is no memory system: version is missing',
    ],
    ['throws at once', 'throw new Error("no licence here")', 2, 'no licence here'],
    ['has a mistake', 'export default {', 2, 'wrong.mjs'],
    ['needs a package that is not there', 'import "no-such-package"', 2, 'no-such-package'],
  ])('that %s is refused', async (_, text, code, what) => {
    writeFileSync(join(folder.path, 'wrong.mjs'), text)
    const ended = await failing('wrong.mjs')
    expect(ended.err).toContain(what)
    expect(ended).toMatchObject({ code, out: '' })
  })

  // What it does wrong, and what its cases are told to have failed of.
  it.each([
    ['never ready', 'waitReady: async () => ({ state: "timeout" }),'],
    ['throws on every session', 'ingest: async () => { throw new Error("full") },'],
    ['throws on a search', 'search: async () => { throw new Error("full") },'],
    ['finds no list', 'search: async () => null,'],
    ['finds half items', 'search: async () => [{ id: "a" }],'],
    ['talks nonsense of being ready', 'waitReady: async () => "soon",'],
    ['hangs when it is waited for', 'waitReady: () => new Promise(() => {}),'],
  ])('that is broken counts as worst: %s', async (_, bend) => {
    const { code, err, out } = await failing(writeMemory(folder.path, { bend }), '--memory-wait=0.01')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const row = resultOf(readDocument(out), `memory:memory.mjs+${MODEL}`, 'answer-key@1 pass_rate')
    expect(row).toMatchObject({ value: 0, n: 2, failedBy: { system: 2, infrastructure: 0 } })
    expect(scopesLeft(folder.path)).toBe(0)
  })

  it('that becomes ready later is tried again by retry', async () => {
    const mended = JSON.stringify(join(folder.path, 'mended'))
    const bend = `waitReady: async () => ({ state: existsSync(${mended}) ? 'ready' : 'timeout' }),`
    expect((await failing(writeMemory(folder.path, { bend }))).code).toBe(0)
    writeFileSync(join(folder.path, 'mended'), '')
    const { code, out } = await rapport('retry', 'latest', '--quiet', '--json')
    expect(code).toBe(0)
    const row = resultOf(readDocument(out), `memory:memory.mjs+${MODEL}`, 'answer-key@1 pass_rate')
    expect(row).toMatchObject({ failedBy: { system: 0, infrastructure: 0 } })
    expect(row.value).toBeGreaterThan(0)
    expect(scopesLeft(folder.path)).toBe(0)
  })

  it('whose file was changed is another one: a run of the old one can not go on, a new one asks it', async () => {
    const memory = writeMemory(folder.path, { keeps: 'process' })
    await ran([`memory:${memory}`], '--no-usage-test')
    const told = memoryCalls(folder.path, 'ingest').length
    appendFileSync(join(folder.path, memory), '// changed\n')
    const { code, err } = await rapport('resume', 'latest')
    expect(code).toBe(2)
    expect(err).toContain(`memory:${memory}+${MODEL} has changed since run`)
    await ran([`memory:${memory}`], '--no-usage-test')
    expect(memoryCalls(folder.path, 'ingest')).toHaveLength(2 * told)
  })
})

describe('--max-cost', () => {
  it('counts what memories write and answer, and resume goes on', async () => {
    const prices = { 'compatible/perfect': { input: 10, output: 0 } }
    writeFileSync(join(folder.path, 'prices.json'), JSON.stringify({ asOf: '2026-01-01', prices }))
    const words = ['run', persona, '--system=memory:extract-update', '--limit=3', ...bare, '--no-usage-test']
    const { code, err } = await rapport(
      ...words,
      '--prices=prices.json',
      '--max-cost=0.03',
      '--concurrency=1',
    )
    expect(code).toBe(1)
    expect(err).toContain('the budget of $0.03 is used up')
    const resumed = await rapport('resume', 'latest', '--quiet', '--json', '--max-cost=5')
    expect(resumed.code).toBe(0)
    const { requests: made, distinct } = server.stats()
    expect(made).toBe(distinct)
  })
})
