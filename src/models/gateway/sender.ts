import type { Fault, RunStop } from '../../core/fault.ts'
import type { LedgerEntry, TokenUsage } from '../../core/model.ts'
import { pauseBefore, type RetryPlan } from './back-off.ts'
import type { Budget } from './budget.ts'
import { CallTimeout, problemOf, type CallProblem } from './call-problem.ts'
import type { Lane, Timing } from './lane.ts'
import type { ModelAddress } from './model-address.ts'
import { costOf, worstCost, type Price } from './prices.ts'
import { noUsage } from './read-reply.ts'
import type { Redactor } from './redact.ts'

/** What a try brought: a value, or a fault of the system that came with an answer. */
export interface Tried<T> {
  readonly result: { readonly value: T } | { readonly fault: Fault }
  readonly usage: TokenUsage
}

/** A request that is ready to be sent. */
export interface Sending<T> {
  readonly address: ModelAddress
  readonly purpose: string
  /** Hash of the request. */
  readonly request: string
  /** Tokens that the provider will count against its limits. */
  readonly tokens: number
  /** For the budget. */
  inputAtMost(): Promise<number>
  readonly outputAtMost: number
  readonly price: Price | null
  attempt(signal: AbortSignal): Promise<Tried<T>>
}

export interface Sent<T> {
  readonly value: T
  readonly usage: TokenUsage
  readonly latency: number
  readonly cost: number | null
}

export interface SenderOptions {
  readonly timing: Timing
  /** Milliseconds that only grow. */
  readonly monotonic: () => number
  readonly budget: Budget
  readonly redactor: Redactor
  readonly retry: RetryPlan
  /** Milliseconds that one try may take. */
  readonly timeout: number
  /** Numbers in [0, 1). */
  readonly uniform: () => number
  /** Writes a try down; durable when it resolves. */
  record(entry: LedgerEntry): Promise<void>
  /** Adds what may help to a stop: names of models that exist. */
  explain(problem: CallProblem, address: ModelAddress): Promise<RunStop>
}

/** Sends requests within limits and budget, again where that can help, and writes every try down. */
export class Sender {
  readonly #options: SenderOptions
  /** Providers and models that refused for good: nothing more is sent to them. */
  readonly #stops = new Map<string, Promise<RunStop>>()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** @throws Fault, RunStop; the signal's reason when it aborts */
  async send<T>(sending: Sending<T>, lane: Lane, signal: AbortSignal): Promise<Sent<T>> {
    const { retry, timing, uniform } = this.#options
    for (let tried = 1; ; tried += 1) {
      const outcome = await this.#once(sending, lane, signal, tried)
      if ('sent' in outcome) return outcome.sent
      const { problem } = outcome
      const { error, pause } = problem
      if (problem.next !== 'again' || tried >= retry.tries || (pause ?? 0) > retry.longestAsked) throw error
      // With a limit the lane itself keeps everybody away.
      if (!problem.limited) await timing.sleep(pauseBefore(retry, tried, pause, uniform()), signal)
    }
  }

  async #once<T>(
    sending: Sending<T>,
    lane: Lane,
    signal: AbortSignal,
    tried: number,
  ): Promise<{ readonly sent: Sent<T> } | { readonly problem: CallProblem }> {
    const { budget, retry, uniform, monotonic } = this.#options
    const { address, price } = sending
    await this.#throwIfStopped(address)
    const worst = async (): Promise<number | null> =>
      price === null ? null : worstCost(await sending.inputAtMost(), sending.outputAtMost, price)
    const reservation = await budget.reserve(address.id, budget.limited ? await worst() : null, signal)
    let leave: Awaited<ReturnType<Lane['enter']>>
    try {
      leave = await lane.enter(sending.tokens, signal)
    } catch (error) {
      reservation.settle(0)
      throw error
    }
    const start = monotonic()
    try {
      await this.#throwIfStopped(address)
    } catch (error) {
      reservation.settle(0)
      leave({ how: 'failed', tokens: 0, pause: 0 })
      throw error
    }
    try {
      const { result, usage } = await this.#timed(sending, signal)
      const latency = monotonic() - start
      const cost = costOf(usage, price)
      reservation.settle(cost)
      leave({ how: 'accepted', tokens: spentTokens(usage), pause: 0 })
      const fault = 'fault' in result ? result.fault : null
      const unknown = cost === null ? await worst() : null
      await this.#record(sending, {
        detail: fault?.reason ?? null,
        usage,
        latency,
        cost,
        worstCost: unknown,
      })
      if ('value' in result) return { sent: { value: result.value, usage, latency, cost } }
      const next = result.fault.by === 'infrastructure' ? 'again' : 'never'
      return {
        problem: {
          detail: result.fault.reason,
          next,
          limited: false,
          pause: null,
          error: result.fault,
          scope: 'model',
          mayCost: true,
        },
      }
    } catch (error) {
      const latency = monotonic() - start
      if (signal.aborted) {
        reservation.settle(null)
        leave({ how: 'failed', tokens: null, pause: 0 })
        const stopped = { detail: 'stopped', usage: noUsage, latency, cost: null }
        await this.#record(sending, { ...stopped, worstCost: await worst() })
        throw signal.reason
      }
      const problem = problemOf(error, address, this.#options.redactor, this.#options.timing.now())
      // Before the lane lets the next call go.
      const stop = problem.next === 'stop' ? this.#stop(problem, address) : null
      reservation.settle(problem.mayCost ? null : 0)
      const asked = problem.pause !== null && problem.pause <= retry.longestAsked ? problem.pause : null
      const pause = pauseBefore(retry, tried, asked, uniform())
      leave({ how: problem.limited ? 'limited' : 'failed', tokens: problem.mayCost ? null : 0, pause })
      const money = problem.mayCost ? { cost: null, worstCost: await worst() } : { cost: 0, worstCost: null }
      await this.#record(sending, { detail: problem.detail, usage: noUsage, latency, ...money })
      if (stop !== null) throw await stop
      return { problem }
    }
  }

  async #timed<T>(sending: Sending<T>, signal: AbortSignal): Promise<Tried<T>> {
    const { timing, timeout } = this.#options
    const call = new AbortController()
    const forward = (): void => call.abort(signal.reason)
    signal.addEventListener('abort', forward, { once: true })
    const over = new AbortController()
    const late = timing.sleep(timeout, over.signal).then(
      () => {
        const reason = new CallTimeout(timeout)
        call.abort(reason)
        throw reason
      },
      // The clock was stopped because the call is over.
      () => new Promise<never>(() => undefined),
    )
    try {
      signal.throwIfAborted()
      return await Promise.race([sending.attempt(call.signal), late])
    } finally {
      over.abort()
      signal.removeEventListener('abort', forward)
    }
  }

  async #record(
    { address, purpose, request }: Sending<unknown>,
    { detail, ...rest }: Pick<LedgerEntry, 'detail' | 'usage' | 'latency' | 'cost' | 'worstCost'>,
  ): Promise<void> {
    const at = this.#options.timing.now()
    const outcome = detail === null ? 'answered' : 'failed'
    await this.#options.record({ at, model: address.id, purpose, request, outcome, detail, ...rest })
  }

  async #throwIfStopped(address: ModelAddress): Promise<void> {
    const stop = this.#stops.get(address.provider.name) ?? this.#stops.get(address.id)
    if (stop !== undefined) throw await stop
  }

  /** One and the same error for all calls that are spoilt. */
  #stop(problem: CallProblem, address: ModelAddress): Promise<RunStop> {
    const key = problem.scope === 'provider' ? address.provider.name : address.id
    const known = this.#stops.get(key)
    if (known !== undefined) return known
    const stop = this.#options.explain(problem, address)
    this.#stops.set(key, stop)
    return stop
  }
}

function spentTokens(usage: TokenUsage): number | null {
  return usage.input === null ? null : usage.input + (usage.output ?? 0)
}
