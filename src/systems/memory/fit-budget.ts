import type { MemoryItem } from '../../core/memory.ts'

/** What of a ranking fits into a token budget. */
export interface Fitted {
  /** The best that fit, in the order given; the last one is cut where it does not fit whole. */
  readonly items: readonly MemoryItem[]
  readonly tokens: number
  /** Whether anything was left out or cut. */
  readonly trimmed: boolean
}

/** A rest of fewer tokens says nothing: an item is not cut to it. */
const LEAST = 16

/**
 * Takes items from the best on while their texts fit. The first that does not fit is cut at its end to what is left
 * of the budget, and nothing comes after it, so that a system gains nothing by storing long or short texts.
 * @param budget tokens of all texts together
 */
export async function fitBudget(
  items: readonly MemoryItem[],
  budget: number,
  countTokens: (text: string) => Promise<number>,
): Promise<Fitted> {
  const kept: MemoryItem[] = []
  let tokens = 0
  for (const item of items) {
    const size = await countTokens(item.text)
    if (tokens + size <= budget) {
      kept.push(item)
      tokens += size
      continue
    }
    const left = budget - tokens
    if (left < LEAST) return { items: kept, tokens, trimmed: true }
    const text = await cutTo(item.text, left, countTokens)
    if (text === '') return { items: kept, tokens, trimmed: true }
    return { items: [...kept, { ...item, text }], tokens: tokens + (await countTokens(text)), trimmed: true }
  }
  return { items: kept, tokens, trimmed: false }
}

/** A beginning of a text with at most so many tokens, as long as can be, in whole characters. */
async function cutTo(
  text: string,
  tokens: number,
  countTokens: (text: string) => Promise<number>,
): Promise<string> {
  // No token of the tokeniser is longer than some 30 characters of text that is not blank: a bound for the search,
  // which may end inside a character.
  const letters = Array.from(text.slice(0, tokens * 64).replace(/\p{Surrogate}$/u, ''))
  let least = 0
  let most = letters.length
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if ((await countTokens(letters.slice(0, middle).join(''))) <= tokens) least = middle
    else most = middle - 1
  }
  return letters.slice(0, least).join('').trimEnd()
}
