import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optimalPairs } from './optimal-pairs.ts'

/** The largest number of pairs and, for it, the largest sum, by trying everything. */
function bruteForce(
  matrix: readonly (readonly number[])[],
  threshold: number,
  row = 0,
  used = 0,
): [number, number] {
  const line = matrix[row]
  if (line === undefined) return [0, 0]
  let best = bruteForce(matrix, threshold, row + 1, used)
  for (const [column, score] of line.entries()) {
    if (score < threshold || (used & (1 << column)) !== 0) continue
    const [count, sum] = bruteForce(matrix, threshold, row + 1, used | (1 << column))
    if (count + 1 > best[0] || (count + 1 === best[0] && sum + score > best[1]))
      best = [count + 1, sum + score]
  }
  return best
}

describe('optimal pairs', () => {
  it('finds as many pairs as possible, and of these the most similar', () => {
    const matrices = fc
      .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 5 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: columns, maxLength: columns }), {
          minLength: rows,
          maxLength: rows,
        }),
      )
    fc.assert(
      fc.property(matrices, (tenths) => {
        const matrix = tenths.map((line) => line.map((n) => n / 10))
        const pairs = optimalPairs(matrix.length, matrix[0]?.length ?? 0, 0.4, (r, c) => matrix[r]?.[c] ?? 0)
        const [count, sum] = bruteForce(matrix, 0.4)
        expect(pairs.length).toBe(count)
        expect(pairs.reduce((total, { score }) => total + score, 0)).toBeCloseTo(sum, 9)
        expect(new Set(pairs.map(({ row }) => row)).size).toBe(count)
        expect(new Set(pairs.map(({ column }) => column)).size).toBe(count)
        for (const { row, column, score } of pairs) expect(matrix[row]?.[column]).toBeCloseTo(score, 9)
      }),
    )
  })

  it('prefers two weak pairs to one strong one', () => {
    const matrix = [
      [1, 0.4],
      [0.4, 0],
    ]
    expect(optimalPairs(2, 2, 0.4, (r, c) => matrix[r]?.[c] ?? 0)).toHaveLength(2)
  })

  it('stays cheap for a list of thousands of items', () => {
    expect(optimalPairs(3, 20_000, 0.4, (r, c) => (c % 3 === r ? 0.5 : 0))).toHaveLength(3)
  })
})
