import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tracks as known } from '../registry/benchmarks.ts'
import {
  expectations,
  judgedExpectations,
  personalities,
  type Expectation,
  type ScriptedServer,
} from '../testing/scripted-server/index.ts'
import { makeFolder } from './testing/cli.ts'
import {
  liveCommand,
  readDocument,
  resultOf,
  startSampleServer,
  type ResultsDocument,
} from './testing/live.ts'
import { rankings } from './testing/who-wins.ts'

// Every personality on every track through the command line: arguments, plan, gateway over HTTP, engine, store,
// report. Two runs, of the tracks with a judge and of those without; within a run, what two tracks share is asked
// once. Server and command share this process and its one thread, and the server answers at once: each answer is
// there before the next request leaves, so `maxInFlight` stays 1 here. With 20 ms of latency the same command has 8
// requests under way, as many as --concurrency. The time goes into computing, about 48 s of it.

const folder = makeFolder()
const tracks = [...new Set(expectations.map(({ track }) => track))]
const judged = new Set(judgedExpectations.map(({ track }) => track))
const names = Object.keys(personalities)
const documents = new Map<string, ResultsDocument>()
let server: ScriptedServer

beforeAll(async () => {
  server = await startSampleServer()
  const systems = ['--system', ...names.map((name) => `compatible/${name}`)]
  for (const withJudge of [true, false]) {
    const own = tracks.filter((track) => judged.has(track) === withJudge)
    const argv = ['run', ...own, '--no-baselines', '--quiet', '--json', '--all-metrics', ...systems]
    if (withJudge) argv.push('--judge', 'compatible/judge-fair')
    const { code, out, err } = await liveCommand(folder.path, argv, { RAPPORT_BASE_URL: server.baseUrl })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const track of own) documents.set(track, readDocument(out))
  }
}, 300_000)
afterAll(async () => {
  await server.close()
  folder.remove()
})

function rubricOf(track: string, name: string) {
  return known.find(({ id }) => id === track)?.rubrics.find((rubric) => rubric.name === name)
}

function figureOf(track: string, personality: string, figure: string) {
  const document = documents.get(track)
  if (document === undefined) throw new Error(`${track} was not run`)
  const [instrument = '', metric = ''] = figure.split(' ')
  const version = rubricOf(track, instrument)?.version ?? '1'
  return resultOf(document, `compatible/${personality}`, `${instrument}@${version} ${metric}`, track)
}

function largest(track: string, instrument: string, metric: string): number {
  const found = known.find(({ id }) => id === track)
  const rubric = rubricOf(track, instrument)
  const metrics = rubric?.metrics ?? found?.scorer(instrument, { matcher: 'greedy' }).metrics
  return metrics?.find(({ name }) => name === metric)?.range[1] ?? Number.NaN
}

function difference({ track, personality, instrument, metric, expected }: Expectation): string[] {
  const { value, failedBy } = figureOf(track, personality, `${instrument} ${metric}`)
  const share = value === null ? 'unscored' : value / largest(track, instrument, metric)
  const isRight =
    typeof share === 'string' || typeof expected === 'string'
      ? share === expected
      : share >= expected[0] - 1e-9 && share <= expected[1] + 1e-9
  const isClean = failedBy.system === 0 && failedBy.infrastructure === 0
  return isRight && isClean ? [] : [`${instrument} ${metric}: ${share}, expected ${expected.toString()}`]
}

describe.each(tracks)('%s', (track) => {
  it.each(names)('%s gets what the tables say', (personality) => {
    const wanted = [...expectations, ...judgedExpectations].filter(
      (one) => one.track === track && one.personality === personality,
    )
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.flatMap(difference)).toEqual([])
  })

  const own = rankings.filter((one) => one.tracks.includes(track))
  it.each(own)('$figure: $why', ({ figure, best, worst, unscored = [], exact = {} }) => {
    const values = new Map(names.map((name) => [name, figureOf(track, name, figure).value]))
    const measured = [...values].flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
    const sign = /missing_rate|stale_retention|invented_rate/.test(figure) ? -1 : 1
    const merits = measured.map(({ value }) => sign * value)
    const at = (merit: number) =>
      measured.filter(({ value }) => Math.abs(sign * value - merit) < 1e-9).map(({ name }) => name)
    expect(at(Math.max(...merits)).toSorted()).toEqual(best.toSorted())
    expect(at(Math.min(...merits)).toSorted()).toEqual(worst.toSorted())
    expect(names.filter((name) => values.get(name) === null)).toEqual(unscored)
    for (const [name, value] of Object.entries(exact)) expect(values.get(name)).toBeCloseTo(value, 9)
  })
})

it('what a forgetful model remembers does not depend on the number of candidates', () => {
  const pools = tracks.filter((track) => track.startsWith('alpsbench/retrieval/'))
  const found = pools.map((track) => figureOf(track, 'forgetful', 'retrieval-rank accuracy').value)
  expect(found).toHaveLength(5)
  expect(new Set(found).size).toBe(1)
})

it('every track and every instrument of the tables has a winner', () => {
  expect([...new Set(rankings.flatMap((one) => one.tracks))].toSorted()).toEqual(tracks.toSorted())
})
