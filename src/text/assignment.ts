/** Scores of n rows (gold) against m columns (predictions), row by row; higher is better. */
export type ScoreMatrix = readonly ArrayLike<number>[]

/** One accepted pair of a row and a column (both counted from 0). */
export interface AssignedPair {
  readonly row: number
  readonly column: number
  readonly score: number
}

/**
 * Greedy matching (AlpsBench spec 2.2.7): the best free pair first, equal scores by row and then by column,
 * down to and including `threshold`. Pairs come in the order of acceptance.
 * @throws RangeError on rows of different length, NaN or an infinity
 */
export function greedyAssignment(scores: ScoreMatrix, threshold: number): AssignedPair[] {
  checkedWidth(scores)
  const candidates: AssignedPair[] = []
  for (const [row, line] of scores.entries()) {
    for (let column = 0; column < line.length; column++) {
      const score = line[column] ?? 0
      if (score >= threshold) candidates.push({ row, column, score })
    }
  }
  candidates.sort((a, b) => b.score - a.score) // stable, so ties keep row-major order

  const takenRows = new Set<number>()
  const takenColumns = new Set<number>()
  return candidates.filter(({ row, column }) => {
    if (takenRows.has(row) || takenColumns.has(column)) return false
    takenRows.add(row)
    takenColumns.add(column)
    return true
  })
}

/**
 * Full matching of the smaller side with the greatest sum of scores, of which the pairs below `threshold` are
 * dropped afterwards (AlpsBench spec 2.2.7). Ties are resolved as in the reference, and pairs come by column.
 * Takes O(n²m) steps for n rows and m >= n columns, O(n³) for fewer columns.
 * @throws RangeError on rows of different length, NaN or an infinity
 */
export function hungarianAssignment(scores: ScoreMatrix, threshold: number): AssignedPair[] {
  const columns = checkedWidth(scores)
  const width = Math.max(scores.length, columns)
  const cost = new Float64Array(scores.length * width).fill(1 - Math.max(threshold - 0.01, 0))
  for (const [row, line] of scores.entries()) {
    for (let column = 0; column < columns; column++) cost[row * width + column] = 1 - (line[column] ?? 0)
  }

  const pairs: AssignedPair[] = []
  for (const [column, row] of minimumCostRows(cost, scores.length, width).entries()) {
    const score = scores[row]?.[column]
    if (score !== undefined && score >= threshold) pairs.push({ row, column, score })
  }
  return pairs
}

function checkedWidth(scores: ScoreMatrix): number {
  const width = scores[0]?.length ?? 0
  for (const line of scores) {
    if (line.length !== width) throw new RangeError('all rows of a score matrix must have the same length')
    for (let column = 0; column < width; column++) {
      if (!Number.isFinite(line[column])) throw new RangeError('a score matrix holds finite numbers only')
    }
  }
  return width
}

/**
 * For each column its row, or -1, in a matching of all rows of minimal cost: shortest augmenting paths with
 * potentials (Kuhn-Munkres). Row order, column order and both strict comparisons decide ties: keep them.
 *
 * The reference also inserts padding rows, after all others, until the matrix is square. They cost the same
 * everywhere, so each takes the first column that is free and moves no other row; left out, an answer of
 * thousands of items costs seconds no more.
 */
function minimumCostRows(cost: Float64Array, height: number, width: number): Int32Array {
  const free = width // a virtual column at the end holds the row that is being inserted
  const rowPotential = new Float64Array(height)
  const columnPotential = new Float64Array(width + 1)
  const rowOf = new Int32Array(width + 1).fill(-1)
  const previous = new Int32Array(width)
  const slack = new Float64Array(width)
  const visited = new Uint8Array(width + 1)

  for (let inserted = 0; inserted < height; inserted++) {
    rowOf[free] = inserted
    slack.fill(Infinity)
    visited.fill(0)
    let column = free
    for (;;) {
      visited[column] = 1
      const row = at(rowOf, column)
      let step = Infinity
      let next = free
      for (let j = 0; j < width; j++) {
        if (visited[j] === 1) continue
        const reduced = at(cost, row * width + j) - at(rowPotential, row) - at(columnPotential, j)
        if (reduced < at(slack, j)) {
          slack[j] = reduced
          previous[j] = column
        }
        if (at(slack, j) < step) {
          step = at(slack, j)
          next = j
        }
      }
      for (let j = 0; j <= width; j++) {
        if (visited[j] === 1) {
          const owner = at(rowOf, j)
          rowPotential[owner] = at(rowPotential, owner) + step
          columnPotential[j] = at(columnPotential, j) - step
        } else if (j < width) slack[j] = at(slack, j) - step
      }
      column = next
      if (at(rowOf, column) === -1) break
    }
    while (column !== free) {
      const before = at(previous, column)
      rowOf[column] = at(rowOf, before)
      column = before
    }
  }
  return rowOf.subarray(0, width)
}

/** An element known to exist. */
function at(array: Float64Array | Int32Array, index: number): number {
  return array[index] ?? 0
}
