import { afterEach, describe, expect, it } from 'vitest'
import { chatRequest, harness, never } from './fixtures/harness.ts'
import { completion, startScript, type Answer, type ScriptServer } from './fixtures/http-script.ts'

let server: ScriptServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const key = 'demo-key-0123456789'

function sourcesFor(baseUrl: string): { env: Record<string, string>; baseUrls: Record<string, string> } {
  const names = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'DEEPSEEK', 'TOGETHERAI', 'OPENROUTER', 'OLLAMA', 'LOCAL']
  const env = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_API_KEY`, key],
      [`${name}_BASE_URL`, baseUrl],
    ]),
  )
  return { env, baseUrls: { local: baseUrl } }
}

const claude = (stop_reason: string, text = 'hello'): Answer => ({
  body: {
    type: 'message',
    id: 'm',
    model: 'served-model',
    role: 'assistant',
    content: [{ type: 'text', text }],
    stop_reason,
    usage: { input_tokens: 10, output_tokens: 5 },
  },
})
const gemini = (finishReason: string, text = 'hello'): Answer => ({
  body: {
    candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason, index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
    modelVersion: 'served-model',
  },
})

describe('each provider', () => {
  it.each([
    ['openai/a', '/v1/chat/completions', 'authorization', completion('hello')],
    ['deepseek/a', '/v1/chat/completions', 'authorization', completion('hello')],
    ['togetherai/b/a', '/v1/chat/completions', 'authorization', completion('hello')],
    ['openrouter/b/a', '/v1/chat/completions', 'authorization', completion('hello')],
    ['ollama/a', '/v1/chat/completions', 'authorization', completion('hello')],
    ['local/a', '/v1/chat/completions', 'authorization', completion('hello')],
    ['anthropic/a', '/v1/messages', 'x-api-key', claude('end_turn')],
    ['google/a', '/v1/models/a:generateContent', 'x-goog-api-key', gemini('STOP')],
  ] as const)(
    '%s is asked at its address with its key, every message and every parameter',
    async (model, path, header, answer) => {
      server = await startScript(() => answer)
      const { gateway } = harness(server.baseUrl, { sources: sourcesFor(server.baseUrl) })
      const messages = [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'q1' },
        { role: 'assistant', content: 'a1' },
        { role: 'user', content: '用户🙂' },
      ] as const
      const reply = await gateway.chat(
        chatRequest('', { model, messages, parameters: { maxOutputTokens: 77, temperature: 0.3 } }),
        never,
      )
      expect(reply).toMatchObject({ text: 'hello', usage: { input: 10, output: 5 } })
      expect(server.seen).toHaveLength(1)
      expect(server.seen[0]?.path).toBe(path)
      expect(server.seen[0]?.headers[header]).toContain(key)
      const body = JSON.stringify(server.seen[0]?.body)
      for (const part of ['be brief', 'q1', 'a1', '用户🙂', ':77', ':0.3']) expect(body).toContain(part)
    },
  )

  it.each([
    ['anthropic/a', claude('max_tokens'), 'truncated'],
    ['anthropic/a', claude('refusal'), 'refusal'],
    ['google/a', gemini('MAX_TOKENS'), 'truncated'],
    ['google/a', gemini('SAFETY', ''), 'content-filter'],
    [
      'google/a',
      { body: { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: {} } },
      'content-filter',
    ],
    ['openrouter/a', completion('half', { finish: 'error' }), 'provider'],
    [
      'anthropic/a',
      {
        status: 400,
        body: {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'prompt is too long: 3 tokens > 2 maximum' },
        },
      },
      'context-overflow',
    ],
    [
      'google/a',
      {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).',
            status: 'INVALID_ARGUMENT',
          },
        },
      },
      'context-overflow',
    ],
    [
      'local/a',
      { status: 400, body: { error: 'the request exceeds the available context size' } },
      'context-overflow',
    ],
    ['deepseek/a', { status: 400, body: { error: { message: 'Content Exists Risk' } } }, 'content-filter'],
  ] as const)('%s says %j, which is %s', async (model, answer, reason) => {
    server = await startScript(() => answer)
    const { gateway } = harness(server.baseUrl, { sources: sourcesFor(server.baseUrl), retry: { tries: 1 } })
    await expect(gateway.chat(chatRequest('hi', { model }), never)).rejects.toMatchObject({ reason })
  })

  it('says once when it ignores a parameter', async () => {
    server = await startScript(() => completion('hello'))
    const warnings: string[] = []
    const { gateway } = harness(server.baseUrl, {
      onWarning: (model, text) => warnings.push(`${model} ${text}`),
    })
    const parameters = { maxOutputTokens: 50, temperature: 0 }
    for (const text of ['a', 'b']) {
      await gateway.chat(chatRequest(text, { model: 'openai/o3-mini', parameters }), never)
    }
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/openai\/o3-mini .*temperature/)
  })

  it('whose schema is looser than strict mode allows gets it without strict mode', async () => {
    server = await startScript(() => completion('{}'))
    const { gateway } = harness(server.baseUrl)
    await gateway.chat(chatRequest('hi', { reply: { name: 'v', schema: { type: 'object' } } }), never)
    expect(server.seen[0]?.body).toMatchObject({ response_format: { json_schema: { strict: false } } })
  })
})
