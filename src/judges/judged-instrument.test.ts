import { describe, expect, it } from 'vitest'
import { UsageError } from '../core/errors.ts'
import { Fault, RunStop } from '../core/fault.ts'
import type { Rubric } from '../core/judge.ts'
import { isJsonObject, parseJson, type Json } from '../core/json.ts'
import type { ChatRequest, ModelPort } from '../core/model.ts'
import { instrumentKey, type ScoreResult } from '../core/scorer.ts'
import type { JudgedInstrument, StageInput } from '../core/stage.ts'
import { tinyCase } from '../testing/tiny-track.ts'
import { createJudgedInstrument, type JudgePanel } from './judged-instrument.ts'

/** A judge that says whether an answer is good; a lone `{"good": …}` is readable, all else is not. */
const rubric: Rubric = {
  name: 'judge-good',
  version: '3',
  title: 'Judge: good',
  metrics: [
    {
      name: 'pass_rate',
      description: 'Good',
      aggregate: 'mean',
      direction: 'higher',
      range: [0, 1],
      binary: true,
    },
  ],
  reply: { name: 'good', schema: { type: 'object' } },
  prompt: ({ prediction }) =>
    prediction === 'nothing'
      ? { unscored: 'not-applicable' }
      : [{ role: 'user', content: JSON.stringify({ prediction }) }],
  read(text) {
    if (!text.startsWith('{"good"')) return null
    const value = parseJson(text)
    return isJsonObject(value) ? value : null
  },
  score: (verdict) => ({ pass_rate: { numerator: verdict['good'] === true ? 1 : 0, denominator: 1 } }),
  notes: (verdict) => ({ said: verdict['good'] ?? null }),
  bounds: () => ({
    pass_rate: { worst: { numerator: 0, denominator: 1 }, best: { numerator: 1, denominator: 1 } },
  }),
  passes: (verdict) => verdict['good'] === true,
  probes: [],
}

type Said = string | Error

/** Answers from a list per model, in turn; keeps what it was asked. */
function port(says: Readonly<Record<string, readonly Said[]>>): ModelPort & { asked: ChatRequest[] } {
  const asked: ChatRequest[] = []
  return {
    asked,
    async chat(request) {
      const said = says[request.model]?.[asked.filter(({ model }) => model === request.model).length]
      asked.push(request)
      if (said === undefined) throw new Error(`${request.model} was asked too often`)
      if (said instanceof Error) throw said
      const usage = { input: 1, output: 1, cachedInput: null, reasoning: null }
      return { text: said, usage, servedBy: 'served', latency: 1, cost: 0.01, fromCache: false }
    },
    embed: () => Promise.reject(new Error('not asked for')),
  }
}

const parameters = { maxOutputTokens: 100, temperature: 0 }

function instrument(
  modelPort: ModelPort,
  change: Partial<Pick<JudgePanel, 'models' | 'rule' | 'parameters'>> = {},
): JudgedInstrument {
  return createJudgedInstrument(rubric, {
    models: ['a/one'],
    rule: 'majority',
    port: modelPort,
    parameters,
    ...change,
  })
}

const signal = new AbortController().signal

function stageInput(upstream: Readonly<Record<string, Json>>, asking = 1): StageInput {
  return {
    subject: tinyCase(1),
    fold: 0,
    upstream,
    context: { repeat: 2, attempt: asking, fresh: 'word', signal },
  }
}

/** Runs both stages on an answer. */
async function judge(
  judged: JudgedInstrument,
  prediction: Json = 'an answer',
  asking = 1,
): Promise<ScoreResult> {
  const [ask, last] = judged.stages
  if (ask?.kind !== 'judge' || last?.kind !== 'instrument') throw new Error('other stages')
  const parse = { prediction, repairs: [] }
  const said = await ask.run(stageInput({ parse }, asking))
  return last.run(stageInput({ parse, judge: said }))
}

const good = '{"good": true}'
const bad = '{"good": false}'

describe('one judge', () => {
  it.each([
    [good, 1],
    [bad, 0],
  ])('%s is worth %d', async (said, numerator) => {
    const models = port({ 'a/one': [said] })
    const { metrics, detail } = await judge(instrument(models))
    expect(metrics).toEqual({ pass_rate: { numerator, denominator: 1 } })
    expect(detail).toEqual({
      judges: [
        {
          model: 'a/one',
          tries: 1,
          verdict: { good: numerator === 1 },
          notes: { said: numerator === 1 },
        },
      ],
    })
  })

  it('asks with the sample of the run', async () => {
    const models = port({ 'a/one': [good] })
    await judge(instrument(models))
    expect(models.asked).toEqual([
      {
        model: 'a/one',
        messages: [{ role: 'user', content: '{"prediction":"an answer"}' }],
        parameters,
        reply: rubric.reply,
        sample: { repeat: 2, attempt: 1, fresh: 'word' },
        purpose: 'judge:judge-good',
      },
    ])
  })

  it('asks once more, as a new attempt, when the verdict is unreadable', async () => {
    const models = port({ 'a/one': ['downgrade: insufficient', good] })
    expect((await judge(instrument(models))).metrics).toEqual({
      pass_rate: { numerator: 1, denominator: 1 },
    })
    expect(models.asked.map(({ sample }) => sample.attempt)).toEqual([1, 2])
  })

  it('draws new samples when it is asked anew', async () => {
    const models = port({ 'a/one': ['downgrade: insufficient', good] })
    await judge(instrument(models), 'an answer', 2)
    expect(models.asked.map(({ sample }) => sample.attempt)).toEqual([3, 4])
  })

  it('is unscored when the second verdict is unreadable too', async () => {
    const models = port({ 'a/one': ['8/10', 'no idea'] })
    const { metrics, detail } = await judge(instrument(models))
    expect(metrics).toEqual({ pass_rate: { unscored: 'judge-unreadable' } })
    expect(models.asked).toHaveLength(2)
    expect(detail).toEqual({
      judges: [{ model: 'a/one', tries: 2, verdict: null, unreadable: 'no verdict of the asked form' }],
    })
  })

  it.each(['refusal', 'content-filter', 'truncated', 'empty-reply'] as const)(
    'counts its own %s as an unreadable verdict, never against the system',
    async (reason) => {
      const fault = new Fault(reason, 'system', 'the model said so')
      const twice = port({ 'a/one': [fault, fault] })
      const { metrics, detail } = await judge(instrument(twice))
      expect(metrics).toEqual({ pass_rate: { unscored: 'judge-unreadable' } })
      expect(detail).toMatchObject({ judges: [{ unreadable: reason, tries: 2 }] })
      expect((await judge(instrument(port({ 'a/one': [fault, bad] })))).metrics).toEqual({
        pass_rate: { numerator: 0, denominator: 1 },
      })
    },
  )

  it('does not send again what is too long', async () => {
    const models = port({ 'a/one': [new Fault('context-overflow', 'system', 'too long')] })
    expect((await judge(instrument(models))).metrics).toEqual({
      pass_rate: { unscored: 'judge-unreadable' },
    })
    expect(models.asked).toHaveLength(1)
  })

  it.each(['provider', 'timeout'] as const)(
    'fails by the infrastructure when it has a %s fault',
    async (reason) => {
      const down = port({ 'a/one': [new Fault(reason, 'infrastructure', 'HTTP 503')] })
      await expect(judge(instrument(down))).rejects.toMatchObject({
        name: 'Fault',
        reason: 'judge',
        by: 'infrastructure',
        message: 'judge a/one: HTTP 503',
      })
      expect(down.asked).toHaveLength(1)
    },
  )

  it('lets a stop of the run through', async () => {
    const stop = new RunStop('the budget is used up', 'raise --max-cost')
    await expect(judge(instrument(port({ 'a/one': [stop] })))).rejects.toBe(stop)
  })

  it('is not asked where the rubric has nothing to judge', async () => {
    const models = port({})
    expect((await judge(instrument(models), 'nothing')).metrics).toEqual({
      pass_rate: { unscored: 'not-applicable' },
    })
    expect(models.asked).toEqual([])
  })
})

describe('a judge that is down for some cases', () => {
  it('fails these and changes nothing for the others', async () => {
    const down = new Fault('provider', 'infrastructure', 'HTTP 503')
    const says = [good, down, bad, down, good, good]
    const judged = instrument(port({ 'a/one': says }))
    const results: (ScoreResult | 'failed')[] = []
    for (const _ of says) {
      results.push(
        await judge(judged).catch((error: unknown) => {
          expect(error).toMatchObject({ reason: 'judge', by: 'infrastructure' })
          return 'failed' as const
        }),
      )
    }
    const scored = results.filter((result) => result !== 'failed')
    expect(scored.map(({ metrics }) => metrics['pass_rate'])).toEqual(
      [1, 0, 1, 1].map((numerator) => ({ numerator, denominator: 1 })),
    )
  })
})

describe('a panel', () => {
  const models = ['a/one', 'b/two', 'c/three']

  it('decides by majority and keeps the disagreement', async () => {
    const says = port({ 'a/one': [good], 'b/two': [bad], 'c/three': [good] })
    const { metrics, detail } = await judge(instrument(says, { models }))
    expect(metrics).toEqual({ pass_rate: { numerator: 1, denominator: 1 } })
    expect(detail).toMatchObject({
      judges: models.map((model) => ({ model })),
      disagreement: { pass_rate: { lowest: 0, highest: 1, values: [1, 0, 1] } },
    })
  })

  it('keeps no disagreement where there is none', async () => {
    const says = port({ 'a/one': [bad], 'b/two': [bad], 'c/three': ['?', '?'] })
    const { metrics, detail } = await judge(instrument(says, { models }))
    expect(metrics).toEqual({ pass_rate: { numerator: 0, denominator: 1 } })
    expect(detail).toMatchObject({ disagreement: {} })
  })

  it('takes the mean, which is no rate of 0 and 1 any more', async () => {
    const judged = instrument(port({ 'a/one': [good], 'b/two': [bad] }), {
      models: ['a/one', 'b/two'],
      rule: 'mean',
    })
    expect((await judge(judged)).metrics).toEqual({ pass_rate: { numerator: 0.5, denominator: 1 } })
    expect(judged.metrics[0]).not.toHaveProperty('binary')
  })

  it('asks every judge before it fails, so that paid verdicts are kept, and stops rather than fails', async () => {
    const down = new Fault('provider', 'infrastructure', 'HTTP 503')
    const stop = new RunStop('wrong key', 'set it')
    const says = port({ 'a/one': [down], 'b/two': ['?', good], 'c/three': [stop] })
    await expect(judge(instrument(says, { models }))).rejects.toBe(stop)
    expect(says.asked.map(({ model }) => model).toSorted()).toEqual(['a/one', 'b/two', 'b/two', 'c/three'])
  })

  it.each([
    ['no model', [], 'mean'],
    ['the same model twice', ['a/one', 'b/two', 'a/one'], 'mean'],
    ['a majority that can be a tie', ['a/one', 'b/two'], 'majority'],
  ] as const)('refuses %s', (_name, names, rule) => {
    expect(() => instrument(port({}), { models: names, rule })).toThrow(UsageError)
  })
})

describe('identity', () => {
  const key = (judged: JudgedInstrument) => instrumentKey(judged)
  const settings = (judged: JudgedInstrument) => judged.stages[0]?.settings

  it('names judges and the rule of a panel; a hash stands for the other options', () => {
    const plain = instrument(port({}))
    expect(key(plain)).toMatch(/^judge-good@3\?judge=a\/one&setup=[0-9a-f]{8}$/)
    expect(plain.options).toEqual({
      judge: 'a/one',
      prompt: expect.stringMatching(/^[0-9a-f]{12}$/),
      temperature: 0,
      maxOutputTokens: 100,
    })
    const panel = instrument(port({}), { models: ['a/one', 'b/two'], rule: 'mean' })
    expect(key(panel)).toMatch(/^judge-good@3\?judge=a\/one\+b\/two&rule=mean&setup=[0-9a-f]{8}$/)
  })

  it('changes with what changes verdicts', () => {
    const plain = instrument(port({}))
    const others = [
      instrument(port({}), { models: ['b/two'] }),
      instrument(port({}), { parameters: { ...parameters, temperature: 1 } }),
      instrument(port({}), { parameters: { ...parameters, maxOutputTokens: 101 } }),
      instrument(port({}), { parameters: { ...parameters, reasoningEffort: 'low' } }),
      createJudgedInstrument(
        { ...rubric, reply: { name: 'good', schema: {} } },
        { models: ['a/one'], rule: 'mean', port: port({}), parameters },
      ),
    ]
    for (const other of others) {
      expect(key(other)).not.toBe(key(plain))
      expect(settings(other)).not.toEqual(settings(plain))
    }
  })

  it('lets a panel be read by another rule without asking again', () => {
    const panel = { models: ['a/one', 'b/two', 'c/three'] }
    const majority = instrument(port({}), panel)
    const mean = instrument(port({}), { ...panel, rule: 'mean' })
    expect(key(majority)).not.toBe(key(mean))
    expect(settings(majority)).toEqual(settings(mean))
    expect(majority.stages[1]?.settings).not.toEqual(mean.stages[1]?.settings)
  })
})
