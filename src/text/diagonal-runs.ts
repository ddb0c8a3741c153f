import type { CharacterIndex } from './character-index.ts'

const initialCapacity = 1024
/** Buffers above this size are not kept for the next pair of texts. */
const keptCapacity = 1 << 16

/**
 * Maximal runs of matching characters of two texts: `size` characters of a from `a` on equal those of b from
 * `b` on. A reusable buffer: {@link collect} starts over.
 */
export class DiagonalRuns {
  a = new Int32Array(initialCapacity)
  b = new Int32Array(initialCapacity)
  size = new Int32Array(initialCapacity)
  length = 0
  /** For each diagonal the run that was last added to it, or -1. */
  #newest = new Int32Array(initialCapacity)

  /** Collects all runs of characters that are indexed; `bLength` counts those that are not, too. */
  collect(points: Int32Array, index: CharacterIndex, bLength: number): void {
    this.#reset(points.length + bLength)
    const { ids, starts, positions } = index
    const newest = this.#newest
    let { a, b, size, length } = this
    for (let i = 0; i < points.length; i++) {
      const id = ids.get(at(points, i))
      if (id === undefined) continue
      const end = at(starts, id + 1)
      for (let slot = at(starts, id); slot < end; slot++) {
        const j = at(positions, slot)
        const diagonal = j - i + points.length
        const open = at(newest, diagonal)
        if (open >= 0 && at(a, open) + at(size, open) === i) {
          size[open] = at(size, open) + 1
          continue
        }
        if (length === a.length) {
          this.#grow()
          ;({ a, b, size } = this)
        }
        a[length] = i
        b[length] = j
        size[length] = 1
        newest[diagonal] = length++
      }
    }
    this.length = length
  }

  /** The longest run of a section; among equals that with the smallest start in a, then in b. */
  longest(start: number, end: number): number {
    const { a, b, size } = this
    let best = start
    for (let run = start + 1; run < end; run++) {
      const longer = at(size, run) - at(size, best)
      if (longer < 0) continue
      if (longer > 0 || (at(a, best) - at(a, run) || at(b, best) - at(b, run)) > 0) best = run
    }
    return best
  }

  /**
   * Moves the runs that start before (toA, toB) to the front of the section and cuts them there.
   * @returns the end of these runs
   */
  clipLeft(start: number, end: number, toA: number, toB: number): number {
    let kept = start
    for (let run = start; run < end; run++) {
      const room = Math.min(toA - at(this.a, run), toB - at(this.b, run))
      if (room > 0) this.#swap(kept++, run, 0, Math.min(room, at(this.size, run)))
    }
    return kept
  }

  /**
   * Moves the runs that reach beyond (fromA, fromB) to the front of the section and cuts what lies before.
   * @returns the end of these runs
   */
  clipRight(start: number, end: number, fromA: number, fromB: number): number {
    let kept = start
    for (let run = start; run < end; run++) {
      const cut = Math.max(0, fromA - at(this.a, run), fromB - at(this.b, run))
      const rest = at(this.size, run) - cut
      if (rest > 0) this.#swap(kept++, run, cut, rest)
    }
    return kept
  }

  /** Swaps two runs; the one that was at `run` loses its first `cut` characters and gets its new size. */
  #swap(to: number, run: number, cut: number, newSize: number): void {
    const { a, b, size } = this
    const i = at(a, run) + cut
    const j = at(b, run) + cut
    a[run] = at(a, to)
    b[run] = at(b, to)
    size[run] = at(size, to)
    a[to] = i
    b[to] = j
    size[to] = newSize
  }

  #reset(diagonals: number): void {
    if (this.a.length > keptCapacity) {
      this.a = new Int32Array(initialCapacity)
      this.b = new Int32Array(initialCapacity)
      this.size = new Int32Array(initialCapacity)
    }
    if (this.#newest.length < diagonals || this.#newest.length > keptCapacity) {
      this.#newest = new Int32Array(Math.max(initialCapacity, diagonals))
    }
    this.#newest.fill(-1, 0, diagonals)
    this.length = 0
  }

  #grow(): void {
    this.a = doubled(this.a)
    this.b = doubled(this.b)
    this.size = doubled(this.size)
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}

/** An element known to exist. */
function at(array: Int32Array, index: number): number {
  return array[index] ?? 0
}
