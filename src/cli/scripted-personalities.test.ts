import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Case } from '../core/case.ts'
import type { CaseOptions } from '../core/dataset.ts'
import { Fault } from '../core/fault.ts'
import type { Track } from '../core/track.ts'
import { tracks } from '../registry/benchmarks.ts'
import {
  createAnswerBook,
  expectations,
  personalities,
  startScriptedServer,
  type Expectation,
  type ScriptedServer,
} from '../testing/scripted-server/index.ts'
import { z } from 'zod'
import { makeFolder } from './testing/cli.ts'
import { openDataset } from './prepare-run.ts'

// Every personality on every track, from the prompt over HTTP to the figure, against the table that was written
// first. Without the engine: runs of the command line have a test of their own.

const options: CaseOptions = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
}
const completionSchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
})
const folder = makeFolder()
const cases = new Map<string, Case[]>()
let server: ScriptedServer

beforeAll(async () => {
  const dataset = await openDataset('sample', { env: {}, cwd: folder.path })
  for (const id of await dataset.tracks(options)) {
    const list: Case[] = []
    for await (const subject of dataset.cases(id, options)) list.push(subject)
    cases.set(id, list)
  }
  const book = [...cases].flatMap(([track, list]) => list.map(({ input, gold }) => ({ track, input, gold })))
  server = await startScriptedServer({ answers: await createAnswerBook(book) })
})
afterAll(async () => {
  await server.close()
  folder.remove()
})

async function ask(model: string, track: Track, subject: Case, protocol: 'strict' | 'reference') {
  const { messages, meta } = track.prompts[protocol].build(subject.input)
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages }),
  })
  expect(response.status).toBe(200)
  const [{ message }] = completionSchema.parse(await response.json()).choices
  return track.parse({ form: 'text', text: message.content, meta }, subject.input).prediction
}

/** Mean of a metric as a share of its range, or `unscored` when no case could be measured. */
async function figures(
  track: Track,
  model: string,
  wanted: readonly Expectation[],
  protocol: 'strict' | 'reference',
) {
  const sums = new Map<string, { sum: number; weight: number }>()
  for (const subject of cases.get(track.id) ?? []) {
    const prediction = await ask(model, track, subject, protocol)
    for (const instrument of new Set(wanted.map((one) => one.instrument))) {
      const scorer = track.scorer(instrument, { matcher: 'greedy' })
      const { metrics } = scorer.score(prediction, subject)
      for (const { name, range } of scorer.metrics) {
        const score = metrics[name]
        if (score === undefined || 'unscored' in score || score.denominator === 0) continue
        const key = `${instrument} ${name}`
        const { sum, weight } = sums.get(key) ?? { sum: 0, weight: 0 }
        sums.set(key, { sum: sum + score.numerator / score.denominator / range[1], weight: weight + 1 })
      }
    }
  }
  return sums
}

describe.each(
  tracks.filter(({ id }) => id.startsWith('alpsbench/')).map((track) => [track.id, track] as const),
)('%s', (id, track) => {
  it.each(Object.keys(personalities))('%s gets what the table says', async (personality) => {
    const wanted = expectations.filter((one) => one.track === id && one.personality === personality)
    expect(wanted.length).toBeGreaterThan(0)
    if (!cases.has(id)) return
    const found = await figures(track, personality, wanted, 'strict')
    const wrong = wanted.flatMap(({ instrument, metric, expected }) => {
      const total = found.get(`${instrument} ${metric}`)
      const value = total === undefined ? 'unscored' : total.sum / total.weight
      const isRight =
        expected === 'unscored' || value === 'unscored'
          ? value === expected
          : value >= expected[0] - 1e-9 && value <= expected[1] + 1e-9
      return isRight ? [] : [`${instrument} ${metric}: ${value}, expected ${expected.toString()}`]
    })
    expect(wrong).toEqual([])
  })

  it('the reference prompt is recognised too', async () => {
    for (const subject of cases.get(id) ?? []) {
      await ask('perfect', track, subject, 'reference').catch((error: unknown) => {
        // Parsing may fail for lack of opaque ids; being answered is what counts here.
        if (!(error instanceof Fault)) throw error
      })
    }
  })
})
