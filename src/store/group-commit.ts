interface Waiting {
  readonly write: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers writes that are asked for at the same time into one transaction. When the common transaction fails,
 * each write is tried again in its own, so that one bad write neither loses nor hangs the others.
 */
export class GroupCommit {
  readonly #transact: (work: () => void) => void
  #waiting: Waiting[] = []

  /** @param transact runs the work in a transaction, synchronously; throws when it was rolled back */
  constructor(transact: (work: () => void) => void) {
    this.#transact = transact
  }

  /** Resolves when the write is durable. `write` may be called twice, never after it was durable. */
  add(write: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject })
      if (this.#waiting.length === 1) setImmediate(() => this.flush())
    })
  }

  /** Writes at once what waits. */
  flush(): void {
    const group = this.#waiting
    this.#waiting = []
    if (group.length === 0) return
    if (group.length > 1 && this.#writeTogether(group)) return
    for (const { write, resolve, reject } of group) {
      try {
        this.#transact(write)
        resolve()
      } catch (error) {
        reject(error)
      }
    }
  }

  #writeTogether(group: readonly Waiting[]): boolean {
    try {
      this.#transact(() => {
        for (const { write } of group) write()
      })
    } catch {
      return false
    }
    for (const { resolve } of group) resolve()
    return true
  }
}
