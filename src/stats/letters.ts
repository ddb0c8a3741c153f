/**
 * Compact letter display: things share a letter exactly when they are not shown to differ (insert and absorb, Piepho
 * 2004). Letters are given in the order of the things, so that the first one has an `a`.
 * @param count how many things there are
 * @param differ whether two of them, by place, are shown to differ; symmetric
 * @returns the letters of each thing, as sorted numbers from 0
 */
export function letterDisplay(count: number, differ: (a: number, b: number) => boolean): number[][] {
  let columns: ReadonlySet<number>[] =
    count === 0 ? [] : [new Set(Array.from({ length: count }, (_, i) => i))]
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      if (!differ(a, b)) continue
      columns = absorbed(
        columns.flatMap((column) =>
          column.has(a) && column.has(b) ? [without(column, a), without(column, b)] : [column],
        ),
      )
    }
  }
  const ordered = columns.toSorted((x, y) => compareColumns([...x], [...y]))
  return Array.from({ length: count }, (_, i) =>
    ordered.flatMap((column, letter) => (column.has(i) ? [letter] : [])),
  )
}

function without(column: ReadonlySet<number>, place: number): ReadonlySet<number> {
  return new Set([...column].filter((other) => other !== place))
}

/** Leaves out every column that another one holds whole. */
function absorbed(columns: readonly ReadonlySet<number>[]): ReadonlySet<number>[] {
  return columns.filter((column, i) => {
    if (column.size === 0) return false
    return !columns.some(
      (other, j) =>
        i !== j &&
        [...column].every((place) => other.has(place)) &&
        // Of equal columns the first stays.
        (other.size > column.size || j < i),
    )
  })
}

/** By the first place, then the second, and so on. */
function compareColumns(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [a.toSorted((p, q) => p - q), b.toSorted((p, q) => p - q)]
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}

/** `a`, `ab`, … `z`, and after that `a1`, `b1`. */
export function letterText(letters: readonly number[]): string {
  return letters
    .map((letter) => {
      const round = Math.floor(letter / 26)
      return `${String.fromCodePoint(97 + (letter % 26))}${round === 0 ? '' : round}`
    })
    .join('')
}
