import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseCsv } from './testing/parse-csv.ts'
import { inProcess, makeFolder } from './testing/cli.ts'

const folder = makeFolder()
afterAll(folder.remove)
let now = Date.UTC(2026, 0, 2)
/** Later runs are later, as in life. */
const clock = { now: () => (now += 1), monotonic: () => now }
const rapport = (...argv: string[]) => inProcess(folder.path, argv, { columns: 110, clock })
const ids: Record<string, string> = {}
const id = (name: string): string => ids[name] ?? 'missing'

async function run(name: string, ...argv: string[]): Promise<void> {
  const { code, out, err } = await rapport('run', ...argv, '--quiet', '--json')
  expect(code, err).toBe(0)
  ids[name] = z.object({ run: z.object({ id: z.string() }) }).parse(JSON.parse(out)).run.id
}

const comparisonSchema = z.object({
  groups: z.array(
    z.object({
      settings: z.string(),
      common: z.number(),
      figures: z.array(
        z.object({
          instrument: z.string(),
          metric: z.string(),
          n: z.number(),
          contenders: z.array(z.object({ label: z.string() })),
          pairs: z.array(
            z.object({
              a: z.string(),
              b: z.string(),
              ties: z.number(),
              flipped: z.number(),
              flips: z.array(z.unknown()),
            }),
          ),
          findings: z.array(z.string()),
        }),
      ),
    }),
  ),
  warnings: z.array(z.string()),
})

async function compare(...argv: string[]) {
  const { code, out, err } = await rapport('compare', ...argv, '--json')
  expect(code, err).toBe(0)
  return comparisonSchema.parse(JSON.parse(out))
}

/** The ids of runs differ from time to time. */
const settled = (text: string): string =>
  Object.entries(ids).reduce((all, [name, found]) => all.replaceAll(found, `<${name}>`), text)

beforeAll(async () => {
  const systems = ['--system', 'privileged:append-only', '--system', 'oracle']
  await run('whole', 'alpsbench/update', ...systems)
  await run('again', 'alpsbench/update', ...systems)
  await run('reference', 'alpsbench/update', ...systems, '--protocol', 'reference')
  // Last: runs after it would be told that a part of them was looked at.
  await run('few', 'alpsbench/update', ...systems, '--limit', '9')
}, 120_000)

describe('rapport compare', () => {
  it('prints who is ahead, tables, plots and changed cases', async () => {
    const { code, out } = await rapport(
      'compare',
      id('whole'),
      '--against',
      'baseline:do-nothing',
      '--metric',
      'alpsbench/update.action_f1',
      '--flips',
      '2',
    )
    expect(code).toBe(0)
    expect(settled(out)).toMatchSnapshot()
  })

  it('has the same in Markdown', async () => {
    const argv = [id('whole'), '--baselines', '--metric', 'alpsbench/update.action_f1', '--slice', 'language']
    const { out } = await rapport('compare', ...argv, '--format', 'markdown', '--flips', '1')
    expect(settled(out)).toMatchSnapshot()
  })

  it('has a row for each pair in CSV', async () => {
    const { out } = await rapport('compare', id('whole'), '--baselines', '--format', 'csv')
    const rows = parseCsv(out)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.every((row) => row.correction === 'Holm' && row.n === '24')).toBe(true)
  })

  it('tells the same system in two runs apart, and finds nothing between equals', async () => {
    const { groups } = await compare(
      id('whole'),
      id('again'),
      '--as',
      'old,new',
      '--metric',
      'alpsbench/update.action_f1',
    )
    const [figure] = groups.flatMap(({ figures }) => figures)
    expect(figure?.contenders.map(({ label }) => label)).toEqual([
      'rules:append-first-person@new',
      'rules:append-first-person@old',
    ])
    expect(figure?.pairs[0]).toMatchObject({ ties: 24, flipped: 0 })
    expect(figure?.findings[0]).toContain('have the same score on every case')
  })

  it('refuses different cases, unless those in common are enough', async () => {
    const { code, err } = await rapport('compare', id('whole'), id('few'))
    expect(code).toBe(2)
    expect(settled(err)).toContain('different cases on alpsbench/update: 24 in <whole>, 9 in <few>, 9 in all')
    const { groups } = await compare(id('whole'), id('few'), '--intersection')
    expect(groups[0]?.common).toBe(9)
    expect(groups[0]?.figures[0]?.n).toBe(9)
  })

  it('does not mix protocols', async () => {
    const found = await compare(id('whole'), id('reference'), '--baselines')
    expect(found.groups.map(({ settings }) => settings)).toEqual([
      'protocol strict, view as-published',
      'protocol reference, view as-published',
    ])
    expect(settled(found.warnings[0] ?? '')).toBe(
      'Not compared with each other on alpsbench/update: <whole> (protocol strict, view as-published) and <reference> (protocol reference, view as-published).',
    )
  })

  it.each([
    [['nowhere'], 'there is no run "nowhere"'],
    [['WHOLE', 'WHOLE'], 'is named twice'],
    [['WHOLE', '--as', 'a,b'], '--as has 2 labels for 1 runs'],
    [['WHOLE', '--system', 'orcale'], 'did you mean oracle?'],
    [['WHOLE', '--against', 'nobody'], '"nobody" is in none of the runs'],
    [['WHOLE', '--metric', 'action_f1'], 'is not <track>.<metric>'],
    [['WHOLE', '--metric', 'alpsbench/extraction.f1'], 'no run has the track'],
    [['WHOLE', '--metric', 'alpsbench/update.nothing'], 'no single figure nothing'],
    [['WHOLE'], 'there are no two systems to compare'],
    [['WHOLE', 'AGAIN', '--against', 'oracle'], '--against "oracle" is in several runs'],
    [['WHOLE', '--waive', 'colour', '--baselines'], 'colour'],
  ])('%j is refused', async (argv, message) => {
    const { code, err } = await rapport(
      'compare',
      ...argv.map((word) => (word === 'WHOLE' ? id('whole') : word === 'AGAIN' ? id('again') : word)),
    )
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
