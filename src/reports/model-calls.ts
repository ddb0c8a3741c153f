import type { PriceListFacts } from '../core/price-list-facts.ts'
import type { CallTotals } from '../core/store.ts'

/** What all calls of a run to one model came to, whatever they were for. */
export interface ModelCalls {
  readonly model: string
  /** Calls made, failed ones included. Replies that were there already are none. */
  readonly calls: number
  readonly failed: number
  /** Tokens of the calls that report them; null when none does. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** US dollars; null when the cost of a call is not known. */
  readonly cost: number | null
  /** US dollars of known costs, and the worst case of calls of which only that is known. */
  readonly spent: number
  /** Calls of which neither is known. */
  readonly unpriced: number
  /** Price lists of the run, in the order of their use; absent where nobody wrote them down. */
  readonly prices?: readonly PriceListFacts[]
}

/** Sums a run's calls by model, in the order of `totals`. */
export function callsByModel(totals: readonly CallTotals[]): ModelCalls[] {
  const models = new Map<string, ModelCalls>()
  for (const { model, calls, failed, inputTokens, outputTokens, cost, spent, unpriced } of totals) {
    const before = models.get(model)
    models.set(model, {
      model,
      calls: (before?.calls ?? 0) + calls,
      failed: (before?.failed ?? 0) + failed,
      // No prompt has 0 tokens: nobody counted them.
      inputTokens: (before?.inputTokens ?? 0) + inputTokens || null,
      outputTokens: (before?.outputTokens ?? 0) + outputTokens || null,
      cost: before?.cost === null || cost === null ? null : (before?.cost ?? 0) + cost,
      spent: (before?.spent ?? 0) + spent,
      unpriced: (before?.unpriced ?? 0) + unpriced,
    })
  }
  return [...models.values()]
}

/** `built-in list as of 2026-01-31, sha256 0123456789ab` */
export function priceListText({ name, asOf, hash }: PriceListFacts): string {
  return `${name} as of ${asOf}, sha256 ${hash.slice(0, 12)}`
}

/** `Calls to openai/x: 12 (1 failed), 9000 input and 310 output tokens, 0.0123 USD by the prices of …` */
export function callsNote(sum: ModelCalls): string {
  const { model, calls, failed, inputTokens, outputTokens } = sum
  const tokens =
    inputTokens === null && outputTokens === null
      ? 'no token counts'
      : `${inputTokens ?? 'unknown'} input and ${outputTokens ?? 'unknown'} output tokens`
  const lists = sum.unpriced === calls ? [] : (sum.prices ?? [])
  const source = lists.length === 0 ? '' : ` by the prices of: ${lists.map(priceListText).join('; then ')}`
  return `Calls to ${model}: ${calls} (${failed} failed), ${tokens}, ${money(sum)}${source}.`
}

/** Never a number for what nobody knows. */
function money({ calls, cost, spent, unpriced }: ModelCalls): string {
  if (cost !== null) return dollars(cost)
  if (unpriced === calls) return 'cost unknown (no price)'
  if (unpriced === 0) return `at most ${dollars(spent)} (not every cost is known)`
  return `at most ${dollars(spent)} and an unknown amount for ${unpriced} without a price`
}

function dollars(cost: number): string {
  return cost > 0 && cost < 0.0001 ? 'less than 0.0001 USD' : `${cost.toFixed(4)} USD`
}
