const BLOCK = 4096

/**
 * A growing list of numbers in blocks outside the heap: eight bytes each, never copied, and nothing that a
 * garbage collection has to walk or that lets the heap grow with it.
 */
export class NumberList {
  readonly #blocks: Float64Array[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    const place = this.#length % BLOCK
    let block = this.#blocks.at(-1)
    if (place === 0 || block === undefined) this.#blocks.push((block = new Float64Array(BLOCK)))
    block[place] = value
    this.#length += 1
  }

  /** The number at a position; undefined behind the end. */
  at(position: number): number | undefined {
    return position < this.#length
      ? this.#blocks[Math.floor(position / BLOCK)]?.[position % BLOCK]
      : undefined
  }
}
