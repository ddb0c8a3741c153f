import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenCounter, type TokenCounter } from '../../models/gateway/tokens.ts'
import { shelfItem } from './fixtures/shelf-memory.ts'
import { fitBudget } from './fit-budget.ts'

/** A word is a token: tables can be read without a tokeniser. */
const words = (text: string): Promise<number> => Promise.resolve(text.split(/\s+/).filter(Boolean).length)
const items = (...sizes: number[]) =>
  sizes.map((size, at) => shelfItem(`${at}`, Array.from({ length: size }, (_, word) => `w${word}`).join(' ')))

describe('what fits into a budget', () => {
  // Sizes of the items, the budget, sizes of what is kept, whether something is missing.
  it.each([
    [[], 100, [], false],
    [[10, 20], 30, [10, 20], false],
    [[10, 20], 100, [10, 20], false],
    [[10, 0, 20], 30, [10, 0, 20], false],
    // The first that does not fit is cut, and nothing comes after it, however short.
    [[10, 40, 5], 30, [10, 20], true],
    [[100, 1], 50, [50], true],
    // A rest of less than 16 tokens says nothing.
    [[10, 20], 26, [10, 16], true],
    [[10, 20], 25, [10], true],
    [[10, 20, 1], 11, [10], true],
    [[20], 15, [], true],
    [[20], 1, [], true],
    [[10, 1], 10, [10], true],
    [[10], 10, [10], false],
  ])('%j into %i: %j', async (sizes, budget, kept, trimmed) => {
    const all = items(...sizes)
    const fitted = await fitBudget(all, budget, words)
    expect(await Promise.all(fitted.items.map(({ text }) => words(text)))).toEqual(kept)
    expect(fitted.items.map(({ id }) => id)).toEqual(all.slice(0, kept.length).map(({ id }) => id))
    expect(fitted.tokens).toBe(kept.reduce((sum, size) => sum + size, 0))
    expect(fitted.trimmed).toBe(trimmed)
  })

  it('keeps everything of an item but the end of its text', async () => {
    const item = { ...shelfItem('a', 'w '.repeat(40)), saidAt: '2024-05-01', score: 0.5, raw: { a: 1 } }
    const { items: kept } = await fitBudget([item], 20, words)
    expect(kept).toEqual([{ ...item, text: 'w '.repeat(20).trim() }])
  })
})

const scripts = [
  'a',
  'word ',
  '北',
  '京。',
  '👩‍👩‍👧',
  '🇵🇹',
  'ש',
  'ع',
  ' ',
  '\n',
  '        ',
  'é',
  '\u0301',
  '---',
  '0',
  'ß',
]
const text = fc.array(fc.constantFrom(...scripts), { maxLength: 120 }).map((parts) => parts.join(''))
const ranking = fc
  .array(text, { maxLength: 6 })
  .map((texts) => texts.map((one, at) => shelfItem(`${at}`, one)))

describe('with the tokeniser of all budgets', () => {
  let count: TokenCounter
  beforeAll(async () => {
    count = await tokenCounter()
  })
  const tokens = (one: string): Promise<number> => Promise.resolve(count(one))

  it('never gives more than the budget, only beginnings, in order, in whole characters', async () => {
    await fc.assert(
      fc.asyncProperty(ranking, fc.integer({ min: 1, max: 200 }), async (all, budget) => {
        const fitted = await fitBudget(all, budget, tokens)
        const sum = fitted.items.reduce((total, one) => total + count(one.text), 0)
        expect(sum).toBe(fitted.tokens)
        expect(sum).toBeLessThanOrEqual(budget)
        for (const [at, one] of fitted.items.entries()) {
          const whole = all[at]?.text ?? ''
          expect(whole.startsWith(one.text)).toBe(true)
          expect(one.text).not.toMatch(/\p{Surrogate}/u)
          if (at < fitted.items.length - 1) expect(one.text).toBe(whole)
        }
        const isWhole = JSON.stringify(fitted.items) === JSON.stringify(all)
        expect(fitted.trimmed).toBe(!isWhole)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['Latin', 'A plain sentence about a cat. ', 0.9],
    ['Chinese', '我每天早上喝咖啡，然后去上班。', 0.9],
    ['Arabic', 'أشرب القهوة كل صباح ثم أذهب إلى العمل. ', 0.9],
    ['emoji', '👩‍👩‍👧 🇵🇹 🎉 ', 0.9],
    ['one long word', 'x', 0.9],
  ])('cuts %s close to the budget', async (_, piece, least) => {
    const fitted = await fitBudget([shelfItem('a', piece.repeat(3000))], 100, tokens)
    expect(fitted.tokens).toBeGreaterThanOrEqual(100 * least)
    expect(fitted.tokens).toBeLessThanOrEqual(100)
  })

  it('cuts blanks and half a character away', async () => {
    // So long that the look at its beginning ends inside a character.
    for (const blank of [' ', '\n', '\t']) {
      for (const shift of [0, 1]) {
        const long = `${blank.repeat(17 * 64 - 1 + shift)}😀 end`
        const fitted = await fitBudget([shelfItem('a', 'w'), shelfItem('b', long.repeat(9))], 18, tokens)
        expect(fitted.tokens).toBeLessThanOrEqual(18)
        for (const one of fitted.items) expect(one.text).not.toMatch(/\p{Surrogate}/u)
      }
    }
  })

  it('text that looks like a control token is text', async () => {
    const fitted = await fitBudget([shelfItem('a', '<|endoftext|> '.repeat(100))], 20, tokens)
    expect(fitted.tokens).toBeGreaterThan(0)
  })
})
