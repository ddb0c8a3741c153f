import { afterEach, describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import { chatRequest, harness, never, secretKey, TIMEOUT } from './fixtures/harness.ts'
import {
  completion,
  failure,
  startScript,
  type Answer,
  type ScriptServer,
  type SeenRequest,
} from './fixtures/http-script.ts'

let server: ScriptServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function scripted(
  ...answers: readonly (Answer | ((request: SeenRequest) => Answer | Promise<Answer>))[]
): Promise<ScriptServer> {
  server = await startScript((request, index) => {
    const answer = answers[Math.min(index, answers.length - 1)] ?? failure(500)
    return typeof answer === 'function' ? answer(request) : answer
  })
  return server
}

describe('an answer', () => {
  it('comes back whole, with usage, latency and money', async () => {
    const { baseUrl, seen } = await scripted(completion('hello'))
    const { gateway, entries } = harness(baseUrl)
    const reply = await gateway.chat(
      chatRequest('hi', { parameters: { maxOutputTokens: 7, temperature: 0 } }),
      never,
    )
    expect(reply).toMatchObject({ text: 'hello', servedBy: 'served-model', fromCache: false })
    expect(reply.usage).toEqual({ input: 10, output: 5, cachedInput: 4, reasoning: 2 })
    // 6 at $0.40, 4 cached at $0.10, 5 out at $1.60 per million
    expect(reply.cost).toBeCloseTo((6 * 0.4 + 4 * 0.1 + 5 * 1.6) / 1e6, 12)
    expect(seen[0]?.body).toMatchObject({
      model: 'gpt-4.1-mini',
      max_tokens: 7,
      temperature: 0,
      messages: [{ role: 'user', content: 'hi' }],
    })
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${secretKey}`)
    expect(entries).toMatchObject([{ outcome: 'answered', detail: null, model: 'openai/gpt-4.1-mini' }])
  })

  it('is asked for by schema where the provider takes one, and in the prompt elsewhere', async () => {
    const { baseUrl, seen } = await scripted(completion('{"a":1}'))
    const { gateway } = harness(baseUrl)
    const schema = {
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
      additionalProperties: false,
    }
    const reply = { name: 'verdict', schema }
    await gateway.chat(chatRequest('hi', { reply }), never)
    await gateway.chat(chatRequest('hi', { reply, model: 'compatible/llama' }), never)
    const strict = { type: 'json_schema', json_schema: { name: 'verdict', strict: true, schema } }
    expect(seen[0]?.body).toMatchObject({ response_format: strict, messages: [{ content: 'hi' }] })
    expect(seen[1]?.body).not.toHaveProperty('response_format')
    expect(JSON.stringify(seen[1]?.body)).toContain('matches this JSON Schema')
    expect(JSON.stringify(seen[1]?.body)).toContain('additionalProperties')
  })

  it('is sent unchanged however long the prompt is', async () => {
    const { baseUrl, seen } = await scripted(completion('ok'))
    const { gateway } = harness(baseUrl)
    const prompt = 'The user likes tea. 用户喜欢茶。🙂 '.repeat(3000)
    await gateway.chat(chatRequest(prompt), never)
    expect(seen[0]?.body).toMatchObject({ messages: [{ content: prompt }] })
  })
})

describe('faults of the system', () => {
  it.each([
    ['refusal', completion(null, { refusal: 'I will not' })],
    ['content-filter', completion('half', { finish: 'content_filter' })],
    ['truncated', completion('half', { finish: 'length' })],
    ['empty-reply', completion(' \n ')],
    ['empty-reply', completion(null)],
    ['context-overflow', failure(400, 'too long', 'context_length_exceeded')],
    ['context-overflow', failure(400, 'prompt is too long: 9 tokens > 8 maximum')],
    ['context-overflow', failure(413, 'big')],
    ['content-filter', failure(400, 'filtered by our content management policy', 'content_filter')],
  ] as const)('%s is named, asked once, and not kept', async (reason, answer) => {
    const { baseUrl, seen } = await scripted(answer)
    const { gateway, entries, cache } = harness(baseUrl)
    const error: unknown = await gateway.chat(chatRequest('hi'), never).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Fault)
    expect(error).toMatchObject({ reason, by: 'system' })
    expect(seen).toHaveLength(1)
    expect(entries).toMatchObject([{ outcome: 'failed', detail: reason }])
    expect(cache.size).toBe(0)
  })

  it('is paid for when an answer came with it', async () => {
    const { baseUrl } = await scripted(completion('half', { finish: 'length' }))
    const { gateway, entries } = harness(baseUrl)
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toBeInstanceOf(Fault)
    expect(entries[0]?.cost).toBeGreaterThan(0)
    expect(entries[0]?.usage.output).toBe(5)
  })
})

describe('what a later try may cure', () => {
  it.each([
    ['HTTP 500', failure(500)],
    ['HTTP 503', failure(503)],
    ['HTTP 429', failure(429)],
    ['network', { cut: true }],
    ['unreadable answer', { raw: '{"choices": [{"mess' }],
  ] as const)('%s is tried again, and written down', async (detail, answer) => {
    const { baseUrl, seen } = await scripted(answer, completion('hello'))
    const { gateway, entries } = harness(baseUrl)
    expect((await gateway.chat(chatRequest('hi'), never)).text).toBe('hello')
    expect(seen).toHaveLength(2)
    expect(entries).toMatchObject([{ outcome: 'failed', detail }, { outcome: 'answered' }])
    expect(entries[0]?.request).toBe(entries[1]?.request)
  })

  it('ends as a fault of the infrastructure after the last try', async () => {
    const { baseUrl, seen } = await scripted(failure(500))
    const { gateway } = harness(baseUrl, { retry: { tries: 3 } })
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toMatchObject({
      reason: 'provider',
      by: 'infrastructure',
    })
    expect(seen).toHaveLength(3)
  })

  it('waits as long as Retry-After says, also above a minute and as a date', async () => {
    const date = new Date(1_750_000_000_000 + 90_000 + 300_000).toUTCString()
    const { baseUrl } = await scripted(
      failure(429, 'slow', null, { 'retry-after': '90' }),
      failure(429, 'slow', null, { 'retry-after': date }),
      completion('hello'),
    )
    const { gateway, time } = harness(baseUrl, { uniform: () => 0 })
    await gateway.chat(chatRequest('hi'), never)
    expect(time.slept).toEqual([90_000, 300_000])
  })

  it('does not wait for longer than the plan allows', async () => {
    const { baseUrl, seen } = await scripted(failure(429, 'slow', null, { 'retry-after': '86400' }))
    const { gateway, time } = harness(baseUrl)
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toMatchObject({ reason: 'provider' })
    expect(seen).toHaveLength(1)
    expect(time.slept).toEqual([])
  })

  it('a call that hangs is ended and tried again', async () => {
    let hanging = (): void => undefined
    const arrived = new Promise<void>((resolve) => (hanging = resolve))
    const { baseUrl } = await scripted(() => {
      hanging()
      return new Promise<Answer>(() => undefined)
    }, completion('hello'))
    const { gateway, time, entries } = harness(baseUrl)
    const reply = gateway.chat(chatRequest('hi'), never)
    await arrived
    await time.advance(TIMEOUT)
    expect((await reply).text).toBe('hello')
    expect(entries).toMatchObject([{ detail: 'timeout', cost: null }, { outcome: 'answered' }])
  })
})

describe('what no try cures', () => {
  it('a bad request is asked once', async () => {
    const { baseUrl, seen } = await scripted(failure(400, 'unsupported parameter'))
    const { gateway } = harness(baseUrl)
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toMatchObject({ by: 'infrastructure' })
    expect(seen).toHaveLength(1)
  })

  it.each([401, 403])('a wrong key (%i) stops the run with one request and one message', async (status) => {
    const { baseUrl, seen } = await scripted(failure(status, `Incorrect API key provided: ${secretKey}`))
    const { gateway } = harness(baseUrl)
    const calls = Array.from({ length: 10 }, (_, index) => gateway.chat(chatRequest(`hi ${index}`), never))
    const errors = (await Promise.allSettled(calls)).map((call) =>
      call.status === 'rejected' ? call.reason : null,
    )
    expect(errors[0]).toBeInstanceOf(RunStop)
    expect(new Set(errors).size).toBe(1)
    expect(seen).toHaveLength(1)
    expect(String(errors[0])).toContain('refused the key')
    expect(errors[0].fix).toContain('OPENAI_API_KEY')
  })

  it('an unknown model stops the run and suggests those that exist', async () => {
    const { baseUrl, seen } = await scripted((request) =>
      request.path.endsWith('/models')
        ? { body: { data: [{ id: 'gpt-4.1-mini' }, { id: 'whisper-1' }] } }
        : failure(404, 'The model `gpt-4.1-mni` does not exist', 'model_not_found'),
    )
    const { gateway } = harness(baseUrl)
    const error: unknown = await gateway
      .chat(chatRequest('hi', { model: 'openai/gpt-4.1-mni' }), never)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RunStop)
    expect(error).toMatchObject({ fix: expect.stringContaining('did you mean openai/gpt-4.1-mini') })
    expect(seen.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/models'])
  })

  it('a missing key or an unknown provider stops the run; before a run it is a usage error', async () => {
    const { gateway } = harness('http://127.0.0.1:1/v1', { sources: { env: {} } })
    for (const model of ['openai/gpt-4.1-mini', 'opnai/gpt-4.1-mini', 'compatible/x']) {
      await expect(gateway.chat(chatRequest('hi', { model }), never)).rejects.toBeInstanceOf(RunStop)
      expect(() => gateway.check(model)).toThrow(UsageError)
    }
    expect(gateway.check('local:folder')).toBeNull()
    expect(gateway.check('ollama/x')).toMatchObject({ host: '127.0.0.1:11434', loopback: true })
  })

  it('an account without credit is not tried again', async () => {
    const { baseUrl, seen } = await scripted(failure(429, 'exceeded your quota', 'insufficient_quota'))
    const { gateway } = harness(baseUrl)
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toBeInstanceOf(RunStop)
    expect(seen).toHaveLength(1)
  })
})

describe('the cache', () => {
  it('answers the same request, and no other', async () => {
    const { baseUrl, seen } = await scripted(completion('hello'))
    const { gateway, entries } = harness(baseUrl)
    const first = await gateway.chat(chatRequest('hi'), never)
    const again = await gateway.chat(chatRequest('hi', { purpose: 'other' }), never)
    expect(again).toEqual({ ...first, cost: 0, fromCache: true })
    expect(seen).toHaveLength(1)
    expect(entries).toHaveLength(1)
    const sample = { repeat: 0, attempt: 0, fresh: null }
    for (const other of [
      chatRequest('hi!'),
      chatRequest('hi', { model: 'openai/gpt-4.1' }),
      chatRequest('hi', { parameters: { maxOutputTokens: 101 } }),
      chatRequest('hi', { parameters: { maxOutputTokens: 100, temperature: 0 } }),
      chatRequest('hi', { parameters: { maxOutputTokens: 100, topP: 0.5 } }),
      chatRequest('hi', { parameters: { maxOutputTokens: 100, seed: 1 } }),
      chatRequest('hi', { parameters: { maxOutputTokens: 100, reasoningEffort: 'low' } }),
      chatRequest('hi', { reply: { name: 'a', schema: {} } }),
      chatRequest('hi', { sample: { ...sample, repeat: 1 } }),
      chatRequest('hi', { sample: { ...sample, attempt: 1 } }),
      chatRequest('hi', { sample: { ...sample, fresh: 'x' } }),
    ]) {
      expect((await gateway.chat(other, never)).fromCache).toBe(false)
    }
    expect(seen).toHaveLength(12)
  })

  it('serves equal requests that are under way with one call', async () => {
    const { baseUrl, seen } = await scripted(completion('hello'))
    const { gateway } = harness(baseUrl)
    const replies = await Promise.all(Array.from({ length: 5 }, () => gateway.chat(chatRequest('hi'), never)))
    expect(seen).toHaveLength(1)
    expect(replies.filter(({ fromCache }) => !fromCache)).toHaveLength(1)
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['hello']))
  })

  it('has a reply durable before anybody gets it, so that a kill costs no finished call', async () => {
    const { baseUrl } = await scripted(completion('hello'))
    let durable = (): void => undefined
    let asked = (): void => undefined
    const keeping = new Promise<void>((resolve) => (asked = resolve))
    const cache = {
      cachedReply: async () => undefined,
      keepReply: () => {
        asked()
        return new Promise<void>((resolve) => (durable = resolve))
      },
    }
    const { gateway } = harness(baseUrl, { cache })
    let answered = false
    const reply = gateway.chat(chatRequest('hi'), never).then((one) => {
      answered = true
      return one
    })
    await keeping
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    durable()
    expect((await reply).text).toBe('hello')
  })

  it('that holds something else under a key is not believed', async () => {
    const { baseUrl, seen } = await scripted(completion('hello'))
    const cache = { cachedReply: async () => ({ text: 7 }), keepReply: async () => undefined }
    const { gateway } = harness(baseUrl, { cache })
    expect((await gateway.chat(chatRequest('hi'), never)).text).toBe('hello')
    expect(seen).toHaveLength(1)
  })

  it('does not end a shared call as long as somebody waits for it', async () => {
    const one = new AbortController()
    const { baseUrl, seen } = await scripted(() => {
      one.abort(new Error('one leaves'))
      return completion('hello')
    })
    const { gateway } = harness(baseUrl)
    const [left, stayed] = await Promise.allSettled([
      gateway.chat(chatRequest('hi'), one.signal),
      gateway.chat(chatRequest('hi'), never),
    ])
    expect(left).toMatchObject({ status: 'rejected', reason: { message: 'one leaves' } })
    expect(stayed).toMatchObject({ status: 'fulfilled', value: { text: 'hello' } })
    expect(seen).toHaveLength(1)
  })

  it('keeps no failure, so the next asker tries again', async () => {
    const { baseUrl } = await scripted(completion(null), completion('hello'))
    const { gateway } = harness(baseUrl)
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toBeInstanceOf(Fault)
    expect((await gateway.chat(chatRequest('hi'), never)).text).toBe('hello')
  })
})

describe('a stop by the user', () => {
  it('ends calls under way and waiting ones, writes the former down, keeps what finished', async () => {
    const stop = new AbortController()
    const { baseUrl, seen } = await scripted(completion('first'), () => {
      stop.abort(new Error('stopped by the user'))
      return new Promise<Answer>(() => undefined)
    })
    const { gateway, entries, cache } = harness(baseUrl, { limits: { concurrency: 1 } })
    await gateway.chat(chatRequest('one'), stop.signal)
    const rest = await Promise.allSettled(
      ['two', 'three'].map((text) => gateway.chat(chatRequest(text), stop.signal)),
    )
    expect(rest.map((call) => call.status === 'rejected' && String(call.reason))).toEqual([
      'Error: stopped by the user',
      'Error: stopped by the user',
    ])
    await gateway.close()
    expect(seen).toHaveLength(2)
    expect(cache.size).toBe(1)
    expect(entries).toMatchObject([{ outcome: 'answered' }, { outcome: 'failed', detail: 'stopped' }])
  })
})

describe('secrets', () => {
  it('are in no error, ledger entry or kept reply', async () => {
    const echo = `your key ${secretKey} and Bearer ${secretKey}`
    const { baseUrl } = await scripted(
      failure(500, echo),
      failure(400, echo),
      completion(null, { refusal: echo }),
    )
    const { gateway, entries, cache } = harness(baseUrl, { retry: { tries: 2 } })
    const errors = [
      await gateway.chat(chatRequest('a'), never).catch((thrown: unknown) => thrown),
      await gateway.chat(chatRequest('b'), never).catch((thrown: unknown) => thrown),
    ]
    const all = JSON.stringify([
      errors.map((error) =>
        error instanceof Error
          ? [error.message, error.stack, error.cause ?? null, Object.entries(error)]
          : error,
      ),
      entries,
      [...cache],
    ])
    expect(all).not.toContain(secretKey)
    expect(all).toContain('[secret]')
  })
})
