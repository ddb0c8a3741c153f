import type { ChatRequest } from '../../core/model.ts'
import { addressOf, type ModelAddress, type ModelSources } from './model-address.ts'
import { priceOf, worstCost, type PriceTable } from './prices.ts'
import { promptSize, tokenCounter } from './tokens.ts'

/** What the calls to one model come to before they are made. */
export interface CallEstimate {
  readonly model: string
  readonly calls: number
  /** Prompt tokens; an estimate for models that are not OpenAI's. */
  readonly inputTokens: number
  /** Prompt tokens of the longest call. */
  readonly longestInput: number
  readonly maxOutputTokens: number
  /** US dollars if every answer were as long as allowed and nothing had to be tried again; null: no price known. */
  readonly worstCost: number | null
}

interface Sums {
  calls: number
  inputTokens: number
  longestInput: number
  maxOutputTokens: number
  worstCost: number | null
}

/**
 * Counts calls, tokens and money of requests without sending anything, for `--dry-run`. Requests are looked at one
 * by one, so that 10,000 long prompts need not be in memory.
 * @throws UsageError for an unknown provider
 */
export async function estimateCalls(
  requests: AsyncIterable<ChatRequest> | Iterable<ChatRequest>,
  sources: ModelSources,
  prices: PriceTable,
): Promise<readonly CallEstimate[]> {
  const count = await tokenCounter()
  const models = new Map<string, Sums>()
  for await (const request of requests) {
    const sums = models.get(request.model) ?? {
      calls: 0,
      inputTokens: 0,
      longestInput: 0,
      maxOutputTokens: 0,
      worstCost: 0,
    }
    models.set(request.model, sums)
    const { tokens, atMost } = promptSize(request, addressOf(request.model, sources), count)
    const { maxOutputTokens } = request.parameters
    const price = priceOf(request.model, prices)
    sums.calls += 1
    sums.inputTokens += tokens
    sums.longestInput = Math.max(sums.longestInput, tokens)
    sums.maxOutputTokens += maxOutputTokens
    sums.worstCost =
      price === null || sums.worstCost === null
        ? null
        : sums.worstCost + worstCost(atMost, maxOutputTokens, price)
  }
  return [...models].map(([model, sums]) => ({ model, ...sums }))
}

/** A use of a model that sends text away. */
export interface TextUse {
  readonly model: string
  /** What the text is, in words for people: `dialogues`, `memories`, `answers of the system` … */
  readonly kinds: readonly string[]
}

/** Which text goes to which host. */
export interface EgressRow {
  readonly host: string
  /** True: the text stays on this machine. */
  readonly loopback: boolean
  readonly models: readonly string[]
  readonly kinds: readonly string[]
}

/**
 * The egress sheet: one row per host, hosts elsewhere first. Models that run inside this process (`local:`) send
 * nothing and have no row.
 * @throws UsageError for an unknown provider
 */
export function egressSheet(uses: readonly TextUse[], sources: ModelSources): readonly EgressRow[] {
  const hosts = new Map<string, { address: ModelAddress; models: Set<string>; kinds: Set<string> }>()
  for (const { model, kinds } of uses) {
    if (model.startsWith('local:')) continue
    const address = addressOf(model, sources)
    const row = hosts.get(address.host) ?? { address, models: new Set(), kinds: new Set() }
    hosts.set(address.host, row)
    row.models.add(model)
    for (const kind of kinds) row.kinds.add(kind)
  }
  return [...hosts.values()]
    .map(({ address: { host, loopback }, models, kinds }) => ({
      host,
      loopback,
      models: [...models].toSorted(),
      kinds: [...kinds].toSorted(),
    }))
    .toSorted((a, b) => Number(a.loopback) - Number(b.loopback) || (a.host < b.host ? -1 : 1))
}
