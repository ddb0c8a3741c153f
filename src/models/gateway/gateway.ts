import { setMaxListeners } from 'node:events'
import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Json } from '../../core/json.ts'
import type { ChatReply, ChatRequest, EmbedRequest, Ledger, ModelPort, ReplyCache } from '../../core/model.ts'
import { defaultRetry, type RetryPlan } from './back-off.ts'
import { Budget, type BudgetOptions } from './budget.ts'
import { Embedder } from './embedder.ts'
import { KeyRing } from './key-ring.ts'
import { Lane, type LaneLimits, type LaneState } from './lane.ts'
import { addressOf, type ModelAddress, type ModelSources } from './model-address.ts'
import { createClient, type ModelClient } from './model-client.ts'
import { listPrices } from './price-list.ts'
import { nearestPriced, priceOf, type PriceTable } from './prices.ts'
import { readReply, tokenUsage } from './read-reply.ts'
import { Redactor } from './redact.ts'
import { callOptions, requestKey } from './resolved-request.ts'
import { Sender, type Sending, type Sent, type Tried } from './sender.ts'
import { SingleFlight } from './single-flight.ts'
import { stopOnMisuse } from './stop-on-misuse.ts'
import { withSuggestions } from './suggest-models.ts'
import { promptSize, tokenCounter } from './tokens.ts'

export interface GatewayOptions {
  readonly sources: ModelSources
  readonly clock: Clock
  /** Waits; rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Numbers in [0, 1) from a seeded stream, for jitter. */
  readonly uniform: () => number
  /** Where calls are written down, and under which run; null: nowhere. */
  readonly ledger: { readonly port: Ledger; readonly run: string } | null
  readonly cache: ReplyCache | null
  /** Built-in list prices when absent. */
  readonly prices?: PriceTable
  readonly budget?: BudgetOptions
  /** For every provider. Default: 8 at once, no limit per minute. */
  readonly limits?: Partial<LaneLimits>
  /** For single providers, over `limits`. */
  readonly providerLimits?: Readonly<Record<string, Partial<LaneLimits>>>
  readonly retry?: Partial<RetryPlan>
  /** Milliseconds that one try may take; default 180,000. */
  readonly timeout?: number
  /** Folder for models of `local:` embeddings. */
  readonly localModels?: string
  /** Something a provider ignored or changed, such as a temperature; once per model and text. */
  onWarning?(model: string, warning: string): void
}

/** How the gateway stands at a moment, for live progress. */
export interface GatewayState {
  readonly providers: Readonly<Record<string, LaneState & LaneLimits>>
  /** US dollars, the worst case of calls of unknown cost included. */
  readonly spent: number
  readonly reserved: number
}

export interface Gateway extends ModelPort {
  /**
   * Checks ids before a run: form, provider, address, key. Sends nothing and runs no key command.
   * @throws UsageError
   */
  check(id: string): ModelAddress | null
  state(): GatewayState
  /** Resolves when cancelled calls too have ended and are written down. Call it before the store is closed. */
  close(): Promise<void>
}

const TIMEOUT = 180_000
const defaultLimits: LaneLimits = {
  concurrency: 8,
  requestsPerMinute: Infinity,
  tokensPerMinute: Infinity,
}

const count = z.number().nullable()
const keptReplySchema = z.object({
  text: z.string(),
  usage: z.object({ input: count, output: count, cachedInput: count, reasoning: count }),
  servedBy: z.string().nullable(),
  latency: z.number(),
})

interface Answer {
  readonly text: string
  readonly servedBy: string | null
}

/** The one way to models. Create one per run; limits, budget and stops are those of this object. */
export function createGateway(options: GatewayOptions): Gateway {
  return new ModelGateway(options)
}

class ModelGateway implements Gateway {
  readonly #options: GatewayOptions
  readonly #redactor = new Redactor()
  readonly #keys: KeyRing
  readonly #budget: Budget
  readonly #sender: Sender
  readonly #prices: PriceTable
  readonly #embedder: Embedder
  readonly #lanes = new Map<string, { lane: Lane; limits: LaneLimits }>()
  readonly #clients = new Map<string, Promise<ModelClient>>()
  readonly #flights = new SingleFlight<ChatReply>()
  readonly #warned = new Set<string>()

  constructor(options: GatewayOptions) {
    const { clock, sleep, uniform, ledger, sources } = options
    this.#options = options
    this.#keys = new KeyRing(sources, this.#redactor)
    const prices = options.prices ?? listPrices
    this.#prices = prices
    this.#budget = new Budget({
      nearestPriced: (model) => nearestPriced(model, prices),
      ...(options.budget ?? { maxCost: null }),
    })
    this.#sender = new Sender({
      timing: { now: () => clock.now(), sleep },
      monotonic: () => clock.monotonic(),
      budget: this.#budget,
      redactor: this.#redactor,
      retry: { ...defaultRetry, ...options.retry },
      timeout: options.timeout ?? TIMEOUT,
      uniform,
      record: async (entry) => ledger?.port.recordCalls(ledger.run, [entry]),
      explain: async (problem, address) => withSuggestions(problem, address, await this.#keys.keyOf(address)),
    })
    this.#embedder = new Embedder({
      address: (id) => addressOf(id, sources),
      client: (address) => this.#client(address),
      send: (sending, signal) => this.#send(sending, signal),
      price: (id) => priceOf(id, this.#prices),
      cache: options.cache,
      localModels: options.localModels ?? null,
    })
  }

  check(id: string): ModelAddress | null {
    if (id.startsWith('local:')) return null
    const address = addressOf(id, this.#options.sources)
    this.#keys.check(address)
    return address
  }

  chat(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    return stopOnMisuse(() => this.#chat(request, signal))
  }

  embed(request: EmbedRequest, signal: AbortSignal): Promise<readonly Float32Array[]> {
    setMaxListeners(0, signal)
    return stopOnMisuse(() => this.#embedder.embed(request, signal))
  }

  async #chat(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    // Hundreds of calls listen to the signal of one run.
    setMaxListeners(0, signal)
    const address = addressOf(request.model, this.#options.sources)
    const key = requestKey(request, address)
    const kept = await this.#kept(key)
    if (kept !== null) return kept
    const { value, joined } = await this.#flights.join(key, signal, (stop) =>
      this.#ask(request, address, key, stop),
    )
    return joined ? { ...value, cost: 0, fromCache: true } : value
  }

  state(): GatewayState {
    return {
      providers: Object.fromEntries(
        [...this.#lanes].map(([name, { lane, limits }]) => [name, { ...limits, ...lane.state() }]),
      ),
      spent: this.#budget.spent,
      reserved: this.#budget.reserved,
    }
  }

  async close(): Promise<void> {
    await this.#flights.idle()
    for (const { lane } of this.#lanes.values()) lane.close()
  }

  async #ask(
    request: ChatRequest,
    address: ModelAddress,
    key: string,
    signal: AbortSignal,
  ): Promise<ChatReply> {
    setMaxListeners(0, signal)
    // Somebody may have finished between the look into the cache and now.
    const kept = await this.#kept(key)
    if (kept !== null) return kept
    const client = await this.#client(address)
    const model = client.chat(address.model)
    const size = once(async () => promptSize(request, address, await tokenCounter()))
    // Counting 50,000 tokens takes some 20 ms, so it is left out where no limit needs it.
    const tokens = this.#countsTokens(address) ? (await size()).tokens : 0
    const { maxOutputTokens } = request.parameters
    const sent = await this.#send<Answer>(
      {
        address,
        purpose: request.purpose,
        request: key,
        tokens: tokens + maxOutputTokens,
        inputAtMost: async () => (await size()).atMost,
        outputAtMost: maxOutputTokens,
        price: priceOf(address.id, this.#prices),
        attempt: async (stop) => this.#attempt(model, request, address, stop),
      },
      signal,
    )
    const { value, usage, latency, cost } = sent
    await this.#options.cache?.keepReply(key, { ...value, usage: { ...usage }, latency })
    return { ...value, usage, latency, cost, fromCache: false }
  }

  #countsTokens({ provider }: ModelAddress): boolean {
    return this.#budget.limited || this.#laneOf(provider.name).limits.tokensPerMinute !== Infinity
  }

  async #attempt(
    model: ReturnType<ModelClient['chat']>,
    request: ChatRequest,
    address: ModelAddress,
    signal: AbortSignal,
  ): Promise<Tried<Answer>> {
    const result = await model.doGenerate(callOptions(request, address, signal))
    for (const warning of result.warnings) this.#warn(address.id, warning)
    const reading = readReply(result, address.id, this.#redactor)
    return {
      result:
        'fault' in reading
          ? reading
          : { value: this.#withoutKeys(reading.text, result.response?.modelId ?? null) },
      usage: tokenUsage(result.usage),
    }
  }

  #withoutKeys(text: string, servedBy: string | null): Answer {
    return {
      text: this.#redactor.withoutKeys(text),
      servedBy: servedBy === null ? null : this.#redactor.withoutKeys(servedBy),
    }
  }

  #warn(id: string, warning: { type: string; feature?: string; details?: string; message?: string }): void {
    const words = [warning.type, warning.feature, warning.details ?? warning.message]
    const text = this.#redactor.excerpt(words.filter((word) => word !== undefined).join(': '))
    const key = `${id}\n${text}`
    if (this.#warned.has(key)) return
    this.#warned.add(key)
    this.#options.onWarning?.(id, text)
  }

  async #kept(key: string): Promise<ChatReply | null> {
    const stored: Json | undefined = await this.#options.cache?.cachedReply(key)
    const read = keptReplySchema.safeParse(stored)
    return read.success ? { ...read.data, cost: 0, fromCache: true } : null
  }

  #client(address: ModelAddress): Promise<ModelClient> {
    const { name } = address.provider
    let client = this.#clients.get(name)
    if (client === undefined) {
      client = this.#keys.keyOf(address).then((key) => createClient(address, key))
      this.#clients.set(name, client)
    }
    return client
  }

  #send<T>(sending: Sending<T>, signal: AbortSignal): Promise<Sent<T>> {
    return this.#sender.send(sending, this.#laneOf(sending.address.provider.name).lane, signal)
  }

  #laneOf(provider: string): { lane: Lane; limits: LaneLimits } {
    const known = this.#lanes.get(provider)
    if (known !== undefined) return known
    const { clock, sleep, limits, providerLimits } = this.#options
    const merged = { ...defaultLimits, ...limits, ...providerLimits?.[provider] }
    const made = { lane: new Lane(merged, { now: () => clock.now(), sleep }), limits: merged }
    this.#lanes.set(provider, made)
    return made
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
