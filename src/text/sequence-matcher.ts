import { CharacterIndex } from './character-index.ts'
import { codePoints } from './code-points.ts'
import { DiagonalRuns } from './diagonal-runs.ts'

export interface SequenceMatcherOptions {
  /** Python difflib's popularity rule for b of 200 and more code points; default true, as in Python. */
  readonly autojunk?: boolean
}

// One buffer for all comparisons: they are synchronous and start with clearing it.
const runs = new DiagonalRuns()

/**
 * Python difflib's `SequenceMatcher(None, a, b).ratio()` over code points (AlpsBench spec 2.2.3): b (the
 * prediction) is indexed once and compared with many a (the gold). Not symmetric.
 *
 * Difflib scans every window anew for its longest match. Here the maximal diagonal runs of equal, indexed
 * characters are collected once; the longest match of a window is the longest run clipped to the window, ties
 * going to the smallest start in a, then in b, as difflib's scan order has it. No recursion, so long texts
 * are safe.
 */
export class SequenceMatcher {
  readonly #b: Int32Array
  readonly #index: CharacterIndex

  constructor(b: string | Int32Array, options: SequenceMatcherOptions = {}) {
    this.#b = typeof b === 'string' ? codePoints(b) : b
    this.#index = new CharacterIndex(this.#b, options.autojunk ?? true)
  }

  /** Similarity from 0 to 1: twice the matched code points over all code points; 1 when both are empty. */
  ratio(a: string | Int32Array): number {
    const points = typeof a === 'string' ? codePoints(a) : a
    const total = points.length + this.#b.length
    return total === 0 ? 1 : (2 * this.#matched(points)) / total
  }

  /** Sum of the sizes of difflib's matching blocks. */
  #matched(a: Int32Array): number {
    const b = this.#b
    const { hasPopular } = this.#index
    runs.collect(a, this.#index, b.length)
    // Six numbers a window: its section of the runs, which are clipped to it, and its bounds in a and b.
    const windows = [0, runs.length, 0, a.length, 0, b.length]
    let matched = 0
    while (windows.length > 0) {
      const bhi = windows.pop() ?? 0
      const blo = windows.pop() ?? 0
      const ahi = windows.pop() ?? 0
      const alo = windows.pop() ?? 0
      const end = windows.pop() ?? 0
      const start = windows.pop() ?? 0

      // Without a run difflib still extends from the window's first corner: popular characters match there.
      let fromA = alo
      let fromB = blo
      let size = 0
      if (end > start) {
        const best = runs.longest(start, end)
        fromA = runs.a[best] ?? 0
        fromB = runs.b[best] ?? 0
        size = runs.size[best] ?? 0
      }
      if (hasPopular) {
        while (fromA > alo && fromB > blo && a[fromA - 1] === b[fromB - 1]) {
          fromA--
          fromB--
          size++
        }
        while (fromA + size < ahi && fromB + size < bhi && a[fromA + size] === b[fromB + size]) size++
      }
      if (size === 0) continue
      matched += size

      const toA = fromA + size
      const toB = fromB + size
      const middle = runs.clipLeft(start, end, fromA, fromB)
      const last = runs.clipRight(middle, end, toA, toB)
      if (middle > start || (hasPopular && fromA > alo && fromB > blo)) {
        windows.push(start, middle, alo, fromA, blo, fromB)
      }
      // To the right an empty section can't extend either: the match would have been longer.
      if (last > middle) windows.push(middle, last, toA, ahi, toB, bhi)
    }
    return matched
  }
}
