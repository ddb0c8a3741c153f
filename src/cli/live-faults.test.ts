import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { makeFolder } from './testing/cli.ts'
import { liveCommand, readDocument, resultOf, startSampleServer } from './testing/live.ts'

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

const rapport = (...argv: string[]) => liveCommand(folder.path, argv, { RAPPORT_BASE_URL: server.baseUrl })

/** Lines of the newest run's outcomes. */
async function outcomes(): Promise<string[]> {
  await rapport('export', 'latest', '--form', 'outcomes-csv', '--out', 'outcomes')
  return readFileSync(join(folder.path, 'outcomes', 'outcomes.csv'), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
}

const CASES = 2
const run = ['run', 'alpsbench/extraction', '--no-baselines', '--quiet', '--json', `--limit=${CASES}`]

describe('a fault of a model', () => {
  // Model, what becomes of its cases, and requests for each case.
  it.each([
    ['perfect:429', 'scored', 2],
    ['perfect:500', 'scored', 2],
    ['perfect:truncated-body', 'scored', 2],
    ['perfect:fenced', 'scored', 1],
    ['perfect:thinking', 'scored', 1],
    ['perfect:refusal', 'parse: refusal', 1],
    ['perfect:malformed', 'parse: unusable-output', 1],
    ['perfect:empty', 'respond: empty-reply', 1],
    ['perfect:content-filter', 'respond: content-filter', 1],
    ['perfect:overflow', 'respond: context-overflow', 1],
    ['perfect:length', 'respond: truncated', 1],
  ])('%s: %s after %i requests', async (name, outcome, requests) => {
    const { code, out, err } = await rapport(...run, '--system', `compatible/${name}`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const isScored = outcome === 'scored'
    const row = resultOf(readDocument(out), `compatible/${name}`, 'strict-match@1 f1')
    // What the system did wrong counts as its worst score.
    expect(row).toMatchObject({
      value: isScored ? 1 : 0,
      n: CASES,
      unscored: 0,
      failedBy: { system: isScored ? 0 : CASES, infrastructure: 0 },
    })
    const lines = (await outcomes()).filter((line) => line.includes(',strict-match@1,f1,'))
    expect(lines).toHaveLength(CASES)
    for (const line of lines) {
      if (isScored) expect(line).toContain(',strict-match@1,f1,scored,')
      else expect(line).toContain(`,failed,,,${outcome},system`)
    }
    expect(server.stats().requests).toBe(requests * CASES)
  })
})

/** A judge that is down for some cases: with a pause longer than anybody waits for, so that the call ends at once. */
const partlyDown = {
  fault: '429',
  models: ['judge-fair'],
  times: Infinity,
  percent: 30,
  retryAfter: 7200,
} as const

describe('a judge', () => {
  const TRACK = 'alpsbench/utilization/persona'
  const FIGURE = 'judge-persona@1 pass_rate'
  const all = ['run', TRACK, '--no-baselines', '--quiet', '--json', '--system', 'compatible/perfect']
  const judged = (judge: string, ...more: string[]) =>
    rapport(...all, '--judge', `compatible/${judge}`, ...more)
  const figure = (out: string) => resultOf(readDocument(out), 'compatible/perfect', FIGURE)

  it('whose verdicts can not be read leaves cases unscored; retry --unscored asks it anew, and nobody else', async () => {
    const first = await judged('judge-garbled', '--limit=2', '--fail-on', 'unscored')
    expect(first.code).toBe(3)
    expect(first.err).toContain('unscored: compatible/perfect')
    expect(figure(first.out)).toMatchObject({
      value: null,
      n: 0,
      unscored: 2,
      unscoredBy: { 'judge-unreadable': 2 },
      failedBy: { system: 0, infrastructure: 0 },
    })
    const asked = server.stats().byModel
    expect(asked['perfect']).toBe(2)
    await rapport('resume', 'latest', '--quiet')
    expect(server.stats().byModel).toEqual(asked)
    await rapport('retry', 'latest', '--quiet', '--unscored')
    // Each verdict is asked for twice; the probes are not cases of the run.
    expect(server.stats().byModel).toEqual({
      perfect: 2,
      'judge-garbled': (asked['judge-garbled'] ?? Number.NaN) + 2 * 2,
    })
  })

  it('that gives only nulls leaves cases unscored too', async () => {
    const { out } = await judged('judge-null', '--limit=2')
    expect(figure(out)).toMatchObject({ value: null, n: 0, unscored: 2 })
  })

  it('that is down for some costs those cases only: lost, not worst, and --fail-on names them', async () => {
    const whole = figure((await judged('judge-fair')).out)
    await server.close()
    server = await startSampleServer({ port: server.port, faults: [partlyDown] })
    const { code, out, err } = await judged('judge-fair', '--fresh', '--fail-on', 'unscored,failed')
    expect(code).toBe(3)
    expect(err).toMatch(/failed: compatible\/perfect on alpsbench\/utilization\/persona/)
    // An answer without a verdict has no score, whoever is to blame.
    expect(err).toMatch(/unscored: compatible\/perfect on alpsbench\/utilization\/persona/)
    const some = figure(out)
    expect(some.n).toBeGreaterThan(0)
    expect(some.n).toBeLessThan(whole.n)
    expect(some.failedBy).toEqual({ system: 0, infrastructure: whole.n - some.n })
    // More than a tenth is missing.
    expect(some).toMatchObject({ value: whole.value, unscored: 0, invalid: true })
    expect(resultOf(readDocument(out), 'compatible/perfect', 'answer-key@1 pass_rate').n).toBe(whole.n)
    // A probe without an answer is no other answer.
    const shown = await rapport('report', 'latest')
    expect(shown.out).toContain('without a verdict')
    expect(shown.out.replaceAll(/\s+/g, ' ')).toContain(
      `Warning: some answers could not be judged on ${TRACK} under judge-persona@1, and its figures are of the others: compatible/perfect ${whole.n - some.n} judge not reached (n ${some.n} of ${whole.n})`,
    )
    expect(shown.out).not.toContain('MOVED')

    await server.close()
    server = await startSampleServer({ port: server.port })
    expect((await rapport('resume', 'latest', '--quiet', '--json')).code).toBe(0)
    const { byModel } = server.stats()
    expect(byModel).toEqual({ 'judge-fair': expect.any(Number) })
    expect(figure((await rapport('report', 'latest', '--json')).out)).toMatchObject({
      n: whole.n,
      value: whole.value,
    })
  })

  // A figure of a yes or no, and one of degrees; the model gets some of the cases right.
  it.each([
    ['alpsbench/retrieval/d100', 'judge-usage@1', 'score'],
    ['alpsbench/extraction', 'judge-penalty@1', 'score'],
  ])('that is down for some of %s changes no verdict of the others', async (track, instrument, metric) => {
    const mixed = [
      'run',
      track,
      '--no-baselines',
      '--quiet',
      '--json',
      '--system',
      'compatible/forgetful',
      '--judge',
      'compatible/judge-fair',
    ]
    const shown = (out: string) =>
      resultOf(readDocument(out), 'compatible/forgetful', `${instrument} ${metric}`)
    const whole = shown((await rapport(...mixed)).out)
    const before = await casesUnder(instrument, metric)
    await server.close()
    server = await startSampleServer({ port: server.port, faults: [partlyDown] })
    const some = shown((await rapport(...mixed, '--fresh')).out)
    const after = await casesUnder(instrument, metric)

    expect([...after.keys()]).toEqual([...before.keys()])
    const scored = [...after].filter(([, { status }]) => status === 'scored')
    const lost = [...after].filter(([, { status }]) => status !== 'scored')
    expect(scored.length).toBeGreaterThan(0)
    expect(lost.length).toBeGreaterThan(0)
    for (const [id, outcome] of scored) expect(outcome).toEqual(before.get(id))
    for (const [id, outcome] of lost) {
      expect(before.get(id)?.status).toBe('scored')
      expect(outcome).toEqual({ status: 'failed', value: null, reason: 'judge: judge', by: 'infrastructure' })
    }
    // The cases differ, so that a case counted as something else shows in the mean.
    expect(new Set(scored.map(([, { value }]) => value)).size).toBeGreaterThan(1)
    expect(some.n).toBe(scored.length)
    expect(some.value).toBeCloseTo(meanOf(scored.map(([, outcome]) => outcome)), 9)
    expect(whole.value).toBeCloseTo(meanOf([...before.values()]), 9)
    expect(some.value).not.toBeCloseTo(whole.value ?? Number.NaN, 9)
  })
})

function meanOf(cases: readonly { readonly value: number | null }[]): number {
  return cases.reduce((sum, { value }) => sum + (value ?? Number.NaN), 0) / cases.length
}

/** What the newest run's cases came to under one figure, by id. */
async function casesUnder(instrument: string, metric: string) {
  const [head = '', ...lines] = await outcomes()
  const cell = (line: string, name: string): string => line.split(',')[head.split(',').indexOf(name)] ?? ''
  return new Map(
    lines
      .filter((line) => cell(line, 'instrument').startsWith(instrument) && cell(line, 'metric') === metric)
      .map((line) => {
        const numerator = cell(line, 'numerator')
        return [
          cell(line, 'case'),
          {
            status: cell(line, 'status'),
            value: numerator === '' ? null : Number(numerator) / Number(cell(line, 'denominator')),
            reason: cell(line, 'reason'),
            by: cell(line, 'by'),
          },
        ] as const
      }),
  )
}
