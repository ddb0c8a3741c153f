import { describe, expect, it } from 'vitest'
import { InputError } from '../../core/errors.ts'
import { chatRequest } from './fixtures/harness.ts'
import { egressSheet, estimateCalls } from './estimate.ts'
import { addressOf } from './model-address.ts'
import { listPrices } from './price-list.ts'
import { costOf, nearestPriced, priceListFacts, priceOf, readPrices } from './prices.ts'
import { promptSize, tokenCounter } from './tokens.ts'

const usage = { input: 1_000_000, output: 100_000, cachedInput: 400_000, reasoning: 50_000 }

describe('a price', () => {
  it('is found by id, without a date of release, and by provider', () => {
    const mini = priceOf('openai/gpt-4.1-mini', listPrices)
    expect(mini).toEqual({ input: 0.4, output: 1.6, cachedInput: 0.1 })
    expect(priceOf('openai/gpt-4.1-mini-2025-04-14', listPrices)).toEqual(mini)
    expect(priceOf('anthropic/claude-sonnet-4-20250514', listPrices)).toMatchObject({ input: 3 })
    expect(priceOf('ollama/anything', listPrices)).toMatchObject({ input: 0 })
    expect(priceOf('openai/gpt-4.1-minimal', listPrices)).toBeNull()
    expect(priceOf('compatible/constructor', listPrices)).toBeNull()
  })

  it('times usage is money; unknown usage is not nothing', () => {
    const price = { input: 2, output: 8, cachedInput: 0.5 }
    expect(costOf(usage, price)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 8, 12)
    expect(costOf(usage, { ...price, cachedInput: null })).toBeCloseTo(2 + 0.8, 12)
    expect(costOf({ ...usage, input: null }, price)).toBeNull()
    expect(costOf({ ...usage, output: null }, price)).toBeNull()
    expect(costOf(usage, null)).toBeNull()
  })

  it('can be given in a file, over the list', () => {
    const prices = { 'openai/gpt-4.1': { input: 1, output: 2 }, 'local/*': { input: 0, output: 0 } }
    const table = readPrices({ asOf: '2026-11-30', prices }, 'prices.json')
    expect(priceOf('openai/gpt-4.1', table)).toEqual({ input: 1, output: 2, cachedInput: null })
    expect(priceOf('local/x', table)).toEqual({ input: 0, output: 0, cachedInput: null })
    expect(priceOf('openai/gpt-4o', table)).toMatchObject({ input: 2.5 })
    expect(table).toMatchObject({ asOf: '2026-11-30', source: expect.stringContaining(listPrices.asOf) })
  })

  it('comes from a list with a name and a hash of its own', () => {
    const table = (price: number, asOf = '2026-11-30', file = 'prices.json') =>
      priceListFacts(readPrices({ asOf, prices: { 'openai/gpt-4.1': { input: price, output: 0 } } }, file))
    expect(priceListFacts(listPrices)).toMatchObject({ name: 'built-in list', asOf: listPrices.asOf })
    expect(table(1)).toEqual(table(1, '2026-11-30', 'of/mine/prices.json'))
    expect(table(1)).toMatchObject({ name: 'prices.json over the built-in list', asOf: '2026-11-30' })
    const hashes = [table(1), table(2), table(1, '2026-11-29'), priceListFacts(listPrices)].map(
      ({ hash }) => hash,
    )
    expect(new Set(hashes).size).toBe(4)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['openai/gpt-4.1-minni', ['openai/gpt-4.1-mini', 'openai/gpt-4o-mini', 'openai/gpt-4.1-nano']],
    ['opneai/gpt-5', ['openai/gpt-5', 'openai/gpt-4o']],
    ['compatible/my-model', []],
    ['ollama/*', []],
  ])('that is not known: the nearest to %s', (id, near) => {
    expect(nearestPriced(id, listPrices)).toEqual(near)
  })

  it.each([
    { prices: {} },
    { asOf: 'yesterday', prices: {} },
    { asOf: '2026-11-30', prices: { 'openai/x': { input: -1 } } },
    { asOf: '2026-11-30', prices: { nomodel: { input: 1, output: 1 } } },
    { asOf: '2026-11-30', prices: { 'openai/x': { input: 1, ouput: 2 } } },
  ])('file %j is refused', (file) => {
    expect(() => readPrices(file, 'prices.json')).toThrow(InputError)
  })
})

describe('tokens', () => {
  it('are counted as OpenAI counts them, control words as text', async () => {
    const count = await tokenCounter()
    expect(count('hello world')).toBe(2)
    expect(count('')).toBe(0)
    expect(count('a <|endoftext|> b')).toBeGreaterThan(3)
  })

  it('of very long runs take linear time, and are close to the true count', async () => {
    const count = await tokenCounter()
    // o200k_base: 8 letters a token; 100,000 in one piece would take ten seconds.
    expect(count('a'.repeat(100_000))).toBe(12_500)
    expect(count(`x ${'你'.repeat(50_000)} y`)).toBeGreaterThan(10_000)
  })

  it('of other families are bounded by twice the count and by the bytes', async () => {
    const count = await tokenCounter()
    const sources = { env: {} }
    const request = chatRequest('The user drinks tea. 用户喝茶。')
    const openai = promptSize(request, addressOf('openai/x', sources), count)
    const other = promptSize(request, addressOf('anthropic/x', sources), count)
    expect(other.tokens).toBe(openai.tokens)
    expect(other.atMost).toBeGreaterThan(openai.atMost)
    const emoji = promptSize(chatRequest('q'), addressOf('anthropic/x', sources), count)
    expect(emoji.atMost - emoji.tokens).toBe(0)
  })

  it('of a schema count too, wherever it is sent', async () => {
    const count = await tokenCounter()
    const plain = chatRequest('hi')
    const reply = { name: 'v', schema: { type: 'object', description: 'word '.repeat(100) } }
    for (const id of ['openai/x', 'deepseek/x']) {
      const address = addressOf(id, { env: {} })
      const more =
        promptSize({ ...plain, reply }, address, count).tokens - promptSize(plain, address, count).tokens
      expect(more).toBeGreaterThan(100)
    }
  })
})

describe('a dry run', () => {
  it('counts calls, tokens and the worst case, and says when there is no price', async () => {
    const requests = [
      chatRequest('hi'),
      chatRequest('word '.repeat(1000)),
      chatRequest('hi', { model: 'deepseek/new' }),
    ]
    const [openai, other] = await estimateCalls(requests, { env: {} }, listPrices)
    expect(openai).toMatchObject({ model: 'openai/gpt-4.1-mini', calls: 2, maxOutputTokens: 200 })
    expect(openai?.longestInput).toBeGreaterThanOrEqual(1000)
    expect(openai?.worstCost).toBeGreaterThanOrEqual(((openai?.inputTokens ?? 0) * 0.4 + 200 * 1.6) / 1e6)
    expect(other).toMatchObject({ calls: 1, worstCost: null })
  })

  it('says which text goes to whom', () => {
    const sheet = egressSheet(
      [
        { model: 'ollama/x', kinds: ['dialogues'] },
        { model: 'openai/b', kinds: ['memories', 'dialogues'] },
        { model: 'openai/a', kinds: ['answers'] },
        { model: 'local:minilm', kinds: ['memories'] },
      ],
      { env: {} },
    )
    expect(sheet).toEqual([
      {
        host: 'api.openai.com',
        loopback: false,
        models: ['openai/a', 'openai/b'],
        kinds: ['answers', 'dialogues', 'memories'],
      },
      { host: '127.0.0.1:11434', loopback: true, models: ['ollama/x'], kinds: ['dialogues'] },
    ])
  })
})
