import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MemoryItem } from '../core/memory.ts'
import { tokenCounter, type TokenCounter } from '../models/gateway/tokens.ts'
import { fitBudget } from '../systems/memory/fit-budget.ts'

function shelfItem(id: string, text: string): MemoryItem {
  return { id, text, saidAt: null, happenedAt: null, sources: [], score: null, raw: null }
}

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
