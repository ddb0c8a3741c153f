import { z } from 'zod'

/** What tells one price list from another: by it money can be traced to the prices that gave it. */
export const priceListFactsSchema = z.object({
  name: z.string(),
  /** Day on which the prices were looked at, `YYYY-MM-DD`. */
  asOf: z.string(),
  /** SHA-256 of day, source and prices. */
  hash: z.string(),
})
export type PriceListFacts = z.infer<typeof priceListFactsSchema>
