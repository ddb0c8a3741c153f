import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inProcess, makeFolder } from './testing/cli.ts'

const folder = makeFolder()
afterAll(folder.remove)
const rapport = (...argv: string[]) => inProcess(folder.path, argv, { columns: 120 })
const update = ['--system', 'oracle', 'rules:append-first-person', 'privileged:append-only']

const rowSchema = z.object({
  system: z.string(),
  against: z.union([z.object({ system: z.string() }), z.object({ bound: z.number() })]),
  difference: z.number().nullable(),
  n: z.number(),
  standardError: z.number().nullable(),
  detectable: z.number().nullable(),
  needed: z.object({ of: z.number(), clusters: z.number(), cases: z.number() }).nullable(),
  why: z.string().nullable(),
})

async function rows(...argv: string[]) {
  const { code, out, err } = await rapport('plan', 'latest', ...argv, '--json')
  expect(code, err).toBe(0)
  return z.object({ rows: z.array(rowSchema) }).parse(JSON.parse(out)).rows
}

beforeAll(async () => {
  const { code, err } = await rapport('run', 'alpsbench/update', '--quiet', ...update)
  expect(code, err).toBe(0)
}, 120_000)

describe('a plan from a run', () => {
  it('has a row for each pair, and shares alpha among them', async () => {
    const three = await rows(...update)
    expect(three.map(({ system, against }) => [system, against])).toHaveLength(3)
    const [alone] = await rows('--system', 'oracle', 'rules:append-first-person')
    const shared = three.find(
      ({ system, against }) =>
        [system, 'system' in against ? against.system : ''].toSorted().join() ===
        'oracle,rules:append-first-person',
    )
    expect(shared?.standardError).toBe(alone?.standardError)
    expect(shared?.detectable ?? 0).toBeGreaterThan(alone?.detectable ?? 1)
    const [one] = await rows('--system', 'oracle', 'rules:append-first-person', '--pairs', '3')
    expect(one?.detectable).toBe(shared?.detectable)
  })

  it('says how many more cases a difference needs', async () => {
    const [near] = await rows('--system', 'oracle', 'rules:append-first-person', '--difference', '0.01')
    const [far] = await rows('--system', 'oracle', 'rules:append-first-person', '--difference', '0.02')
    expect(near?.needed?.of).toBe(0.01)
    // Four times as many for half the difference.
    expect((near?.needed?.cases ?? 0) / (far?.needed?.cases ?? 1)).toBeCloseTo(4, 1)
    const [seen] = await rows('--system', 'oracle', 'rules:append-first-person')
    expect(seen?.needed?.cases ?? 1000).toBeLessThan(24)
  })

  it('holds a figure against a number, one-sided, as a gate does', async () => {
    const [row] = await rows(
      '--min',
      'alpsbench/update.action_f1>=0.2',
      '--system',
      'rules:append-first-person',
    )
    expect(row?.against).toEqual({ bound: 0.2 })
    expect(row?.needed?.cases ?? 0).toBeGreaterThan(row?.n ?? 0)
  })

  it('says why where nothing can be told', async () => {
    const [row] = await rows('--min', 'alpsbench/update.action_f1>=0.5', '--system', 'oracle')
    expect(row).toMatchObject({
      standardError: null,
      needed: null,
      why: 'no case differs from the others, so nothing shows how large the spread is',
    })
  })

  it('is a table for people', async () => {
    const { out } = await rapport('plan', 'latest', ...update)
    expect(out.replaceAll(/\d{8}-\d{6}-[0-9a-f]{4}/g, '<run>')).toMatchSnapshot()
  })
})

describe('a plan without a run', () => {
  it('is that of the textbook', async () => {
    // Chow, Shao & Wang: two paired rates; here s = 0.5, r = 0, 200 independent cases: SE 0.05, times 2.816.
    const { out } = await rapport('plan', '--cases', '200', '--rate', '0.5', '--difference', '0.1', '--json')
    const plan = z
      .object({ standardError: z.number(), detectable: z.number(), needed: z.object({ cases: z.number() }) })
      .parse(JSON.parse(out))
    expect(plan.standardError).toBeCloseTo(0.05, 12)
    expect(plan.detectable).toBeCloseTo(0.1408, 4)
    expect(plan.needed.cases).toBe(395)
  })

  it('is told in words', async () => {
    const { out } = await rapport(
      'plan',
      '--cases',
      '756',
      '--clusters',
      '252',
      '--rate',
      '0.4',
      '--within',
      '0.2',
      '--between',
      '0.5',
      '--difference',
      '0.05',
    )
    expect(out).toMatchInlineSnapshot(`
      "756 cases in 252 clusters find a true difference of 0.0593 with power 0.8, tested at alpha 0.05.
        2 times as many cases and clusters: 0.0418
        4 times as many cases and clusters: 0.0296
        10 times as many cases and clusters: 0.0187
      A true difference of 0.05 needs 1062 cases in 354 clusters: 306 cases more in 102 more clusters.
      "
    `)
  })
})

it.each([
  [['plan'], 'a plan without a run needs a size'],
  [['plan', '--cases', '20'], 'how much scores vary must be said once'],
  [['plan', '--cases', '20', '--rate', '0.5', '--deviation', '1'], 'how much scores vary must be said once'],
  [['plan', '--cases', '20', '--clusters', '30', '--rate', '0.5'], "20 cases can't be in 30 clusters"],
  [['plan', '--cases', '20', '--rate', '1'], 'a number between 0 and 1'],
  [['plan', '--cases', '20', '--rate', '0.5', '--difference', '0'], 'a number above 0'],
  [['plan', '--cases', '20', '--rate', '0.5', '--power', '0.04'], '--power must be above --alpha'],
  [['plan', 'latest', '--cases', '20'], '--cases is an assumption'],
  [['plan', 'latest', '--system', 'oracle'], 'no track of the run has two'],
  [['plan', 'latest', '--min', 'alpsbench/update.headline>=0.5'], 'a headline has no plan'],
  [['plan', 'nowhere'], 'there is no run "nowhere"'],
])('%j is refused', async (argv, message) => {
  const { code, err } = await rapport(...argv)
  expect(code).toBe(2)
  expect(err).toContain(message)
})
