import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { CaseOptions } from '../core/dataset.ts'
import { publishedLike } from '../benchmarks/cupid/data/fixtures.ts'
import { writeCupidParquet } from '../benchmarks/cupid/data/write-parquet.ts'
import {
  createAnswerBook,
  startScriptedServer,
  type AnswerBookCase,
  type ScriptedServer,
} from '../testing/scripted-server/index.ts'
import { openDataset } from './prepare-run.ts'
import { buildOnce, ended, makeFolder, rapport, start, type Ended } from './testing/cli.ts'

// A file with the published columns and sizes, 756 invented instances of 252 personas, from the file to the figure.

const CONCURRENCY = 8
const options: CaseOptions = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
}
const { path: folder, remove } = makeFolder()
const undisturbed = makeFolder()
const data = join(folder, 'published-like.parquet')
let server: ScriptedServer

beforeAll(async () => {
  await buildOnce()
  // Short messages: what is looked at is the number of instances.
  await writeCupidParquet(data, publishedLike({ messageLength: 30 }))
  const known: AnswerBookCase[] = []
  const dataset = await openDataset(data, { env: {}, cwd: folder })
  for await (const { input, gold } of dataset.cases('cupid/inference', options)) {
    known.push({ track: 'cupid/inference', input, gold })
  }
  server = await startScriptedServer({ answers: await createAnswerBook(known) })
}, 300_000)
afterAll(async () => {
  await server.close()
  remove()
  undisturbed.remove()
})

const run = [
  'run',
  'cupid/inference',
  `--data=${data}`,
  '--system=compatible/never-updates',
  '--no-baselines',
  '--slice=type',
  '--quiet',
  '--json',
  `--concurrency=${CONCURRENCY}`,
]

/** Waits until the system was asked `count` times. @throws Error when the process ends before */
async function untilAsked(count: number, end: Promise<Ended>): Promise<void> {
  let gone = false
  void end.then(() => (gone = true))
  while ((server.stats().byModel['never-updates'] ?? 0) < count) {
    if (gone) throw new Error('the process ended before it was killed')
    await turn()
  }
}

it('756 cases of three types, intervals over 252 personas; killed and resumed, no figure changes', async () => {
  const env = { RAPPORT_BASE_URL: server.baseUrl }
  const child = start(folder, run, env)
  const end = ended(child)
  await untilAsked(300, end)
  child.kill('SIGKILL')
  expect((await end).code).toBe(-1)
  expect(server.stats().requests).toBeLessThan(756)

  const resumed = await rapport(folder, ['resume', 'latest', '--slice=type', '--quiet', '--json'], env)
  expect(resumed).toMatchObject({ code: 0, err: '' })
  const { requests, distinct } = server.stats()
  expect(distinct).toBe(756)
  expect(requests).toBeLessThanOrEqual(756 + CONCURRENCY)

  const judged = await rapport(undisturbed.path, [...run, '--judge=compatible/judge-fair'], env)
  expect(judged).toMatchObject({ code: 0, err: '' })
  const whole = rowsOf(judged.out)
  const byWords = whole.filter(({ instrument }) => !instrument.startsWith('preference-match'))
  expect(rowsOf(resumed.out)).toEqual(byWords)

  // Every figure has all cases to which it applies; one pair of siblings shares its preference, so 251 have changed.
  const sizes = new Map(
    whole.map(({ instrument, metric, slice, n, clusters }) => {
      const name = instrument.replace(/@.*/, '')
      return [[name, metric, ...(slice === undefined ? [] : [slice.value])].join(' '), [n, clusters]]
    }),
  )
  for (const name of ['lexical-match', 'preference-match']) {
    expect(sizes.get(`${name} f1`)).toEqual([756, 252])
  }
  for (const type of ['consistent', 'contrastive', 'changing']) {
    expect(sizes.get(`lexical-match f1 ${type}`)).toEqual([252, 252])
  }
  expect(sizes.get('lexical-rivals stale')).toEqual([251, 251])
  expect(sizes.get('lexical-rivals contrast_error')).toEqual([252, 252])
  const values = new Map(whole.map(({ metric, value }) => [metric, value]))
  expect(values.get('stale')).toBeCloseTo((251 - alikeInWords()) / 251, 9)
  expect(values.get('contrast_error')).toBe(0)
  for (const { low, high } of whole) expect(low ?? 0).toBeLessThan(high ?? 0)
}, 300_000)

/** Pairs of an old and a new preference that differ in words of no weight: words can't tell which one is followed. */
function alikeInWords(): number {
  const instances = publishedLike()
  const told = instances.map(({ current_contextual_preference: text }) => text)
  return instances.filter(({ instance_type: type, persona_id: persona }, place) => {
    const old = instances.findIndex((one) => one.persona_id === persona && one.instance_type === 'consistent')
    const now = told[place]
    return type === 'changing' && now !== told[old] && now?.replace('as of now', 'as before') === told[old]
  }).length
}

const documentSchema = z.object({
  results: z.array(
    z.looseObject({
      instrument: z.string(),
      metric: z.string(),
      value: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      n: z.number(),
      clusters: z.number(),
      slice: z.object({ tag: z.string(), value: z.string() }).exactOptional(),
    }),
  ),
})

function rowsOf(text: string) {
  return documentSchema.parse(JSON.parse(text)).results
}
