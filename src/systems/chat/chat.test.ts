import { describe, expect, it } from 'vitest'
import { hashJson } from '../../core/hash.ts'
import { Fault } from '../../core/fault.ts'
import type { ChatReply, ChatRequest, ModelPort } from '../../core/model.ts'
import type { TrackPrompt } from '../../core/prompt.ts'
import { createChatSystem, type ChatSystemOptions } from './chat.ts'

const usage = { input: 12, output: 3, cachedInput: null, reasoning: 1 }
const reply: ChatReply = {
  text: ' {"answer": "x"}\n',
  usage,
  servedBy: 'demo-1-0101',
  latency: 800,
  cost: 0.01,
  fromCache: false,
}

function port(answer: () => Promise<ChatReply> = () => Promise.resolve(reply)) {
  const requests: ChatRequest[] = []
  const signals: AbortSignal[] = []
  const fake: ModelPort = {
    chat(request, signal) {
      requests.push(request)
      signals.push(signal)
      return answer()
    },
    embed: () => Promise.reject(new Error('not asked for')),
  }
  return { fake, requests, signals }
}

const prompt: TrackPrompt = {
  id: 'demo/track:strict@1#0123',
  protocol: 'strict',
  reply: { name: 'r', schema: { type: 'object' } },
  maxOutputTokens: 100,
  build: (input) => ({
    messages: [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: JSON.stringify(input) },
    ],
    meta: { candidate_ids: ['c1'] },
  }),
}

const parameters = { maxOutputTokens: 100, temperature: 0 }
const system = (more: Partial<ChatSystemOptions> = {}) =>
  createChatSystem({ id: 'demo/model', model: 'demo/model', port: port().fake, parameters, prompt, ...more })
const signal = new AbortController().signal
const context = { repeat: 2, attempt: 1, fresh: 'word', signal }

describe('a chat system', () => {
  it('sends what the prompt builds from the input, under the sample of the call', async () => {
    const { fake, requests, signals } = port()
    const response = await system({ port: fake }).respond({ input: { query: 'q' } }, context)
    expect(requests).toEqual([
      {
        model: 'demo/model',
        messages: prompt.build({ query: 'q' }).messages,
        parameters,
        reply: prompt.reply,
        sample: { repeat: 2, attempt: 1, fresh: 'word' },
        purpose: 'respond',
      },
    ])
    expect(signals).toEqual([signal])
    // The text is what came, and the parser finds what the prompt left for it.
    expect(response).toEqual({
      form: 'text',
      text: reply.text,
      meta: {
        candidate_ids: ['c1'],
        reply: {
          served_by: 'demo-1-0101',
          usage: { input: 12, output: 3, cached_input: null, reasoning: 1 },
        },
      },
    })
  })

  it('says the same for a reply from the cache: how it came is no part of the answer', async () => {
    const cached = port(() => Promise.resolve({ ...reply, latency: 1, cost: 0, fromCache: true }))
    const first = await system().respond({ input: null }, context)
    expect(await system({ port: cached.fake }).respond({ input: null }, context)).toEqual(first)
  })

  it('lets faults of the gateway through', async () => {
    const fault = new Fault('truncated', 'system', 'cut at 100 tokens')
    const failing = port(() => Promise.reject(fault))
    await expect(system({ port: failing.fake }).respond({ input: null }, context)).rejects.toBe(fault)
  })

  it('puts a system prompt of the user before that of the track', async () => {
    const { fake, requests } = port()
    await system({ port: fake, systemPrompt: 'Be brief.' }).respond({ input: 1 }, context)
    expect(requests[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.\n\nAnswer.' },
      { role: 'user', content: '1' },
    ])
    const bare = {
      ...prompt,
      build: () => ({ messages: [{ role: 'user' as const, content: 'u' }], meta: {} }),
    }
    await system({ port: fake, systemPrompt: 'Be brief.', prompt: bare }).respond({ input: 1 }, context)
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  it('is another system when anything that changes answers is another', () => {
    const identities = [
      system(),
      system({ model: 'demo/other' }),
      system({ parameters: { maxOutputTokens: 100 } }),
      system({ parameters: { ...parameters, seed: 3 } }),
      system({ prompt: { ...prompt, id: 'demo/track:strict@2#0123' } }),
      system({ prompt: { ...prompt, protocol: 'reference' } }),
      system({ prompt: { ...prompt, reply: null } }),
      system({ systemPrompt: 'Be brief.' }),
      system({ systemPrompt: 'Be long.' }),
    ].map(({ identity }) => hashJson(identity))
    expect(new Set(identities).size).toBe(identities.length)
    expect(hashJson(system({ id: 'alias', systemPrompt: ' ' }).identity)).toBe(identities[0])
    expect(JSON.stringify(system({ systemPrompt: 'Be brief.' }).identity)).not.toContain('brief')
  })
})
