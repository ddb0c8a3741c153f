import { afterEach, describe, expect, it } from 'vitest'
import { chatRequest, harness, never } from './fixtures/harness.ts'
import { completion, startScript, type Answer, type ScriptServer } from './fixtures/http-script.ts'

let server: ScriptServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function answering(answer: (index: number) => Answer): Promise<ScriptServer> {
  server = await startScript((_, index) => answer(index))
  return server
}

describe('limits', () => {
  it('per minute count the longest answer until the true one is known', async () => {
    const { baseUrl, seen } = await answering(() => completion('x', { usage: [300, 200] }))
    const { gateway } = harness(baseUrl, { limits: { tokensPerMinute: 1200 } })
    const parameters = { maxOutputTokens: 1000 }
    await gateway.chat(chatRequest('a', { parameters }), never)
    expect(gateway.state().providers['openai']).toMatchObject({
      tokensLastMinute: 500,
      requestsLastMinute: 1,
    })
    // 500 used and more than 1000 needed: it waits a minute, which the fake time lets pass.
    await gateway.chat(chatRequest('b', { parameters }), never)
    expect(gateway.state().providers['openai']).toMatchObject({
      tokensLastMinute: 500,
      requestsLastMinute: 1,
    })
    expect(seen).toHaveLength(2)
  })

  it('of one provider do not hold up another', async () => {
    const { baseUrl } = await answering(() => completion('x'))
    const { gateway } = harness(baseUrl, { providerLimits: { compatible: { concurrency: 2 } } })
    await gateway.chat(chatRequest('a'), never)
    await gateway.chat(chatRequest('a', { model: 'compatible/x' }), never)
    expect(gateway.state().providers).toMatchObject({
      openai: { concurrency: 8 },
      compatible: { concurrency: 2 },
    })
  })
})

describe('the ledger', () => {
  // Status of the answer, model; cost and worst case that are written down. 100 output tokens cost $160e-6.
  it.each([
    [500, 'openai/gpt-4.1-mini', null, expect.closeTo(166.8e-6, 9)],
    [400, 'openai/gpt-4.1-mini', 0, null],
    [500, 'openai/gpt-of-tomorrow', null, null],
  ])(
    'keeps what a call may have cost, with no limit too: HTTP %s of %s',
    async (status, model, cost, worst) => {
      const { baseUrl } = await answering(() => ({ status, body: { error: { message: 'no' } } }))
      const { gateway, entries } = harness(baseUrl, { retry: { tries: 1 } })
      await expect(gateway.chat(chatRequest('hi 1', { model }), never)).rejects.toThrow()
      expect(entries).toMatchObject([{ outcome: 'failed', cost, worstCost: worst }])
    },
  )
})

describe('the budget of a run', () => {
  it('is kept with many calls at once', async () => {
    // Every answer uses all of its 100 output tokens.
    const { baseUrl, seen } = await answering(() => completion('x', { usage: [10, 100] }))
    const maxCost = 0.001
    const { gateway, entries } = harness(baseUrl, { budget: { maxCost }, limits: { concurrency: 32 } })
    const calls = Array.from({ length: 40 }, (_, index) => gateway.chat(chatRequest(`hi ${index}`), never))
    const results = await Promise.allSettled(calls)
    const answered = results.filter(({ status }) => status === 'fulfilled').length
    // A call costs 6·0.4 + 4·0.1 + 100·1.6 = $162.8e-6, so six fit into $1000e-6.
    expect(answered).toBe(6)
    expect(seen).toHaveLength(6)
    expect(entries.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeLessThanOrEqual(maxCost)
    expect(gateway.state()).toMatchObject({ reserved: 0 })
    await expect(gateway.chat(chatRequest('more'), never)).rejects.toThrow('budget')
  })

  it('counts the worst case of a call that broke, and nothing for one that was turned away', async () => {
    const { baseUrl } = await answering((index) =>
      index === 0 ? { status: 429, body: null } : { raw: '{"cho' },
    )
    const { gateway, entries } = harness(baseUrl, { budget: { maxCost: 1 }, retry: { tries: 1 } })
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toMatchObject({ reason: 'provider' })
    expect(gateway.state().spent).toBe(0)
    await expect(gateway.chat(chatRequest('hi'), never)).rejects.toMatchObject({ reason: 'provider' })
    expect(gateway.state().spent).toBeGreaterThanOrEqual((100 * 1.6) / 1e6)
    expect(entries.map(({ cost }) => cost)).toEqual([0, null])
  })

  it('leaves an answer without usage at its worst case', async () => {
    const { baseUrl } = await answering(() => ({
      body: { choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }] },
    }))
    const { gateway } = harness(baseUrl, { budget: { maxCost: 1 } })
    expect((await gateway.chat(chatRequest('hi'), never)).cost).toBeNull()
    expect(gateway.state().spent).toBeGreaterThanOrEqual((100 * 1.6) / 1e6)
  })

  it('refuses a model without a price before anything is sent', async () => {
    const { baseUrl, seen } = await answering(() => completion('x'))
    const { gateway } = harness(baseUrl, { budget: { maxCost: 1 } })
    await expect(gateway.chat(chatRequest('hi', { model: 'compatible/x' }), never)).rejects.toThrow(
      'no price',
    )
    expect(seen).toEqual([])
  })
})
