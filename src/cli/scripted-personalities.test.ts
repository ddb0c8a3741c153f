import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Case } from '../core/case.ts'
import type { CaseOptions } from '../core/dataset.ts'
import type { Json } from '../core/json.ts'
import type { ChatMessage } from '../core/model.ts'
import type { Protocol } from '../core/prompt.ts'
import type { MetricScore } from '../core/scorer.ts'
import type { Track } from '../core/track.ts'
import { tracks } from '../registry/benchmarks.ts'
import {
  createAnswerBook,
  expectations,
  judgedExpectations,
  personalities,
  startScriptedServer,
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

async function chat(model: string, messages: readonly ChatMessage[]): Promise<string> {
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages }),
  })
  expect(response.status).toBe(200)
  const [{ message }] = completionSchema.parse(await response.json()).choices
  return message.content
}

async function predict(model: string, track: Track, subject: Case, protocol: Protocol): Promise<Json> {
  const { messages, meta } = track.prompts[protocol].build(subject.input)
  return track.parse({ form: 'text', text: await chat(model, messages), meta }, subject.input).prediction
}

type Scores = Readonly<Record<string, MetricScore>>

/** By a scorer, or by a judge under a rubric. */
async function scoresOf(track: Track, name: string, subject: Case, prediction: Json, judge = 'judge-fair') {
  const rubric = track.rubrics.find((one) => one.name === name)
  if (rubric === undefined) {
    const scorer = track.scorer(name, { matcher: 'greedy' })
    return { metrics: scorer.metrics, scores: scorer.score(prediction, subject).metrics }
  }
  const judged = { input: subject.input, gold: subject.gold, prediction }
  const messages = rubric.prompt(judged)
  const none: Scores = {}
  if ('unscored' in messages) return { metrics: rubric.metrics, scores: none }
  const verdict = rubric.read(await chat(judge, messages))
  if (verdict === null) throw new Error(`a verdict of ${name} can't be read`)
  return { metrics: rubric.metrics, scores: rubric.score(verdict, judged) }
}

/** Mean of a metric as a share of its range, or `unscored` when no case could be measured. */
async function figures(track: Track, model: string, instruments: ReadonlySet<string>) {
  const sums = new Map<string, { sum: number; weight: number }>()
  for (const subject of cases.get(track.id) ?? []) {
    const prediction = await predict(model, track, subject, 'strict')
    for (const instrument of instruments) {
      const { metrics, scores } = await scoresOf(track, instrument, subject, prediction)
      for (const { name, range } of metrics) {
        const score = scores[name]
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
  it.each(Object.keys(personalities))('%s gets what the tables say', async (personality) => {
    const wanted = [...expectations, ...judgedExpectations].filter(
      (one) => one.track === id && one.personality === personality,
    )
    expect(wanted.length).toBeGreaterThan(0)
    const found = await figures(track, personality, new Set(wanted.map((one) => one.instrument)))
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

  it('the reference prompt gets the answer of the strict one', async () => {
    for (const subject of cases.get(id) ?? []) {
      expect(await predict('perfect', track, subject, 'reference')).toEqual(
        await predict('perfect', track, subject, 'strict'),
      )
    }
  })
})

const withHardRules = tracks.flatMap((track) =>
  track.rubrics
    .filter(({ reply, metrics }) => {
      const fields = JSON.stringify(reply?.schema)
      return metrics.some(({ name }) => name === 'pass_rate') && /"(?:passes|overall)":/.test(fields)
    })
    .map((rubric) => [rubric.name, track] as const),
)

it.each(withHardRules)('%s: hard rules overrule a careless judge', async (name, track) => {
  for (const subject of cases.get(track.id) ?? []) {
    const prediction = await predict('perfect', track, subject, 'strict')
    const { scores } = await scoresOf(track, name, subject, prediction, 'judge-careless')
    const score = scores['pass_rate']
    if (score === undefined || 'unscored' in score) continue
    expect(score.numerator).toBe(0)
    const { overall } = scores
    // The mildest hard rule leaves 0.2 (AlpsBench spec 2.7.2).
    if (overall !== undefined && 'numerator' in overall) expect(overall.numerator).toBeLessThanOrEqual(0.2)
  }
})

it('the tables speak of tracks that the sample has', () => {
  const spoken = new Set([...expectations, ...judgedExpectations].map(({ track }) => track))
  expect([...cases.keys()]).toEqual(expect.arrayContaining([...spoken]))
})
