import { basename } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { InputError } from '../../core/errors.ts'
import { hashJson } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { TokenUsage } from '../../core/model.ts'
import type { PriceListFacts } from '../../core/price-list-facts.ts'
import { listPrices } from './price-list.ts'

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Input that the provider had in its cache; null: costs as much as other input. */
  readonly cachedInput: number | null
}

/** Prices by model id; `<provider>/*` stands for every model of a provider. */
export interface PriceTable {
  /** What people call it: `built-in list`, or the file that stands over it. */
  readonly name: string
  /** Day on which the prices were looked at, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly source: string
  readonly prices: Readonly<Record<string, Price>>
}

const MILLION = 1_000_000

const money = z.number().min(0)
const priceFileSchema = z.strictObject({
  asOf: z.iso.date(),
  source: z.string().min(1).default('given by the user'),
  prices: z.record(
    z.string().regex(/^[^/\s]+\/\S+$/),
    z.strictObject({ input: money, output: money, cachedInput: money.nullable().default(null) }),
  ),
})

/**
 * Reads a price file, `{ asOf, source?, prices: { "<provider>/<model>": { input, output, cachedInput? } } }`; `output` is 0 for an
 * embedding model.
 * Its prices win over the built-in ones, which stay for every other model.
 * @throws InputError
 */
export function readPrices(value: Json, file: string, base: PriceTable = listPrices): PriceTable {
  const read = priceFileSchema.safeParse(value)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new InputError('price-file', issue?.message ?? 'not a price file', {
      file,
      ...(issue === undefined ? {} : { field: issue.path.join('.') }),
    })
  }
  const { asOf, source, prices } = read.data
  return {
    name: `${basename(file)} over the ${base.name}`,
    asOf,
    source: `${source}; others: ${base.source} (${base.asOf})`,
    prices: { ...base.prices, ...prices },
  }
}

/**
 * The price of a model: of its id, of the id without a date of release, or of all models of its provider.
 * Null when there is none: then nothing can be said about money.
 */
export function priceOf(id: string, table: PriceTable): Price | null {
  const undated = id.replace(/[-@](\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '')
  const names = [id, undated, `${id.slice(0, id.indexOf('/'))}/*`]
  for (const name of names) {
    if (Object.hasOwn(table.prices, name)) return table.prices[name] ?? null
  }
  return null
}

/** Name, day and SHA-256 of a price list, so that money can be traced to the prices that gave it. */
export function priceListFacts({ name, asOf, source, prices }: PriceTable): PriceListFacts {
  const rows = Object.entries(prices).map(([id, price]) => [id, { ...price }] as const)
  return { name, asOf, hash: hashJson({ asOf, source, prices: Object.fromEntries(rows) }) }
}

/** Priced ids that look like the given one, best first, at most three; at most a third of the letters differ. */
export function nearestPriced(id: string, { prices }: PriceTable): readonly string[] {
  return Object.keys(prices)
    .filter((name) => !name.endsWith('/*'))
    .map((name) => ({ name, far: distance(name, id) }))
    .filter(({ name, far }) => far <= Math.max(name.length, id.length) / 3)
    .toSorted((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** US dollars of a call; null when the price or a needed count is not known. */
export function costOf(usage: TokenUsage, price: Price | null): number | null {
  if (price === null || usage.input === null) return null
  if (usage.output === null && price.output > 0) return null
  const cached = Math.min(usage.cachedInput ?? 0, usage.input)
  const input = (usage.input - cached) * price.input + cached * (price.cachedInput ?? price.input)
  return (input + (usage.output ?? 0) * price.output) / MILLION
}

/** US dollars that a call may cost at most. */
export function worstCost(inputTokens: number, maxOutputTokens: number, price: Price): number {
  return (
    (inputTokens * Math.max(price.input, price.cachedInput ?? 0) + maxOutputTokens * price.output) / MILLION
  )
}
