interface Flight<T> {
  readonly result: Promise<T>
  readonly cancel: AbortController
  passengers: number
}

/** Equal work that is asked for while it is under way is done once. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>()
  /** Also those that were cancelled and have not ended yet. */
  readonly #running = new Set<Promise<T>>()

  /**
   * Joins the work under `key`, or starts it. The work is cancelled when nobody waits for it any more.
   * @returns the result, and whether somebody else had started it
   * @throws what the work throws; the signal's reason when it aborts first
   */
  async join(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly value: T; readonly joined: boolean }> {
    signal.throwIfAborted()
    const running = this.#flights.get(key)
    const flight = running ?? this.#start(key, work)
    flight.passengers += 1
    let leave = (): void => undefined
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
    })
    try {
      return { value: await Promise.race([flight.result, left]), joined: running !== undefined }
    } finally {
      signal.removeEventListener('abort', leave)
      flight.passengers -= 1
      if (flight.passengers === 0) {
        // Somebody who asks from now on must not join work that is being cancelled.
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
        flight.cancel.abort(signal.reason)
      }
    }
  }

  /** Resolves when nothing is under way any more, cancelled work included. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const cancel = new AbortController()
    const flight: Flight<T> = { result: work(cancel.signal), cancel, passengers: 0 }
    this.#flights.set(key, flight)
    this.#running.add(flight.result)
    const end = (): void => {
      this.#running.delete(flight.result)
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    flight.result.then(end, end)
    return flight
  }
}
