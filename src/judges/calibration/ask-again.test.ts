import { describe, expect, it } from 'vitest'
import { Fault, RunStop } from '../../core/fault.ts'
import type { Rubric } from '../../core/judge.ts'
import { isJsonObject, parseJson } from '../../core/json.ts'
import type { ChatRequest, ModelPort } from '../../core/model.ts'
import { tinyCase } from '../../testing/tiny-track.ts'
import { createJudgedInstrument } from '../judged-instrument.ts'
import { askAgain } from './ask-again.ts'

const facts = { description: '', aggregate: 'mean', direction: 'higher', range: [0, 1] } as const

/** A judge that gives two numbers; the second may be missing. */
const rubric: Rubric = {
  name: 'judge-two',
  version: '1',
  title: 'Judge: two numbers',
  metrics: [
    { ...facts, name: 'first' },
    { ...facts, name: 'second' },
  ],
  reply: null,
  prompt: ({ prediction }) => [{ role: 'user', content: JSON.stringify(prediction) }],
  read(text) {
    if (!text.startsWith('{')) return null
    const value = parseJson(text)
    return isJsonObject(value) ? value : null
  },
  score({ first, second }) {
    const worth = (value: typeof first) =>
      typeof value === 'number'
        ? { numerator: value, denominator: 1 }
        : ({ unscored: 'judge-unreadable' } as const)
    return { first: worth(first), second: worth(second) }
  },
  bounds: () => ({}),
  passes: () => true,
  probes: [],
}

/** Answers in turn; keeps what it was asked. */
function port(...says: (string | Error)[]): ModelPort & { asked: ChatRequest[] } {
  const asked: ChatRequest[] = []
  return {
    asked,
    async chat(request) {
      const said = says[asked.length]
      asked.push(request)
      if (said === undefined || said instanceof Error) throw said ?? new Error('asked too often')
      const usage = { input: 1, output: 1, cachedInput: null, reasoning: null }
      return { text: said, usage, servedBy: null, latency: 1, cost: 0, fromCache: false }
    },
    embed: () => Promise.reject(new Error('no embeddings')),
  }
}

function ask(model: ModelPort, repeat = 0) {
  const panel = {
    models: ['p/a'],
    rule: 'majority',
    port: model,
    parameters: { maxOutputTokens: 9 },
  } as const
  const { signal } = new AbortController()
  return askAgain(
    createJudgedInstrument(rubric, panel),
    tinyCase(1),
    { answer: 'x' },
    {
      fresh: 'again 1',
      repeat,
      signal,
    },
  )
}

describe('asking a judge again', () => {
  it('sends the same prompt as a new sample, so that no earlier reply is taken', async () => {
    const model = port('{"first":1,"second":0.5}', '{"first":0,"second":0.5}')
    expect(await ask(model, 0)).toEqual({ first: 1, second: 0.5 })
    expect(await ask(model, 1)).toEqual({ first: 0, second: 0.5 })
    expect(model.asked.map(({ sample }) => sample)).toEqual([
      { repeat: 0, attempt: 1, fresh: 'again 1' },
      { repeat: 1, attempt: 1, fresh: 'again 1' },
    ])
    expect(model.asked[0]?.messages).toEqual([{ role: 'user', content: '{"answer":"x"}' }])
  })

  it('what it does not give is no number', async () => {
    expect(await ask(port('{"first":1}'))).toEqual({ first: 1, second: null })
    expect(await ask(port('hm', 'hm'))).toEqual({ first: null, second: null })
    const down = new Fault('provider', 'infrastructure', 'down')
    expect(await ask(port(down))).toEqual({ first: null, second: null })
  })

  it('a stop is a stop', async () => {
    await expect(ask(port(new RunStop('the budget is used up', 'raise it')))).rejects.toThrow(RunStop)
    await expect(ask(port(new TypeError('a bug')))).rejects.toThrow(TypeError)
  })
})
