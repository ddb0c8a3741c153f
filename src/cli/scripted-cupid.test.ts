import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CaseOptions } from '../core/dataset.ts'
import type { Case } from '../core/case.ts'
import { isJsonObject, type Json } from '../core/json.ts'
import type { JudgeChain, Readings } from '../core/judge-chain.ts'
import type { JudgedCase, Probe, Rubric } from '../core/judge.ts'
import type { ChatMessage } from '../core/model.ts'
import type { Protocol } from '../core/prompt.ts'
import type { MetricScore } from '../core/scorer.ts'
import type { Track } from '../core/track.ts'
import { tracks } from '../registry/benchmarks.ts'
import {
  contextPersonalities,
  createAnswerBook,
  cupidExpectations,
  personalities,
  startScriptedServer,
  type AnswerBookCase,
  type ScriptedServer,
} from '../testing/scripted-server/index.ts'
import { openDatasets } from './prepare-run.ts'
import { makeFolder } from './testing/cli.ts'

// Every scripted model on CUPID, from the prompt over HTTP to the figure, against the table that was written first.

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
const inputSchema = z.object({
  request: z.string(),
  sessions: z.array(z.object({ dialogue: z.array(z.object({ role: z.string(), content: z.string() })) })),
})
const goldSchema = z.object({
  type: z.string(),
  preference: z.string(),
  superseded: z.object({ preference: z.string(), sessions: z.array(z.number()) }).nullable(),
})
const inferredSchema = z.object({
  preference: z.string(),
  evidence_sessions: z.array(z.number()).nullable(),
})

const folder = makeFolder()
const [inference, generation] = ['cupid/inference', 'cupid/generation'].map(trackOf)
const cases: Case[] = []
let server: ScriptedServer

function trackOf(id: string): Track {
  const found = tracks.find((track) => track.id === id)
  if (found === undefined) throw new Error(`no track ${id}`)
  return found
}

beforeAll(async () => {
  const book: AnswerBookCase[] = []
  for (const dataset of await openDatasets('sample', { env: {}, cwd: folder.path })) {
    const track = 'cupid/inference'
    if (!(await dataset.tracks(options)).includes(track)) continue
    for await (const subject of dataset.cases(track, options)) {
      book.push({ track, input: subject.input, gold: subject.gold })
      cases.push(subject)
    }
  }
  server = await startScriptedServer({ answers: await createAnswerBook(book) })
})
afterAll(async () => {
  await server.close()
  folder.remove()
})

function post(model: string, messages: readonly ChatMessage[]): Promise<Response> {
  return fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages }),
  })
}

async function chat(model: string, messages: readonly ChatMessage[]): Promise<string> {
  const response = await post(model, messages)
  expect(response.status).toBe(200)
  const [{ message }] = completionSchema.parse(await response.json()).choices
  return message.content
}

async function predict(
  model: string,
  track: Track | undefined,
  input: Json,
  protocol: Protocol = 'strict',
): Promise<Json> {
  if (track === undefined) throw new Error('no track')
  const { messages, meta } = track.prompts[protocol].build(input)
  return track.parse({ form: 'text', text: await chat(model, messages), meta }, input).prediction
}

const infer = async (model: string, input: Json, protocol?: Protocol) =>
  inferredSchema.parse(await predict(model, inference, input, protocol))

/** What a chain's models say to one case, both parts played by one scripted judge. */
async function readingsOf(chain: JudgeChain, subject: JudgedCase, judge: string): Promise<Readings> {
  const readings: Record<string, Json | null> = {}
  for (const step of chain.steps) {
    for (const question of step.questions(subject, readings)) {
      readings[question.id] = question.read(await chat(judge, question.messages))
    }
  }
  return readings
}

async function verdictOf(rubric: Rubric, subject: JudgedCase, judge = 'judge-fair'): Promise<Json | null> {
  const messages = rubric.prompt(subject)
  return 'unscored' in messages ? null : rubric.read(await chat(judge, messages))
}

function chainOf(name: string): JudgeChain {
  const found = inference?.chains?.find((chain) => chain.name === name)
  if (found === undefined) throw new Error(`no chain ${name}`)
  return found
}

function rubricOf(track: Track | undefined, name: string): Rubric {
  const found = track?.rubrics.find((rubric) => rubric.name === name)
  if (found === undefined) throw new Error(`no rubric ${name}`)
  return found
}

async function scoresBy(
  track: Track | undefined,
  instrument: string,
  subject: Case,
  prediction: Json,
): Promise<Readonly<Record<string, MetricScore>>> {
  const judged = { input: subject.input, gold: subject.gold, prediction }
  if (track?.chains?.some(({ name }) => name === instrument) === true) {
    const chain = chainOf(instrument)
    return chain.score(await readingsOf(chain, judged, 'judge-fair'), judged).metrics
  }
  if (track?.rubrics.some(({ name }) => name === instrument) === true) {
    const rubric = rubricOf(track, instrument)
    const verdict = await verdictOf(rubric, judged)
    return isJsonObject(verdict) ? rubric.score(verdict, judged) : {}
  }
  return track?.scorer(instrument, { matcher: 'greedy' }).score(prediction, subject).metrics ?? {}
}

/** Ratio of sums over all cases; null where the metric applies to none. */
async function figuresOf(model: string) {
  const sums = new Map<string, [numerator: number, denominator: number]>()
  for (const track of [inference, generation]) {
    const task = track?.id.split('/')[1] ?? ''
    const instruments = new Set(
      cupidExpectations.filter((one) => one.task === task).map((one) => one.instrument),
    )
    for (const subject of cases) {
      const prediction = await predict(model, track, subject.input)
      for (const instrument of instruments) {
        const scores = await scoresBy(track, instrument, subject, prediction)
        for (const [metric, score] of Object.entries(scores)) {
          if ('unscored' in score) continue
          const [numerator, denominator] = sums.get(`${instrument} ${metric}`) ?? [0, 0]
          sums.set(`${instrument} ${metric}`, [numerator + score.numerator, denominator + score.denominator])
        }
      }
    }
  }
  return new Map(
    [...sums].map(([key, [numerator, denominator]]) => [
      key,
      denominator === 0 ? null : numerator / denominator,
    ]),
  )
}

describe('scripted models on CUPID', () => {
  it.each([...Object.keys(personalities), ...Object.keys(contextPersonalities)])(
    '%s gets what the table says',
    async (personality) => {
      const wanted = cupidExpectations.filter((one) => one.personality === personality)
      const found = await figuresOf(personality)
      const wrong = wanted.flatMap(({ instrument, metric, expected }) => {
        const value = found.get(`${instrument} ${metric}`) ?? null
        const isRight =
          expected === null || value === null
            ? value === expected
            : value >= expected[0] - 1e-9 && value <= expected[1] + 1e-9
        return isRight ? [] : [`${instrument} ${metric}: ${value}, expected ${expected?.toString()}`]
      })
      expect(wrong).toEqual([])
    },
  )
})

describe('what is shown decides', () => {
  const changing = () =>
    cases.flatMap(({ input, gold }) => {
      const found = goldSchema.parse(gold)
      return found.superseded === null
        ? []
        : [{ ...inputSchema.parse(input), ...found, superseded: found.superseded }]
    })

  it('without the sessions of the change the old preference is right, without a log none', async () => {
    expect(changing()).toHaveLength(4)
    for (const { request, sessions, preference, superseded } of changing()) {
      const shown = sessions.flatMap((session, place) =>
        superseded.sessions.includes(place + 1) ? [{ ...session, number: place + 1 }] : [],
      )
      expect(await infer('perfect', { request, sessions: shown })).toEqual({
        preference: superseded.preference,
        evidence_sessions: superseded.sessions,
      })
      expect((await infer('perfect', { request, sessions })).preference).toBe(preference)
      const { preference: generic, evidence_sessions } = await infer('perfect', { request, sessions: [] })
      expect(generic).toMatch(/helpful, friendly/)
      expect(evidence_sessions).toEqual([])
    }
  })

  it('notes that keep what the user said are as good as the sessions', async () => {
    for (const { request, sessions, preference } of changing()) {
      const notes = await Promise.all(
        sessions.map(async ({ dialogue }, place) => {
          const messages: ChatMessage[] = [
            { role: 'system', content: 'Keep notes.' },
            { role: 'user', content: JSON.stringify(dialogue) },
          ]
          const summary = await chat('perfect', messages)
          for (const { role, content } of dialogue) expect(summary.includes(content)).toBe(role === 'user')
          return { summary, number: place + 1 }
        }),
      )
      expect((await infer('perfect', { request, sessions: notes })).preference).toBe(preference)
    }
  })

  it('a preference given outright is kept, whatever the log', async () => {
    const [{ request, superseded } = { request: '', superseded: { preference: '' } }] = changing()
    const prediction = await predict('perfect', generation, {
      request,
      sessions: [],
      preference: superseded.preference,
    })
    expect(JSON.stringify(prediction)).toContain('one small scene')
  })

  it('the reference prompt gets the same preference, in two sections', async () => {
    for (const { input } of cases) {
      const { preference } = await infer('perfect', input)
      expect(await infer('perfect', input, 'reference')).toEqual({ preference, evidence_sessions: null })
    }
  })

  it('a request that the book lacks is refused', async () => {
    const { messages } = inference?.prompts.strict.build({ request: 'Unheard of.', sessions: [] }) ?? {
      messages: [],
    }
    expect((await post('perfect', messages)).status).toBe(400)
  })
})

/** Probes with other words in the same places. */
function perturbed({ subject, ...probe }: Probe, words: readonly (readonly [string, string])[]): Probe {
  const text = words.reduce((changed, [from, to]) => changed.replaceAll(from, to), JSON.stringify(subject))
  return { ...probe, subject: z.custom<JudgedCase>().parse(JSON.parse(text)) }
}

const otherWords = [
  ['ferries', 'beehives'],
  ['ferry', 'beehive'],
  ['cooperative', 'syndicate'],
  ['notice', 'bulletin'],
  ['Notice', 'Bulletin'],
  ['member', 'shareholder'],
  ['costs', 'prices'],
  ['cost', 'price'],
  ['label', 'caption'],
  ['Label', 'Caption'],
  ['ten-year-old', 'schoolchild'],
  ['museum', 'archive'],
  ['begin with', 'open with'],
] as const

describe('the scripted decomposer and matcher', () => {
  const right = async (probe: Probe, judge = 'judge-fair') => {
    const chain = chainOf('preference-match')
    return chain.passes(await readingsOf(chain, probe.subject, judge), probe.subject)
  }

  it('tell right from wrong on the probes, and when these use other words', async () => {
    const { probes } = chainOf('preference-match')
    expect(probes).toHaveLength(10)
    for (const probe of [...probes, ...probes.map((one) => perturbed(one, otherWords))]) {
      expect([probe.id, await right(probe)]).toEqual([probe.id, probe.passes])
    }
  })

  it('accept or reject everything, or can not be read, as asked', async () => {
    const wrong = chainOf('preference-match').probes.find(({ kind }) => kind === 'wrong-same-topic')
    const good = chainOf('preference-match').probes.find(({ passes }) => passes)
    if (wrong === undefined || good === undefined) throw new Error('no probes')
    expect(await right(wrong, 'judge-lenient')).toBe(true)
    expect(await right(wrong, 'judge-careless')).toBe(true)
    expect(await right(good, 'judge-strict')).toBe(false)
    expect(await right(good, 'judge-null')).toBeNull()
    expect(await right(good, 'judge-garbled')).toBeNull()
  })

  it('are readable through the faults of a model', async () => {
    const good = chainOf('preference-match').probes.find(({ passes }) => passes)
    if (good === undefined) throw new Error('no probes')
    expect(await right(good, 'judge-fair:fenced')).toBe(true)
    expect(await right(good, 'judge-fair:thinking')).toBe(true)
    expect(await right(good, 'judge-fair:refusal')).toBeNull()
  })

  it('the fine-tuned form gets bare rows, one for each entry', async () => {
    const messages: ChatMessage[] = [
      {
        role: 'user',
        content:
          '#### Criterion\n\nNotes must be short.\n\n#### Checklist\n\n1. Are the notes brief?\n2. Are they in French?',
      },
    ]
    expect(JSON.parse(await chat('judge-fair', messages))).toEqual([
      { index: 1, entry: 'Are the notes brief?', label: 'Fully Covered' },
      { index: 2, entry: 'Are they in French?', label: 'Not Covered' },
    ])
  })

  it('a demand is not covered by its opposite', async () => {
    const labels = async (preference: string, entry: string) =>
      JSON.parse(
        await chat('judge-fair', [
          { role: 'user', content: `#### Criterion\n\n${preference}\n\n#### Checklist\n\n1. ${entry}` },
        ]),
      )
    const entry = 'Does the letter use no metaphors?'
    expect(await labels('Letters must avoid metaphors.', entry)).toMatchObject([{ label: 'Fully Covered' }])
    expect(await labels('Letters must be full of metaphors.', entry)).toMatchObject([
      { label: 'Not Covered' },
    ])
  })
})

describe('the scripted judge', () => {
  const errors = async (rubric: Rubric, judge = 'judge-fair') => {
    const wrong: string[] = []
    for (const probe of rubric.probes) {
      const verdict = await verdictOf(rubric, probe.subject, judge)
      const passes = isJsonObject(verdict) && rubric.passes(verdict, probe.subject)
      if (passes !== probe.passes) wrong.push(probe.id)
    }
    return wrong
  }

  it('errs where words alone do not show what an answer does', async () => {
    expect(await errors(rubricOf(inference, 'rivals'))).toEqual([])
    expect(await errors(rubricOf(generation, 'alignment'))).toEqual(['ferry-right', 'museum-right'])
    expect(await errors(rubricOf(generation, 'alignment'), 'judge-lenient')).toHaveLength(6)
  })

  it('gives no score that can be read when it is garbled or null', async () => {
    const rubric = rubricOf(generation, 'alignment')
    for (const { subject } of rubric.probes) {
      expect(await verdictOf(rubric, subject, 'judge-garbled')).toBeNull()
      expect(await verdictOf(rubric, subject, 'judge-null')).toBeNull()
      expect(await verdictOf(rubric, subject, 'judge-careless')).toEqual({ score: 10 })
      expect(await verdictOf(rubric, subject, 'judge-strict')).toEqual({ score: 1 })
    }
  })
})

describe('faults', () => {
  it('hit CUPID as they hit the other tracks', async () => {
    const [{ input } = { input: null }] = cases
    const clean = await infer('perfect', input)
    expect(await infer('perfect:thinking', input)).toEqual(clean)
    expect(await infer('perfect:fenced', input)).toMatchObject({ preference: clean.preference })
    await expect(infer('perfect:refusal', input)).rejects.toMatchObject({ reason: 'refusal' })
    await expect(infer('perfect:empty', input)).rejects.toMatchObject({ reason: 'empty-reply' })
    const { messages } = inference?.prompts.strict.build(input) ?? { messages: [] }
    expect((await post('perfect:429', messages)).status).toBe(429)
    expect((await post('perfect:429', messages)).status).toBe(200)
    expect((await post('perfect:overflow', messages)).status).toBe(400)
    await expect((await post('perfect:truncated-body', messages)).text()).rejects.toThrow()
  })
})
