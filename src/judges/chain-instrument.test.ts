import { describe, expect, it } from 'vitest'
import { Fault, RunStop } from '../core/fault.ts'
import type { JudgedCase } from '../core/judge.ts'
import type { ChainQuestion, JudgeChain } from '../core/judge-chain.ts'
import type { ChatRequest, ModelPort } from '../core/model.ts'
import type { StageInput } from '../core/stage.ts'
import { chainHash, createChainInstrument } from './chain-instrument.ts'
import { runChainProbes } from './chain-probe.ts'

function question(id: string, content: string): ChainQuestion {
  return {
    id,
    messages: [{ role: 'user', content }],
    reply: null,
    read: (text) => (/^\d+$/.test(text) ? Number(text) : null),
  }
}

const wordOf = (prediction: JudgedCase['prediction']): string =>
  typeof prediction === 'string' ? prediction : ''

/** Counts letters, then asks twice about the count. */
const chain: JudgeChain = {
  name: 'tiny-chain',
  version: '1',
  title: 'Tiny',
  metrics: [
    { name: 'left', description: 'l', aggregate: 'mean', direction: 'higher', range: [0, 10] },
    { name: 'right', description: 'r', aggregate: 'mean', direction: 'higher', range: [0, 10] },
  ],
  tries: 3,
  steps: [
    {
      name: 'count',
      role: 'counter',
      maxOutputTokens: 50,
      wording: ['count'],
      questions: ({ prediction }) => [question('count', `count ${wordOf(prediction)}`)],
    },
    {
      name: 'weigh',
      role: 'scales',
      maxOutputTokens: 5000,
      wording: ['left', 'right'],
      questions: (_, { count }) =>
        typeof count === 'number'
          ? [question('left', `left ${count}`), question('right', `right ${count}`)]
          : [],
    },
  ],
  score(readings) {
    const of = (name: string) => {
      const value = readings[name]
      return typeof value === 'number'
        ? { numerator: value, denominator: 1 }
        : { unscored: 'judge-unreadable' as const }
    }
    return { metrics: { left: of('left'), right: of('right') } }
  },
  bounds: () => ({}),
  passes: ({ left }) => (typeof left === 'number' ? left > 3 : null),
  probes: (['abcd', 'ab', 'unreadable', 'down'] as const).map((prediction) => ({
    id: prediction,
    language: 'en',
    kind: prediction === 'abcd' ? 'right' : 'wrong-same-topic',
    subject: { input: null, gold: null, prediction },
    passes: prediction === 'abcd',
  })),
}

/** Answers by script; everything asked is noted. */
function scripted(answer: (request: ChatRequest, call: number) => string | Error) {
  const asked: ChatRequest[] = []
  const port: ModelPort = {
    async chat(request) {
      asked.push(request)
      const text = answer(request, asked.length)
      if (text instanceof Error) throw text
      const usage = { input: 1, output: 1, cachedInput: null, reasoning: null }
      return { text, usage, servedBy: 'x', latency: 1, cost: 0, fromCache: false }
    },
    embed: () => Promise.reject(new Error('no embeddings here')),
  }
  return { port, asked }
}

const contentOf = (request: ChatRequest) => request.messages[0]?.content ?? ''

function honest(request: ChatRequest): string | Error {
  const [verb, word = ''] = contentOf(request).split(' ')
  if (word === 'down') return new Fault('provider', 'infrastructure', 'no answer')
  if (word === 'unreadable') return 'well'
  return verb === 'count' ? String(word.length) : word
}

const models = (port: ModelPort) => ({
  roles: { counter: 'a/one', scales: 'b/two' },
  port,
  parameters: { temperature: 0, maxOutputTokens: 1000 },
})

async function run(port: ModelPort, prediction: string, repeat = 0) {
  const { stages } = createChainInstrument(chain, models(port))
  const subject: StageInput['subject'] = {
    id: 'c',
    hash: 'h',
    cluster: 'c',
    input: null,
    gold: 'g',
    row: {},
    tags: {},
    weight: 1,
    recordings: {},
  }
  const upstream: Record<string, StageInput['upstream'][string]> = { parse: { prediction } }
  const context = { repeat, attempt: 1, fresh: null, signal: new AbortController().signal }
  for (const stage of stages) {
    const input = { subject, fold: 0, upstream, context }
    if (stage.kind === 'instrument') return stage.run(input)
    upstream[stage.name] = await stage.run(input)
  }
  throw new Error('no last stage')
}

describe('a chain of questions', () => {
  it('asks each step of its own model, with what the earlier one said', async () => {
    const { port, asked } = scripted(honest)
    expect(await run(port, 'abcde')).toEqual({
      metrics: { left: { numerator: 5, denominator: 1 }, right: { numerator: 5, denominator: 1 } },
    })
    expect(asked.map((one) => [one.model, contentOf(one), one.parameters.maxOutputTokens])).toEqual([
      ['a/one', 'count abcde', 50],
      ['b/two', 'left 5', 1000],
      ['b/two', 'right 5', 1000],
    ])
    expect(new Set(asked.map(({ purpose }) => purpose))).toEqual(new Set(['judge:tiny-chain']))
  })

  it('asks again for what can not be read, as new samples, and keeps the other question of the step', async () => {
    const { port, asked } = scripted((request) =>
      contentOf(request).startsWith('left') ? 'hm' : honest(request),
    )
    expect((await run(port, 'abc')).metrics).toEqual({
      left: { unscored: 'judge-unreadable' },
      right: { numerator: 3, denominator: 1 },
    })
    const left = asked.filter((one) => contentOf(one) === 'left 3')
    expect(left.map(({ sample }) => sample.attempt)).toEqual([1, 2, 3])
  })

  it('asks nothing more when the first step stays unreadable', async () => {
    const { port, asked } = scripted(honest)
    expect((await run(port, 'unreadable')).metrics).toEqual({
      left: { unscored: 'judge-unreadable' },
      right: { unscored: 'judge-unreadable' },
    })
    expect(asked).toHaveLength(3)
  })

  it('fails by the infrastructure when a model is down, and a stop of the run comes first', async () => {
    await expect(run(scripted(honest).port, 'down')).rejects.toMatchObject({
      reason: 'judge',
      by: 'infrastructure',
    })
    const { port } = scripted((request) => {
      const content = contentOf(request)
      if (content.startsWith('left')) return new Fault('provider', 'infrastructure', 'x')
      return content.startsWith('right') ? new RunStop('budget', 'more') : honest(request)
    })
    await expect(run(port, 'abc')).rejects.toBeInstanceOf(RunStop)
  })

  it('measures its models with its probes', async () => {
    const { port, asked } = scripted(honest)
    const options = { fresh: 'run-1', signal: new AbortController().signal }
    const outcomes = await runChainProbes(chain, models(port), options)
    expect(outcomes.map(({ id, judged }) => [id, judged])).toEqual([
      ['abcd', true],
      ['ab', false],
      ['unreadable', 'unreadable'],
      ['down', 'down'],
    ])
    expect(asked.every(({ sample }) => sample.fresh === 'run-1')).toBe(true)
  })

  it('has an identity that changes with model, wording, tries', () => {
    const { port } = scripted(honest)
    const key = (one: JudgeChain, roles: Record<string, string>) =>
      createChainInstrument(one, { ...models(port), roles }).options
    const roles = { counter: 'a/one', scales: 'b/two' }
    expect(key(chain, roles)).not.toEqual(key(chain, { ...roles, scales: 'b/three' }))
    expect(chainHash(chain)).not.toBe(chainHash({ ...chain, tries: 2 }))
    const [first, ...others] = chain.steps
    const reworded = {
      ...first,
      questions: ({ prediction }: JudgedCase) => [question('count', `number ${wordOf(prediction)}`)],
    }
    expect(chainHash(chain)).not.toBe(chainHash({ ...chain, steps: [reworded, ...others] }))
    // A later step asks nothing before anything was read; its words count all the same.
    const [count, weigh] = chain.steps
    if (weigh === undefined) throw new Error('no second step')
    const other = { ...chain, steps: [count, { ...weigh, wording: ['light', 'heavy'] }] as const }
    expect(chainHash(chain)).not.toBe(chainHash(other))
    expect(() => createChainInstrument(chain, { ...models(port), roles: {} })).toThrow('as counter')
  })
})
