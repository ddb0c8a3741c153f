import { hungarianAssignment, type AssignedPair } from '../../../text/assignment.ts'

/**
 * As many allowed pairs as possible, among those the most similar: the best assignment of rows to columns where
 * only similarities from `threshold` on are allowed. `similarity` is asked once for each cell.
 *
 * A row never needs more candidates than there are rows, so a prediction of thousands of items stays cheap.
 * @returns pairs with their similarity as score, ordered by column
 */
export function optimalPairs(
  rows: number,
  columns: number,
  threshold: number,
  similarity: (row: number, column: number) => number,
): AssignedPair[] {
  const candidates = Array.from({ length: rows }, (_row, row) => {
    const allowed: { column: number; score: number }[] = []
    for (let column = 0; column < columns; column++) {
      const score = similarity(row, column)
      if (score >= threshold) allowed.push({ column, score })
    }
    return allowed.toSorted((a, b) => b.score - a.score).slice(0, rows)
  })
  const used = [...new Set(candidates.flat().map(({ column }) => column))].toSorted((a, b) => a - b)
  const slot = new Map(used.map((column, index) => [column, index]))
  // One pair more always outweighs all similarities together, which therefore only break ties.
  const scale = rows + 1
  const matrix = candidates.map((row) => {
    const line = new Float64Array(used.length)
    for (const { column, score } of row) line[slot.get(column) ?? 0] = 1 + score / scale
    return line
  })
  return hungarianAssignment(matrix, 1).map(({ row, column, score }) => ({
    row,
    column: used[column] ?? 0,
    score: (score - 1) * scale,
  }))
}
