import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault, RunStop } from '../../core/fault.ts'
import type { ChatReply, ChatRequest, EmbedRequest, ModelPort } from '../../core/model.ts'
import { listen, type Endpoint, type EndpointOptions } from './listen.ts'

const token = 'demo-token-0123456789'
const sample = { repeat: 2, attempt: 1, fresh: null }
const reply: ChatReply = {
  text: 'héllo 🙂',
  usage: { input: 10, output: 5, cachedInput: null, reasoning: null },
  servedBy: 'x',
  latency: 1,
  cost: 0,
  fromCache: false,
}

interface Asked {
  readonly chats: ChatRequest[]
  readonly embeds: EmbedRequest[]
}

let endpoint: Endpoint | undefined

afterEach(async () => {
  await endpoint?.close()
  endpoint = undefined
})

async function start(
  chat: (request: ChatRequest, signal: AbortSignal) => Promise<ChatReply> = async () => reply,
  more: Partial<EndpointOptions> = {},
): Promise<Asked> {
  const asked: Asked = { chats: [], embeds: [] }
  const models: ModelPort = {
    chat: (request, signal) => {
      asked.chats.push(request)
      return chat(request, signal)
    },
    embed: async (request) => {
      asked.embeds.push(request)
      return request.texts.map((_, index) => Float32Array.of(index, 0.5))
    },
  }
  endpoint = await listen({
    models,
    token,
    offered: ['openai/gpt-4.1-mini', 'openai/text-embedding-3-small'],
    defaultMaxOutputTokens: 512,
    purpose: 'program',
    sample,
    ...more,
  })
  return asked
}

function post(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(`${endpoint?.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
}

const hi = { model: 'openai/gpt-4.1-mini', messages: [{ role: 'user', content: 'hi' }] }
const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

describe('the endpoint', () => {
  it('passes a chat on with everything that shapes the answer', async () => {
    const asked = await start()
    const schema = { type: 'object' }
    const response = await post('/chat/completions', {
      model: 'openai/gpt-4.1-mini',
      messages: [
        { role: 'developer', content: 'be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
      temperature: 0,
      top_p: 0.9,
      max_tokens: 9,
      seed: 3,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'v', strict: true, schema } },
      user: 'ignored',
    })
    expect(asked.chats).toEqual([
      {
        model: 'openai/gpt-4.1-mini',
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'ab' },
        ],
        parameters: { temperature: 0, topP: 0.9, maxOutputTokens: 9, seed: 3, reasoningEffort: 'low' },
        reply: { name: 'v', schema },
        purpose: 'program',
        sample,
      },
    ])
    expect(await response.json()).toMatchObject({
      choices: [{ message: { role: 'assistant', content: reply.text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    })
  })

  it('streams the whole text as events when asked', async () => {
    await start()
    const response = await post('/chat/completions', { ...hi, stream: true })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const events = (await response.text()).trim().split('\n\n')
    expect(events.at(-1)).toBe('data: [DONE]')
    expect(JSON.parse(events[0]?.slice('data: '.length) ?? '')).toMatchObject({
      choices: [{ delta: { content: reply.text } }],
    })
  })

  it('embeds, as numbers and as base64', async () => {
    const asked = await start()
    const body = { model: 'openai/text-embedding-3-small', input: ['a', 'b'] }
    expect(await (await post('/embeddings', body)).json()).toMatchObject({
      data: [
        { index: 0, embedding: [0, 0.5] },
        { index: 1, embedding: [1, 0.5] },
      ],
    })
    const coded: unknown = await (await post('/embeddings', { ...body, encoding_format: 'base64' })).json()
    const expected = Buffer.from(Float32Array.of(0, 0.5).buffer).toString('base64')
    expect(coded).toMatchObject({ data: [{ embedding: expected }, {}] })
    expect(asked.embeds[0]).toEqual({ model: body.model, texts: ['a', 'b'], purpose: 'program' })
  })

  it('names the models it offers', async () => {
    await start()
    const response = await post('/models', '', { method: 'GET', body: null })
    expect(await response.json()).toMatchObject({ data: [{ id: 'openai/gpt-4.1-mini' }, {}] })
  })

  it('asks no model that is not offered', async () => {
    const asked = await start()
    const other = await post('/chat/completions', { ...hi, model: 'openai/gpt-4.1' })
    const embedded = await post('/embeddings', { model: 'openai/text-embedding-3-large', input: 'a' })
    for (const response of [other, embedded]) {
      expect(response.status).toBe(404)
      expect(errorSchema.parse(await response.json()).error.code).toBe('model_not_found')
    }
    expect(asked).toEqual({ chats: [], embeds: [] })
  })

  it.each([{}, { authorization: 'Bearer demo-token-0123456780' }, { authorization: token }])(
    'answers nobody without the token: %j',
    async (headers) => {
      const asked = await start()
      const response = await post('/chat/completions', hi, { headers })
      expect(response.status).toBe(401)
      expect(asked.chats).toEqual([])
    },
  )

  it.each([
    { ...hi, tools: [{ type: 'function' }] },
    { ...hi, n: 2 },
    { ...hi, stop: ['x'] },
    { ...hi, frequency_penalty: 1 },
    { ...hi, messages: [] },
    { ...hi, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
    '{"model": ',
  ])('refuses what it could only ignore: %j', async (body) => {
    const asked = await start()
    expect((await post('/chat/completions', body)).status).toBe(400)
    expect(asked.chats).toEqual([])
  })

  it.each([
    [new Fault('context-overflow', 'system', 'too long'), 400, 'context_length_exceeded'],
    [new Fault('refusal', 'system', 'no'), 422, 'refusal'],
    [new Fault('provider', 'infrastructure', 'down'), 424, 'provider'],
    [new RunStop('budget', 'raise it'), 403, 'run_stopped'],
    [new TypeError('/home/someone/file.ts broke'), 400, 'internal'],
  ])('tells %s in a status that no client repeats', async (error, status, code) => {
    const stops: RunStop[] = []
    const refuse = async (): Promise<ChatReply> => {
      throw error
    }
    await start(refuse, { onStop: (stop) => stops.push(stop) })
    const response = await post('/chat/completions', hi)
    expect(response.status).toBe(status)
    const { error: told } = errorSchema.parse(await response.json())
    expect(told.code).toBe(code)
    expect(told.message).not.toContain('/home')
    expect(stops).toEqual(error instanceof RunStop ? [error] : [])
  })

  it('ends a call when its client hangs up', async () => {
    const client = new AbortController()
    const ended = new Promise<unknown>((resolve) => {
      void start((_, signal) => {
        signal.addEventListener('abort', () => resolve(signal.reason))
        client.abort()
        return new Promise<ChatReply>(() => undefined)
      }).then(() => post('/chat/completions', hi, { signal: client.signal }).catch(() => undefined))
    })
    expect(String(await ended)).toContain('the client is gone')
  })
})
