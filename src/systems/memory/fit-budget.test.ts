import { describe, expect, it } from 'vitest'
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
