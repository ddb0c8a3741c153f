/** The last few values that were asked for. */
export class Recent<K, V> {
  readonly #kept = new Map<K, V>()
  readonly #most: number

  /** @param most how many are kept */
  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const value = this.#kept.get(key)
    if (value === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  keep(key: K, value: V): V {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break
      this.#kept.delete(oldest)
    }
    return value
  }

  drop(key: K): void {
    this.#kept.delete(key)
  }
}
