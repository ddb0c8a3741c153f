import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { packet, packetFolder } from '../benchmarks/alpsbench/data/fixtures.ts'
import { auditReportSchema, type AuditReport } from '../core/audit.ts'
import { inProcess, makeFolder } from './testing/cli.ts'
import { parseCsv } from './testing/parse-csv.ts'

const folder = makeFolder()
afterAll(folder.remove)
const rapport = (...argv: string[]) => inProcess(folder.path, argv, { columns: 100 })

async function audit(...argv: string[]): Promise<readonly AuditReport[]> {
  const { code, out, err } = await rapport('audit', ...argv, '--json', '--quiet')
  expect(code, err).toBe(0)
  return z.object({ audits: z.array(auditReportSchema) }).parse(JSON.parse(out)).audits
}

let sample: readonly AuditReport[] = []
beforeAll(async () => {
  sample = await audit('sample')
}, 120_000)

describe('rapport audit', () => {
  it('looks at every benchmark of the sample', () => {
    expect(sample.map(({ dataset }) => dataset.benchmark)).toEqual(['alpsbench', 'cupid', 'overuse'])
    expect(sample.flatMap(({ cases }) => cases.map(({ track }) => track))).toContain('cupid/inference')
    expect(sample[0]?.authorship[0]?.author).toBe('written for Rapport')
  })

  it('names the published figures that can be won without reading, and no headline', () => {
    const shortcuts = sample.flatMap(({ findings }) => findings.filter(({ rule }) => rule === 'shortcut'))
    expect(shortcuts.some(({ message }) => message.startsWith('baseline:do-nothing reads nothing'))).toBe(
      true,
    )
    expect(shortcuts.filter(({ effect }) => effect.startsWith('the headline'))).toEqual([])
  })

  it('has figures with intervals, for every system that reads nothing', () => {
    for (const { probes } of sample)
      for (const { low, value, high, n } of probes) {
        expect(low).toBeLessThanOrEqual(value)
        expect(high).toBeGreaterThanOrEqual(value)
        expect(high).toBeGreaterThan(low)
        expect(n).toBeGreaterThan(0)
      }
  })

  it('is told in words, and in Markdown', async () => {
    const argv = ['audit', 'sample', '--track', 'alpsbench/utilization/reality', '--quiet']
    expect((await rapport(...argv)).out).toMatchSnapshot()
    expect((await rapport(...argv, '--format', 'markdown')).out).toMatchSnapshot()
  })

  it('is kept for reports', () => {
    expect(existsSync(join(folder.path, '.rapport', 'audits'))).toBe(true)
  })

  it('draws doubtful distractors for people, the same ones for the same seed', async () => {
    const track = ['--track', 'alpsbench/retrieval/d1000', '--no-probes', '--quiet', '--sample-size', '3']
    await rapport('audit', 'sample', ...track, '--sample', 'a.csv')
    await rapport('audit', 'sample', ...track, '--sample', 'b.csv')
    const [a, b] = ['a.csv', 'b.csv'].map((name) => readFileSync(join(folder.path, name), 'utf8'))
    expect(a).toBe(b)
    expect(parseCsv(a ?? '').every((row) => Number(row.similarity) >= 0.6 && row.also_answers === '')).toBe(
      true,
    )
  })

  it('fails on findings of a severity', async () => {
    const { code, err } = await rapport(
      'audit',
      'sample',
      '--track',
      'alpsbench/update',
      '--quiet',
      '--fail-on',
      'error',
    )
    expect(code).toBe(3)
    expect(err).toContain('the audit found what --fail-on error names: shortcut')
  })
})

describe('a data set with planted flaws', () => {
  /** Thirty packets; `candidates` says what the list of a session is. */
  const planted = (
    candidates: (session: string, i: number) => { memory_id: string; value: string; label: string }[],
  ) =>
    packetFolder(
      Array.from({ length: 30 }, (_, i) => {
        const session = `sess_demo${String(i).padStart(3, '0')}`
        return packet(session, i, { candidates: candidates(session, i) })
      }),
    )
  const target = (session: string) => ({
    memory_id: 'm1',
    value: `${session} drinks green tea`,
    label: 'Preferences/Food',
  })
  const other = (i: number) => ({
    memory_id: `x${i}`,
    value: `Plays ${i} kinds of chess`,
    label: 'Preferences/Sports',
  })
  const rulesOf = async (folder_: string) => {
    const [report] = await audit(folder_, '--track', 'alpsbench/retrieval')
    return (report?.findings ?? [])
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, message }) => ({ rule, message }))
  }

  it('whose target always stands first is caught twice', async () => {
    const found = await rulesOf(
      await planted((session) => [target(session), ...Array.from({ length: 9 }, (_, i) => other(i))]),
    )
    expect(found.map(({ rule }) => rule)).toContain('target-first')
    expect(
      found.some(
        ({ rule, message }) => rule === 'shortcut' && message.startsWith('baseline:first reads nothing'),
      ),
    ).toBe(true)
  })

  it('whose target is always the longest is caught', async () => {
    const found = await rulesOf(
      await planted((session, i) => {
        const list = Array.from({ length: 9 }, (_, k) => other(k))
        return [
          ...list.slice(0, i % 9),
          { ...target(session), value: `${target(session).value} every single morning` },
          ...list.slice(i % 9),
        ]
      }),
    )
    expect(
      found.some(
        ({ rule, message }) => rule === 'shortcut' && message.startsWith('baseline:longest reads nothing'),
      ),
    ).toBe(true)
  })

  it('without them is sound', async () => {
    const found = await rulesOf(
      await planted((session, i) => {
        const list = Array.from({ length: 9 }, (_, k) => ({
          ...other(k),
          value: `${other(k).value} with much patience`,
        }))
        return [...list.slice(0, i % 9), target(session), ...list.slice(i % 9)]
      }),
    )
    expect(
      found.filter(
        ({ rule, message }) => rule === 'target-first' || /baseline:(first|longest)/.test(message),
      ),
    ).toEqual([])
  })
})

describe('an overlay', () => {
  it('leaves the flagged cases out of a run, with the rule as the reason', async () => {
    const flagged = ['--track', 'alpsbench/utilization/reality', '--no-probes', '--quiet']
    const made = await rapport(
      'audit',
      'sample',
      ...flagged,
      '--overlay',
      'mine',
      '--rules',
      'near-duplicate-case',
    )
    expect(made.code, made.err).toBe(0)
    const { out, code } = await rapport(
      'run',
      'alpsbench/utilization/reality',
      '--view',
      'mine',
      '--quiet',
      '--json',
    )
    expect(code).toBe(0)
    const { results } = z
      .object({ results: z.array(z.object({ system: z.string(), n: z.number(), skipped: z.number() })) })
      .parse(JSON.parse(out))
    const [first] = results
    expect(first?.skipped).toBe(2)
    expect(results.every(({ n }) => n <= 10)).toBe(true)
    expect((await rapport('report')).out).toContain('view mine')
    expect((await rapport('audit', '--list')).out).toMatch(/mine\s+sample\s+2\s+near-duplicate-case/)
  })

  it('of other data is refused, and so is one that was damaged', async () => {
    const path = join(folder.path, '.rapport', 'overlays', 'mine.json')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('"dataset": "sample"', '"dataset": "other"'))
    const other = await rapport('run', 'alpsbench/utilization/reality', '--view', 'mine', '--quiet')
    expect(other.code).toBe(2)
    expect(other.err).toContain('the overlay mine is of "other", not of "sample"')
    writeFileSync(path, text.replace('"rule": "near-duplicate-case"', '"rule": "another"'))
    const edited = await rapport('run', 'alpsbench/utilization/reality', '--view', 'mine', '--quiet')
    expect(edited.code).toBe(2)
    expect(edited.err).toContain('was changed by hand')
    writeFileSync(path, text.replace('"formatVersion": 1', '"formatVersion": 2'))
    const damaged = await rapport('run', 'alpsbench/utilization/reality', '--view', 'mine', '--quiet')
    expect(damaged.code).toBe(2)
    expect(damaged.err).toContain('mine.json')
    writeFileSync(path, text)
  })

  it.each([
    [['--overlay', '../evil'], "can't be the name of an overlay"],
    [['--overlay', 'clean'], "can't be the name of an overlay"],
    [['--overlay', 'x', '--rules', 'nonsense'], 'no case was flagged by "nonsense"'],
    [['--overlay', 'x'], 'no case was flagged as an error'],
    [['--rules', 'near-duplicate-case'], '--rules says what an overlay leaves out'],
    [['--track', 'nothing'], 'fits nothing'],
  ])('%j is refused', async (argv, message) => {
    const base = ['audit', 'sample', '--no-probes', '--quiet']
    const track = argv.includes('--track') ? [] : ['--track', 'alpsbench/utilization/reality']
    const { code, err } = await rapport(...base, ...track, ...argv)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('that is none is an unknown view', async () => {
    const { code, err } = await rapport('run', 'alpsbench/update', '--view', '../../etc/passwd', '--quiet')
    expect(code).toBe(2)
    expect(err).toContain('unknown view')
  })
})
