/** Milliseconds that the limits of providers speak of. */
const MINUTE = 60_000

interface Entry {
  readonly at: number
  amount: number
}

/** A use of the window whose true amount comes later. */
export interface WindowUse {
  /** Replaces the amount that was assumed. */
  settle(amount: number): void
}

/**
 * A limit per minute that holds in every interval of a minute, not only in those that start on the minute.
 * An amount above the limit is let through alone, as nothing else would ever send it.
 */
export class SlidingWindow {
  readonly #limit: number
  readonly #length: number
  #entries: Entry[] = []
  #first = 0
  #sum = 0

  /** @param limit most per window; Infinity: no limit */
  constructor(limit: number, length = MINUTE) {
    this.#limit = limit
    this.#length = length
  }

  /** Used in the minute that ends now. */
  used(now: number): number {
    this.#forget(now)
    return this.#sum
  }

  /** Milliseconds until `amount` fits; 0 when it does. */
  wait(amount: number, now: number): number {
    if (this.#limit === Infinity) return 0
    this.#forget(now)
    let excess = this.#sum + Math.min(amount, this.#limit) - this.#limit
    if (excess <= 0) return 0
    for (let index = this.#first; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]
      if (entry === undefined) break
      excess -= entry.amount
      if (excess <= 0) return entry.at + this.#length - now
    }
    return this.#length
  }

  add(amount: number, now: number): WindowUse {
    const entry: Entry = { at: now, amount }
    this.#entries.push(entry)
    this.#sum += amount
    return {
      settle: (actual) => {
        // Past entries have left the sum already.
        if (entry.at >= (this.#entries[this.#first]?.at ?? Infinity)) this.#sum += actual - entry.amount
        entry.amount = actual
      },
    }
  }

  #forget(now: number): void {
    for (;;) {
      const entry = this.#entries[this.#first]
      if (entry === undefined || entry.at + this.#length > now) break
      this.#sum -= entry.amount
      this.#first += 1
    }
    if (this.#first > 1024 || this.#first === this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }
}
