import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../../src/core/json.ts'
import type { Random } from '../../src/stats/random.ts'

const distractorSchema = z.object({ label: z.string(), value: z.string(), language: z.string() })
const sessionSchema = z.object({ retrieval: z.object({ query: z.string() }) })

const sample = (path: string): string =>
  readFileSync(new URL(`../../sample/alpsbench/${path}`, import.meta.url), 'utf8')

/** The invented memories of the embedded sample. */
export function inventedMemories() {
  return sample('distractors.jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => distractorSchema.parse(parseJson(line)))
}

/** The retrieval queries of the sample's 24 dialogues. */
export function inventedQueries(): string[] {
  return Array.from({ length: 24 }, (_, at) => {
    const number = String(at + 1).padStart(2, '0')
    return sessionSchema.parse(parseJson(sample(`sessions/sess_demo${number}.json`))).retrieval.query
  })
}

const words = [
  ...new Set(
    inventedMemories()
      .filter(({ language }) => language === 'en')
      .flatMap(({ value }) => value.toLowerCase().match(/[a-z]+/g) ?? []),
  ),
]

/** Words of the sample's English memories in random order; no sense, but the length and spread of real words. */
export function sentence(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, words)).join(' ')
}

/** One of a list. @throws RangeError for an empty list */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.integer(0, items.length - 1)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
