import { RunStop } from '../../core/fault.ts'

/** What a run may spend. */
export interface BudgetOptions {
  /** US dollars for the whole run; null: no limit. */
  readonly maxCost: number | null
  /** Spent by earlier parts of the same run (from its ledger). */
  readonly alreadySpent?: number
  /** Lets models without a known price run although there is a limit; what they cost is not counted. */
  readonly allowUnpriced?: boolean
  /** Priced models whose ids look like that of one without a price. */
  readonly nearestPriced?: (model: string) => readonly string[]
}

/** Money set aside for a call that is under way. */
export interface Reservation {
  /** The call is over: what it cost, or null when that is not known, which keeps the worst case as spent. */
  settle(cost: number | null): void
}

interface Waiter {
  readonly amount: number
  start(): void
  fail(reason: unknown): void
}

/**
 * A hard limit for a whole run: before a call its worst case is set aside, so that the sum can't pass the limit
 * however many calls are under way.
 */
export class Budget {
  readonly #maxCost: number | null
  readonly #allowUnpriced: boolean
  readonly #nearestPriced: (model: string) => readonly string[]
  readonly #waiting = new Set<Waiter>()
  #spent: number
  #reserved = 0
  #underWay = 0
  #stopped: RunStop | null = null

  constructor({ maxCost, alreadySpent = 0, allowUnpriced = false, nearestPriced = () => [] }: BudgetOptions) {
    this.#maxCost = maxCost
    this.#allowUnpriced = allowUnpriced
    this.#nearestPriced = nearestPriced
    this.#spent = alreadySpent
  }

  /** Whether there is a limit at all. */
  get limited(): boolean {
    return this.#maxCost !== null
  }

  /** US dollars spent so far, the worst case of calls whose cost is not known included. */
  get spent(): number {
    return this.#spent
  }

  /** US dollars set aside for calls under way. */
  get reserved(): number {
    return this.#reserved
  }

  /**
   * Sets the worst case of a call aside. Waits while calls under way may give back enough.
   * @param amount US dollars; null: no price is known
   * @throws RunStop when it can't fit, or the model has no price; the signal's reason when it aborts first
   */
  async reserve(model: string, amount: number | null, signal: AbortSignal): Promise<Reservation> {
    signal.throwIfAborted()
    if (this.#maxCost === null || (amount === null && this.#allowUnpriced)) {
      this.#setAside(0)
      return this.#reservation(0)
    }
    if (this.#stopped !== null) throw this.#stopped
    if (amount === null) {
      const near = this.#nearestPriced(model)
      const meant = near.length === 0 ? '' : `prices are known for ${near.join(', ')}; `
      throw new RunStop(
        `--max-cost can't be kept: no price is known for ${model}`,
        `${meant}give its price in a file with --prices, or add --allow-unpriced, which leaves it out of the limit`,
      )
    }
    if (this.#waiting.size > 0 || !this.#fits(amount)) await this.#wait(amount, signal)
    else this.#setAside(amount)
    return this.#reservation(amount)
  }

  #fits(amount: number): boolean {
    return this.#maxCost === null || this.#spent + this.#reserved + amount <= this.#maxCost
  }

  #wait(amount: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter)
        reject(signal.reason)
        this.#pump()
      }
      const waiter: Waiter = {
        amount,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
        fail: (reason) => {
          signal.removeEventListener('abort', leave)
          reject(reason)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.add(waiter)
      this.#pump()
    })
  }

  #pump(): void {
    for (const waiter of this.#waiting) {
      if (!this.#fits(waiter.amount)) {
        // Nothing under way can give anything back: it will never fit.
        if (this.#underWay === 0) this.#stop(waiter.amount)
        return
      }
      this.#waiting.delete(waiter)
      this.#setAside(waiter.amount)
      waiter.start()
    }
  }

  #setAside(amount: number): void {
    this.#underWay += 1
    this.#reserved += amount
  }

  #stop(amount: number): void {
    const stop = new RunStop(
      `the budget of $${this.#maxCost} is used up: $${this.#spent.toFixed(4)} spent, and the next call may cost $${amount.toFixed(4)}`,
      'what finished is kept: raise --max-cost and resume the run',
    )
    this.#stopped = stop
    for (const waiter of this.#waiting) waiter.fail(stop)
    this.#waiting.clear()
  }

  #reservation(amount: number): Reservation {
    let open = true
    return {
      settle: (cost) => {
        if (!open) return
        open = false
        this.#underWay -= 1
        // Sums of fractions drift; with nothing under way the true value is known.
        this.#reserved = this.#underWay === 0 ? 0 : this.#reserved - amount
        this.#spent += cost ?? amount
        this.#pump()
      },
    }
  }
}
