import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAnswerBook } from './answer-book.ts'
import { cases, extractionCase, personaCase, retrievalCase } from './fixtures.ts'
import { startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from './server.ts'

const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }), finish_reason: z.string() })]),
})
const failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
const embeddings = z.object({
  data: z.array(z.object({ embedding: z.union([z.array(z.number()), z.string()]) })),
})

let server: ScriptedServer
const restart = async (options: ScriptedServerOptions = {}) => {
  await server?.close()
  server = await startScriptedServer({ answers: await createAnswerBook(cases), pause: 1, ...options })
}
beforeEach(() => restart())
afterEach(() => server.close())

function post(path: string, body: object, signal?: AbortSignal, key = 'any'): Promise<Response> {
  return fetch(`${server.baseUrl}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
}
const ask = (model: string, input: object | string = Object(extractionCase.input), more: object = {}) =>
  post('chat/completions', {
    model,
    messages: [{ role: 'user', content: typeof input === 'string' ? input : JSON.stringify(input) }],
    ...more,
  })
async function said(model: string, input?: object | string) {
  const response = await ask(model, input)
  expect(response.status).toBe(200)
  const [choice] = completion.parse(await response.json()).choices
  return { text: choice.message.content, finish: choice.finish_reason }
}
async function refusedWith(response: Response) {
  return { status: response.status, code: failure.parse(await response.json()).error.code }
}

describe('answers', () => {
  it('come out of the book, the same for the same request', async () => {
    const { text } = await said('perfect')
    expect(JSON.parse(text)).toMatchObject({ memory_items: [{ value: 'Keeps bees on the roof' }] })
    const [one, two] = await Promise.all([ask('perfect'), ask('perfect')])
    expect(await one.text()).toBe(await two.text())
  })

  it('name the id that the prompt gave the right value', async () => {
    const candidates = [
      { memory_id: 'c1', value: 'Keeps bees on the roof' },
      { memory_id: 'c2', value: 'Plays chess' },
    ]
    const input = { candidate_memories: candidates, query: 'What should I plant?' }
    expect(JSON.parse((await said('perfect', input)).text)).toMatchObject({ selected_memory_id: 'c1' })
    expect(JSON.parse((await said('ignores-memory', input)).text)).toMatchObject({ selected_memory_id: 'c2' })
    expect(JSON.parse((await said('hallucinating', Object(retrievalCase.input))).text)).toMatchObject({
      selected_memory_id: 'm_invented_1',
    })
  })

  it('show the fact they rest on, or none', async () => {
    const input = Object(personaCase.input)
    expect(JSON.parse((await said('perfect', input)).text)).toMatchObject({
      answer: expect.stringContaining('Lavender'),
      used_memory_fact: 'Keeps bees on the roof',
    })
    expect(JSON.parse((await said('ignores-memory', input)).text)).toMatchObject({ used_memory_fact: null })
  })

  it('are refused for what the book lacks, unknown models, wrong keys and bodies that are none', async () => {
    expect(await refusedWith(await ask('perfect', 'hello'))).toEqual({
      status: 400,
      code: 'not_in_answer_book',
    })
    expect(await refusedWith(await ask('gpt-9'))).toEqual({ status: 404, code: 'model_not_found' })
    expect(await refusedWith(await ask('perfect:boom'))).toEqual({ status: 404, code: 'model_not_found' })
    expect(await refusedWith(await post('chat/completions', { model: 1 }))).toMatchObject({ status: 400 })
    await restart({ apiKey: 'right' })
    expect(await refusedWith(await ask('perfect'))).toEqual({ status: 401, code: 'invalid_api_key' })
    expect(
      (await post('embeddings', { model: 'hash-embedder', input: 'a' }, undefined, 'right')).status,
    ).toBe(200)
  })

  it('are streamed in pieces that make the same text, with usage and an end', async () => {
    const response = await ask('perfect', undefined, {
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const events = (await response.text()).split('\n\n').filter((event) => event !== '')
    expect(events.at(-1)).toBe('data: [DONE]')
    const delta = z.object({
      choices: z.array(z.object({ delta: z.object({ content: z.string().optional() }) })),
      usage: z.object({ total_tokens: z.number() }).optional(),
    })
    const chunks = events.slice(0, -1).map((event) => delta.parse(JSON.parse(event.slice('data: '.length))))
    expect(
      chunks.flatMap(({ choices }) => choices.map((choice) => choice.delta.content ?? '')).join(''),
    ).toBe((await said('perfect')).text)
    expect(chunks.length).toBeGreaterThan(4)
    expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0)
  })
})

describe('faults', () => {
  it('429 and 500 hit the first tries of each request, or a plan of them', async () => {
    const first = await ask('perfect:429')
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await ask('perfect:429')).status).toBe(200)
    const tries: number[] = []
    for (let at = 0; at < 4; at++) tries.push((await ask('perfect:500x3')).status)
    expect(tries).toEqual([500, 500, 500, 200])
    await restart({ faults: [{ fault: '429', models: ['perfect'], retryAfter: 90 }] })
    expect((await ask('perfect')).headers.get('retry-after')).toBe('90')
    expect((await ask('forgetful')).status).toBe(200)
  })

  it('hit a share of the requests, always the same ones', async () => {
    const statuses = async () => {
      const responses = Array.from({ length: 60 }, (_, at) =>
        ask('judge-lenient:500xall%30', { answer: `${at}` }),
      )
      return (await Promise.all(responses)).map(({ status }) => status)
    }
    const once = await statuses()
    const share = once.filter((status) => status === 500).length / once.length
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.5)
    expect(await statuses()).toEqual(once)
  })

  it('hang until the client goes away, and then no more', async () => {
    const gone = new AbortController()
    const body = {
      model: 'perfect:hang',
      messages: [{ role: 'user', content: JSON.stringify(extractionCase.input) }],
    }
    const hanging = post('chat/completions', body, gone.signal)
    await expect.poll(() => server.stats().byModel['perfect:hang']).toBe(1)
    expect(server.stats().inFlight).toBe(1)
    gone.abort()
    await expect(hanging).rejects.toThrow()
    await expect.poll(() => server.stats().byStatus['aborted']).toBe(1)
    expect((await post('chat/completions', body)).status).toBe(200)
  })

  it('cut the body once', async () => {
    await expect(ask('perfect:truncated-body').then((response) => response.text())).rejects.toThrow()
    expect((await said('perfect:truncated-body')).finish).toBe('stop')
    await expect.poll(() => server.stats().byStatus).toEqual({ aborted: 1, 200: 1 })
  })

  it('slow answers are whole', async () => {
    expect(await said('perfect:slow')).toEqual(await said('perfect'))
  })

  it('change what the model says', async () => {
    const { text } = await said('perfect')
    expect((await said('perfect:fenced')).text).toContain(`\`\`\`json\n${text}\n\`\`\``)
    expect((await said('perfect:thinking')).text).toMatch(/^<think>[\s\S]*<\/think>\s+\{/)
    const malformed = await said('perfect:malformed')
    expect(malformed.finish).toBe('stop')
    expect(() => JSON.parse(malformed.text)).toThrow(SyntaxError)
    expect((await said('perfect:length')).finish).toBe('length')
    expect(await said('perfect:empty')).toEqual({ text: '', finish: 'stop' })
    expect(await said('perfect:content-filter')).toEqual({ text: '', finish: 'content_filter' })
    // The dialogue of the case holds Chinese.
    expect((await said('perfect:refusal')).text).toBe('抱歉，我无法协助处理这个请求。')
    expect((await said('perfect:refusal', Object(personaCase.input))).text).toContain("can't help")
    expect((await said('perfect:thinking:fenced')).text).toContain('```json\n<think>')
    expect(await refusedWith(await ask('perfect:overflow'))).toEqual({
      status: 400,
      code: 'context_length_exceeded',
    })
  })
})

describe('counters', () => {
  const stats = async (): Promise<unknown> => (await fetch(server.baseUrl.replace('/v1', '/__stats'))).json()

  it('count requests by model and status, repeats apart', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ask('perfect')))
    await ask('gpt-9')
    // A request ends when its connection is told so, a moment after the client has the answer.
    await expect.poll(stats).toMatchObject({
      requests: 9,
      inFlight: 0,
      byModel: { perfect: 8, 'gpt-9': 1 },
      byStatus: { 200: 8, 404: 1 },
      distinct: 2,
    })
  })

  it('count how many requests were in flight at once', async () => {
    const leaving = new AbortController()
    const body = { model: 'perfect:hangxall', messages: [{ role: 'user', content: 'x' }] }
    const hanging = Array.from({ length: 8 }, () => post('chat/completions', body, leaving.signal))
    await expect.poll(stats).toMatchObject({ inFlight: 8 })
    leaving.abort()
    await Promise.allSettled(hanging)
    await expect.poll(stats).toMatchObject({ inFlight: 0, maxInFlight: 8, byStatus: { aborted: 8 } })
  })
})

describe('embeddings', () => {
  it('are the same for the same text, of length 1, and near for texts with common words', async () => {
    const input = ['keeps bees on the roof', 'bees on a roof', 'plays chess at night']
    const vectors = async (more: object = {}) =>
      embeddings.parse(await (await post('embeddings', { model: 'hash-embedder', input, ...more })).json())
        .data
    const numbers = z.array(z.array(z.number())).parse((await vectors()).map(({ embedding }) => embedding))
    const cosine = (a: readonly number[] = [], b: readonly number[] = []) =>
      a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
    const [bees, alike, chess] = numbers
    expect(cosine(bees, bees)).toBeCloseTo(1, 9)
    expect(cosine(bees, alike)).toBeGreaterThan(cosine(bees, chess) + 0.3)
    const [packed] = await vectors({ encoding_format: 'base64', dimensions: 8 })
    expect(Buffer.from(z.string().parse(packed?.embedding), 'base64')).toHaveLength(32)
  })
})
