/** Where each character of a text occurs, without the characters that Python's difflib takes for popular. */
export class CharacterIndex {
  /** Number of every indexed character: the n-th has `positions` from `starts[n]` up to before `starts[n + 1]`. */
  readonly ids: ReadonlyMap<number, number>
  readonly starts: Int32Array
  readonly positions: Int32Array
  /** Whether popular characters were left out. */
  readonly hasPopular: boolean

  /**
   * @param autojunk whether, in a text of 200 and more code points, characters with more than
   * floor(length / 100) + 1 occurrences are left out (AlpsBench spec 2.2.3, step 2)
   */
  constructor(points: Int32Array, autojunk: boolean) {
    const counts = new Map<number, number>()
    for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1)

    const most = autojunk && points.length >= 200 ? Math.floor(points.length / 100) + 1 : Infinity
    const ids = new Map<number, number>()
    const starts = [0]
    let indexed = 0
    for (const [point, count] of counts) {
      if (count > most) continue
      ids.set(point, ids.size)
      indexed += count
      starts.push(indexed)
    }
    this.ids = ids
    this.starts = Int32Array.from(starts)
    this.positions = new Int32Array(indexed)
    this.hasPopular = indexed < points.length

    const next = Int32Array.from(starts)
    for (const [position, point] of points.entries()) {
      const id = ids.get(point)
      if (id === undefined) continue
      const slot = next[id] ?? 0
      this.positions[slot] = position
      next[id] = slot + 1
    }
  }
}
