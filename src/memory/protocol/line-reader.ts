const LINE_END = 10

/**
 * Cuts a stream of bytes into lines.
 * @param maxBytes of one line; a longer one is never kept in memory as a whole
 */
export class LineReader {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The lines that end in a chunk, as UTF-8 text without their end.
   * @throws RangeError for a line that is too long
   */
  push(chunk: Buffer): string[] {
    const lines: string[] = []
    let rest = chunk
    for (let at = rest.indexOf(LINE_END); at !== -1; at = rest.indexOf(LINE_END)) {
      this.#keep(rest.subarray(0, at))
      lines.push(Buffer.concat(this.#parts).toString('utf8'))
      this.#parts = []
      this.#bytes = 0
      rest = rest.subarray(at + 1)
    }
    this.#keep(rest)
    return lines
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes) throw new RangeError(`a line has more than ${this.#maxBytes} bytes`)
    this.#parts.push(part)
  }
}
