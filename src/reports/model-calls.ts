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
  /** US dollars; null when the price of an answered call is not known. */
  readonly cost: number | null
}

/** Sums a run's calls by model, in the order of `totals`. */
export function callsByModel(totals: readonly CallTotals[]): ModelCalls[] {
  const models = new Map<string, ModelCalls>()
  for (const { model, calls, failed, inputTokens, outputTokens, cost } of totals) {
    const before = models.get(model)
    models.set(model, {
      model,
      calls: (before?.calls ?? 0) + calls,
      failed: (before?.failed ?? 0) + failed,
      // No prompt has 0 tokens: nobody counted them.
      inputTokens: (before?.inputTokens ?? 0) + inputTokens || null,
      outputTokens: (before?.outputTokens ?? 0) + outputTokens || null,
      cost: before?.cost === null || cost === null ? null : (before?.cost ?? 0) + cost,
    })
  }
  return [...models.values()]
}

/** `Calls to openai/x: 12 (1 failed), 9000 input and 310 output tokens, 0.0123 USD.` */
export function callsNote({ model, calls, failed, inputTokens, outputTokens, cost }: ModelCalls): string {
  const tokens =
    inputTokens === null && outputTokens === null
      ? 'no token counts'
      : `${inputTokens ?? 'unknown'} input and ${outputTokens ?? 'unknown'} output tokens`
  return `Calls to ${model}: ${calls} (${failed} failed), ${tokens}, ${dollars(cost)}.`
}

function dollars(cost: number | null): string {
  if (cost === null) return 'no price'
  return cost > 0 && cost < 0.0001 ? 'less than 0.0001 USD' : `${cost.toFixed(4)} USD`
}
