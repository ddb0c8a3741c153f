import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProcess, makeFolder } from './testing/cli.ts'

const folder = makeFolder()
afterAll(folder.remove)
const bm25 = ['--system', 'bm25:reference']
let now = Date.UTC(2026, 0, 2)
/** Later runs are later, as in life. */
const clock = { now: () => (now += 1), monotonic: () => now }
const rapport = (...argv: string[]) => inProcess(folder.path, argv, { columns: 100, clock })
const ids: Record<string, string> = {}

const documentSchema = z.object({
  verdict: z.string(),
  results: z.array(
    z.object({
      system: z.string(),
      metric: z.string(),
      verdict: z.string(),
      why: z.string(),
      bound: z.number(),
      figure: z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() }).nullable(),
    }),
  ),
})

async function gate(...argv: string[]) {
  const ended = await rapport('gate', ...argv, '--json')
  return { code: ended.code, ...documentSchema.parse(JSON.parse(ended.out)) }
}

/** Runs something and keeps its id under a name. */
async function run(name: string, ...argv: string[]): Promise<void> {
  const { code, out, err } = await rapport('run', ...argv, '--quiet', '--json')
  expect(code, err).toBe(0)
  ids[name] = z.object({ run: z.object({ id: z.string() }) }).parse(JSON.parse(out)).run.id
}

const id = (name: string): string => ids[name] ?? 'missing'

beforeAll(async () => {
  await run('retrieval', 'alpsbench/retrieval/d100', '--system', 'bm25:reference')
  await run('again', 'alpsbench/retrieval/d100', '--system', 'bm25:reference', '--fresh')
  await run('update', 'alpsbench/update', '--system', 'append-only')
  await run('few', 'alpsbench/retrieval/d100', '--system', 'bm25:reference', '--limit', '5')
}, 120_000)

describe('rapport gate --min', () => {
  it('passes, misses and leaves undecided, each with its exit code', async () => {
    const easy = await gate(id('retrieval'), '--min', 'alpsbench/retrieval/d100.mrr>=0', ...bm25)
    expect(easy).toMatchObject({ code: 0, verdict: 'passed' })
    const [first] = easy.results
    const value = first?.figure?.value ?? Number.NaN
    const near = await gate(id('retrieval'), '--min', `alpsbench/retrieval/d100.mrr>=${value}`, ...bm25)
    expect(near).toMatchObject({ code: 5, verdict: 'undecided' })
    const hard = await gate(id('retrieval'), '--min', 'alpsbench/retrieval/d100.accuracy>=1.01')
    expect(hard).toMatchObject({ code: 4, verdict: 'missed' })
  })

  it('tests the lower end of the one-sided interval', async () => {
    const { results } = await gate(id('retrieval'), '--min', 'alpsbench/retrieval/d100.mrr>=0.5', ...bm25)
    const low = results[0]?.figure?.low ?? Number.NaN
    const at = (bound: number, alpha = 0.05) =>
      gate(
        id('retrieval'),
        '--min',
        `alpsbench/retrieval/d100.mrr>=${bound}`,
        ...bm25,
        '--alpha',
        String(alpha),
      )
    expect((await at(low)).verdict).toBe('passed')
    expect((await at(low + 1e-6)).verdict).toBe('undecided')
    // A smaller chance of error makes a wider interval: what was just enough is not any more.
    expect((await at(low, 0.005)).verdict).toBe('undecided')
  })

  it('one miss decides, whatever else passes', async () => {
    const min = ['--min', 'alpsbench/retrieval/d100.accuracy>=0', 'alpsbench/retrieval/d100.accuracy>=2']
    expect(await gate(id('retrieval'), ...min)).toMatchObject({ code: 4, verdict: 'missed' })
  })

  it('asks named systems, also those that are not ranked', async () => {
    const { results, code } = await gate(
      id('update'),
      '--min',
      'alpsbench/update.action_f1>=0.85',
      '--system',
      'oracle,baseline:do-nothing',
    )
    expect(results.map(({ system, verdict }) => [system, verdict])).toEqual([
      ['oracle', 'passed'],
      ['baseline:do-nothing', 'missed'],
    ])
    expect(code).toBe(4)
  })

  it('leaves out what the track ships, unless it is named', async () => {
    const file = join(process.cwd(), 'examples', 'predictions', 'extraction.jsonl')
    await run('own', 'alpsbench/extraction', '--system', `recorded:${file}`)
    const min = ['--min', 'alpsbench/extraction.strict-match.f1>=0']
    expect((await gate(id('own'), ...min)).results.map(({ system }) => system)).toEqual([`recorded:${file}`])
    const named = await gate(id('own'), ...min, '--system', 'rules:first-person')
    expect(named.results.map(({ system }) => system)).toEqual(['rules:first-person'])
  })

  it('writes JUnit', async () => {
    const { code } = await rapport(
      'gate',
      id('retrieval'),
      '--min',
      'alpsbench/retrieval/d100.accuracy>=1.01',
      '--junit',
      'out/gate.xml',
    )
    expect(code).toBe(4)
    const xml = readFileSync(join(folder.path, 'out', 'gate.xml'), 'utf8')
    expect(xml).toContain('<testsuites name="rapport gate" tests="2" failures="2" errors="0" skipped="0">')
  })

  it('says on a terminal what it found', async () => {
    const { out, err, code } = await rapport(
      'gate',
      id('retrieval'),
      '--min',
      'alpsbench/retrieval/d100.accuracy>=1.01',
    )
    expect({ code, err }).toEqual({ code: 4, err: 'rapport: the gate is missed: 2 of 2 conditions\n' })
    expect(out).toContain('MISSED     alpsbench/retrieval/d100.accuracy>=1.01  bm25:reference')
  })

  it.each([
    [['--min', 'alpsbench/retrieval/d100.accuracy'], 'it has no >= or <='],
    [['--min', 'alpsbench/retrieval/d10.accuracy>=1'], 'has no track "alpsbench/retrieval/d10"'],
    [['--min', 'alpsbench/retrieval/d100.acuracy>=1'], 'no single figure acuracy'],
    [['--min', 'alpsbench/retrieval/d100.accuracy<=1'], 'accuracy is better when higher'],
    [['--min', 'alpsbench/retrieval/d100.accuracy>=1', '--system', 'x'], '"x" was not run on'],
    [['--min', 'alpsbench/retrieval/d100.accuracy>=1', '--alpha', '0.5'], 'a number between 0 and 0.5'],
    [[], 'the gate asks nothing'],
  ])('refuses %j', async (argv, message) => {
    const { code, err } = await rapport('gate', id('retrieval'), ...argv)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})

describe('rapport gate --no-worse-than', () => {
  it('passes where every answer is the same', async () => {
    const { code, results } = await gate(id('again'), '--no-worse-than', id('retrieval'))
    expect(code).toBe(0)
    expect(results[0]?.why).toMatch(/^every answer is the same as before \(0 better, \d+ equal, 0 worse\)$/)
  })

  it('misses what is surely worse, and lets a margin pass', async () => {
    const against = [
      '--no-worse-than',
      id('update'),
      '--system',
      'baseline:do-nothing',
      '--against-system',
      'oracle',
    ]
    const strict = await gate(id('update'), ...against, '--margin', '0.1')
    expect(strict).toMatchObject({ code: 4, verdict: 'missed' })
    expect(strict.results[0]?.bound).toBe(-0.1)
    expect(strict.results[0]?.figure?.value).toBeLessThan(-0.5)
    expect(await gate(id('update'), ...against, '--margin', '1')).toMatchObject({ code: 0 })
  })

  it('can not decide between equals that say different things', async () => {
    const { code, results } = await gate(
      id('update'),
      '--no-worse-than',
      id('update'),
      '--system',
      'oracle',
      '--against-system',
      'privileged:append-only',
      '--metric',
      'alpsbench/update.update-actions.addition_recall',
    )
    expect(results[0]).toMatchObject({ verdict: 'undecided', figure: { value: 0 } })
    expect(code).toBe(5)
  })

  it('needs the same cases, or --intersection', async () => {
    const refused = await rapport('gate', id('few'), '--no-worse-than', id('retrieval'))
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(/other cases on alpsbench\/retrieval\/d100: 5 here, \d+ in .*, 5 in both/)
    const { results } = await gate(id('few'), '--no-worse-than', id('retrieval'), '--intersection')
    expect(results[0]?.figure?.n).toBe(5)
  })

  it('is no question about the run itself', async () => {
    const { code, err } = await rapport('gate', id('few'), '--no-worse-than', id('few'))
    expect(code).toBe(2)
    expect(err).toContain('a run is no worse than itself')
  })
})
