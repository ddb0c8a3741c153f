import { SlidingWindow, type WindowUse } from './sliding-window.ts'

/** What a provider's key may be used for at most. */
export interface LaneLimits {
  /** Calls under way at once. */
  readonly concurrency: number
  /** Per minute, in every sliding minute; Infinity: no limit. */
  readonly requestsPerMinute: number
  readonly tokensPerMinute: number
}

/** Time, as the gateway sees it. */
export interface Timing {
  readonly now: () => number
  /** Ends early, with a rejection, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** How a call went, as far as its lane cares. */
export interface CallEnd {
  /** accepted: the key is good. limited: the provider asked for fewer calls. */
  readonly how: 'accepted' | 'limited' | 'failed'
  /** Tokens really used; null keeps what was assumed. */
  readonly tokens: number | null
  /** With `limited`: milliseconds that all calls of the lane stay away. */
  readonly pause: number
}

export interface LaneState {
  readonly inFlight: number
  readonly waiting: number
  /** Calls at once that the provider bears at present. */
  readonly allowed: number
  readonly requestsLastMinute: number
  readonly tokensLastMinute: number
  /** Milliseconds until calls may go out again; 0 when they may. */
  readonly pausedFor: number
}

interface Waiter {
  readonly tokens: number
  start(): void
}

/** The first call goes alone, so that a wrong key is refused once; after this many ms others follow anyway. */
const FIRST_CALL_ALONE = 2000

/**
 * Calls of one provider key in line, first come first served: at most so many at once and per minute. When the
 * provider says "too many", everybody waits, and fewer go at once afterwards (halved, then grown by one per round).
 */
export class Lane {
  readonly #limits: LaneLimits
  readonly #timing: Timing
  readonly #requests: SlidingWindow
  readonly #tokens: SlidingWindow
  readonly #waiting = new Set<Waiter>()
  #inFlight = 0
  #allowed: number
  #opened = false
  #pausedUntil = 0
  #timer: { readonly at: number; readonly cancel: AbortController } | null = null

  constructor(limits: LaneLimits, timing: Timing) {
    this.#limits = limits
    this.#timing = timing
    this.#requests = new SlidingWindow(limits.requestsPerMinute)
    this.#tokens = new SlidingWindow(limits.tokensPerMinute)
    this.#allowed = limits.concurrency
  }

  /**
   * Waits for a turn. The result must be called when the call has ended.
   * @param tokens worst case of the call
   * @throws the signal's reason when it aborts first
   */
  async enter(tokens: number, signal: AbortSignal): Promise<(end: CallEnd) => void> {
    signal.throwIfAborted()
    const use = await new Promise<WindowUse>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter)
        reject(signal.reason)
        this.#pump()
      }
      const waiter: Waiter = {
        tokens,
        start: () => {
          signal.removeEventListener('abort', leave)
          const now = this.#timing.now()
          this.#requests.add(1, now)
          resolve(this.#tokens.add(tokens, now))
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.add(waiter)
      this.#pump()
    })
    return (end) => {
      this.#inFlight -= 1
      if (end.tokens !== null) use.settle(end.tokens)
      this.#learn(end)
      this.#pump()
    }
  }

  state(): LaneState {
    const now = this.#timing.now()
    return {
      inFlight: this.#inFlight,
      waiting: this.#waiting.size,
      allowed: Math.floor(this.#allowed),
      requestsLastMinute: this.#requests.used(now),
      tokensLastMinute: this.#tokens.used(now),
      pausedFor: Math.max(0, this.#pausedUntil - now),
    }
  }

  #learn({ how, pause }: CallEnd): void {
    if (how === 'failed') return
    this.#opened = true
    if (how === 'accepted') {
      this.#allowed = Math.min(this.#limits.concurrency, this.#allowed + 1 / this.#allowed)
      return
    }
    const now = this.#timing.now()
    // A burst that is refused together counts once.
    if (this.#pausedUntil <= now) this.#allowed = Math.max(1, this.#allowed / 2)
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause)
  }

  #places(): number {
    return this.#opened ? Math.floor(this.#allowed) : 1
  }

  #pump(): void {
    for (const waiter of this.#waiting) {
      if (this.#inFlight >= this.#places()) {
        if (!this.#opened) this.#wakeIn(FIRST_CALL_ALONE, true)
        return
      }
      const now = this.#timing.now()
      const wait = Math.max(
        this.#pausedUntil - now,
        this.#requests.wait(1, now),
        this.#tokens.wait(waiter.tokens, now),
      )
      if (wait > 0) {
        this.#wakeIn(wait, false)
        return
      }
      this.#waiting.delete(waiter)
      this.#inFlight += 1
      waiter.start()
    }
  }

  /** One timer at a time, the earliest. */
  #wakeIn(milliseconds: number, open: boolean): void {
    const at = this.#timing.now() + milliseconds
    if (this.#timer !== null) {
      if (this.#timer.at <= at) return
      this.#timer.cancel.abort()
    }
    const cancel = new AbortController()
    const timer = { at, cancel }
    this.#timer = timer
    void this.#wake(timer, milliseconds, open)
  }

  async #wake(
    timer: { readonly at: number; readonly cancel: AbortController },
    milliseconds: number,
    open: boolean,
  ): Promise<void> {
    try {
      await this.#timing.sleep(milliseconds, timer.cancel.signal)
    } catch {
      // Another timer took its place.
      return
    }
    if (this.#timer === timer) this.#timer = null
    if (open) this.#opened = true
    this.#pump()
  }

  /** Lets go of the timer, so that a process can end. */
  close(): void {
    this.#timer?.cancel.abort()
    this.#timer = null
  }
}
