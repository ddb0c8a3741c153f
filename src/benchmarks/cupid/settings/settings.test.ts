import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatRequest, ModelPort } from '../../../core/model.ts'
import type { Json } from '../../../core/json.ts'
import { cupidInputSchema, presentedSchema, type CupidInput } from '../shapes.ts'
import { generationSettings, inferenceSettings } from './settings.ts'

const topics = ['budget', 'garden', 'budget', 'poem', 'garden budget', 'walk']
const input: CupidInput = {
  request: 'Plan the garden',
  sessions: topics.map((topic) => ({
    dialogue: [
      { role: 'user', content: `Please help with the ${topic}.` },
      { role: 'assistant', content: 'Here you are.' },
    ],
  })),
}
const gold = {
  type: 'changing',
  factor: 'F',
  preference: 'new',
  checklist: ['Is it new?'],
  sessions: [
    { factor: 'F', preference: 'old' },
    { factor: 'G', preference: 'new' },
    { factor: 'F', preference: 'old' },
    { factor: 'F', preference: 'new' },
    { factor: 'H', preference: 'x' },
    { factor: 'F', preference: 'new' },
  ],
  contrasting: null,
  superseded: { factor: 'F', preference: 'old', sessions: [1, 3] },
}

const context = { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal }

/** Embeds a text by whether it speaks of gardens and of budgets; writes notes that quote the transcript's length. */
function models() {
  const asked: ChatRequest[] = []
  const port: ModelPort = {
    async chat(request) {
      asked.push(request)
      const text = `notes on ${request.messages[1]?.content ?? ''}`
      const usage = { input: 1, output: 1, cachedInput: null, reasoning: null }
      return { text, usage, servedBy: null, latency: 0, cost: 0, fromCache: false }
    },
    embed: async ({ texts }) =>
      texts.map((text) => new Float32Array([Number(/garden/.test(text)), Number(/budget/.test(text)), 0])),
  }
  return { tools: { port, model: 'x/y' }, asked }
}

async function prepared(word: string, given: Json = input) {
  const setting = generationSettings.find(word)
  if (setting === null) throw new Error(`no setting ${word}`)
  const { tools, asked } = models()
  const seen = { input: given, gold }
  const value =
    setting.kind === 'ranked'
      ? await setting.prepare({ input: given }, tools, context)
      : await setting.preparePrivileged(seen, tools, context)
  return { presented: presentedSchema.parse(value), asked, setting }
}

async function numbers(word: string, given: Json = input) {
  return (await prepared(word, given)).presented.sessions.map(({ number }) => number)
}

describe('settings', () => {
  it.each([
    ['none', []],
    ['last-1', [6]],
    ['last-4', [3, 4, 5, 6]],
    ['last-99', [1, 2, 3, 4, 5, 6]],
    ['bm25-1', [2]],
    ['bm25-2', [2, 5]],
    ['embedding-2@local:tiny', [2, 5]],
    ['embedding-3@local:tiny', [2, 5, 6]],
    ['oracle-factor', [1, 3, 4, 6]],
    ['oracle-strict', [4, 6]],
    ['oracle-preference', []],
  ])('%s hands over the sessions %j, in their order', async (word, expected) => {
    expect(await numbers(word)).toEqual(expected)
  })

  it('give the gold preference only where that is what is asked for', async () => {
    expect((await prepared('oracle-preference')).presented.preference).toBe('new')
    for (const word of ['none', 'last-2', 'bm25-2', 'oracle-factor', 'oracle-strict', 'summaries']) {
      expect((await prepared(word)).presented).not.toHaveProperty('preference')
    }
    expect(inferenceSettings.find('oracle-preference')).toBeNull()
  })

  it('summaries ask the model under test once a session, and hand over its notes only', async () => {
    const { presented, asked } = await prepared('summaries')
    expect(asked.map(({ model, purpose }) => [model, purpose])).toEqual(
      topics.map(() => ['x/y', 'summarise']),
    )
    expect(presented.sessions).toEqual(
      input.sessions.map(({ dialogue }, place) => ({
        summary: `notes on ${JSON.stringify(dialogue)}`,
        number: place + 1,
      })),
    )
  })

  it.each([
    '',
    'last',
    'last-0',
    'last--1',
    'last-1x',
    'last-2@m',
    'bm25',
    'embedding-2',
    'embedding-2@',
    'full',
    'x',
  ])('does not know %j', (word) => {
    expect(generationSettings.find(word)).toBeNull()
  })

  it('have ids that find them again, privileged ones say so, and each has its own identity', () => {
    const words = [
      'none',
      'last-3',
      'bm25-3',
      'embedding-3@a/b',
      'summaries',
      'oracle-factor',
      'oracle-strict',
      'oracle-preference',
    ]
    const found = words.map((word) => generationSettings.find(word))
    expect(found.map((one) => one?.id)).toEqual(words)
    expect(found.filter((one) => one?.kind === 'privileged').map((one) => one?.id)).toEqual(words.slice(5))
    expect(new Set(found.map((one) => JSON.stringify(one?.identity))).size).toBe(words.length)
  })

  it('never change a session or the request, nor their order', async () => {
    const session = fc.record({
      dialogue: fc.array(
        fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: fc.string() }),
        { maxLength: 3 },
      ),
    })
    const inputs = fc.record({ request: fc.string(), sessions: fc.array(session, { maxLength: 9 }) })
    const words = fc.constantFrom('none', 'last-2', 'bm25-3', 'embedding-2@m')
    await fc.assert(
      fc.asyncProperty(inputs, words, async (any, word) => {
        const given = cupidInputSchema.parse(any)
        const { presented } = await prepared(word, given)
        expect(presented.request).toBe(given.request)
        const places = presented.sessions.map(({ number = 0 }) => number)
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        for (const shown of presented.sessions) {
          expect('dialogue' in shown && shown.dialogue).toEqual(
            given.sessions[(shown.number ?? 0) - 1]?.dialogue,
          )
        }
        const most = word === 'none' ? 0 : Number(/-(\d+)/.exec(word)?.[1])
        expect(places).toHaveLength(Math.min(most, given.sessions.length))
      }),
    )
  })
})
