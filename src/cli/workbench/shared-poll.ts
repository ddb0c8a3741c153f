import { ticks } from './run-watch.ts'

interface Listener<T> {
  tell: ((value: T | null) => void) | null
  latest: { value: T | null } | null
}

/**
 * One loop that looks for changes, whoever many listen. It begins with the first listener and ends with the last; a
 * listener that is slow gets the newest value, not all of them.
 */
export class SharedPoll<T> {
  readonly #look: () => Promise<T | null>
  readonly #same: (a: T, b: T) => boolean
  readonly #every: number | undefined
  readonly #listeners = new Set<Listener<T>>()
  #running: AbortController | null = null
  #last: T | null = null

  /**
   * @param look gives what is the case now; null: it is over, and so are all listeners
   * @param same whether two values need not be told apart
   */
  constructor(look: () => Promise<T | null>, same: (a: T, b: T) => boolean, every?: number) {
    this.#look = look
    this.#same = same
    this.#every = every
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  /** What is the case, and again whenever it changed; ends when it is over, or with `signal`. */
  async *listen(signal: AbortSignal): AsyncGenerator<T> {
    const listener: Listener<T> = { tell: null, latest: this.#last === null ? null : { value: this.#last } }
    this.#listeners.add(listener)
    const wake = (): void => listener.tell?.(null)
    signal.addEventListener('abort', wake, { once: true })
    this.#start()
    try {
      while (!signal.aborted) {
        const { latest } = listener
        listener.latest = null
        const value =
          latest === null ? await new Promise<T | null>((resolve) => (listener.tell = resolve)) : latest.value
        listener.tell = null
        if (value === null) return
        yield value
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.#listeners.delete(listener)
      if (this.isIdle) this.#stop()
    }
  }

  #start(): void {
    if (this.#running !== null) return
    const running = new AbortController()
    this.#running = running
    void this.#poll(running.signal)
  }

  #stop(): void {
    this.#running?.abort()
    this.#running = null
    this.#last = null
  }

  async #poll(signal: AbortSignal): Promise<void> {
    for await (const _ of ticks(signal, this.#every)) {
      // A store that can't be read this moment may be at the next.
      const value = await this.#look().catch(() => undefined)
      if (signal.aborted) return
      if (value === undefined) continue
      if (value === null) return this.#tell(null)
      if (this.#last !== null && this.#same(this.#last, value)) continue
      this.#last = value
      this.#tell(value)
    }
  }

  #tell(value: T | null): void {
    for (const listener of this.#listeners) {
      if (listener.tell === null) listener.latest = { value }
      else listener.tell(value)
    }
    if (value === null) this.#stop()
  }
}
