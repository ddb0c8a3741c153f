import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greedyAssignment, hungarianAssignment, type AssignedPair, type ScoreMatrix } from './assignment.ts'
import { pythonVectors } from './fixtures/python-vectors.ts'

const cells = (pairs: readonly AssignedPair[]) => pairs.map(({ row, column }) => [row, column])
const total = (pairs: readonly AssignedPair[]) => pairs.reduce((sum, pair) => sum + pair.score, 0)

/** Matrices of few different scores, so that ties are frequent. */
const matrices = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(
      fc.array(
        fc.integer({ min: 0, max: 8 }).map((eighths) => eighths / 8),
        { minLength: columns, maxLength: columns },
      ),
      { minLength: rows, maxLength: rows },
    ),
  )

test('the two matchers differ as in AlpsBench spec 2.2.7', () => {
  const scores = [
    [0.542667, 0.39875],
    [0.397143, 0.2195],
  ]
  expect(greedyAssignment(scores, 0.3)).toEqual([{ row: 0, column: 0, score: 0.542667 }])
  expect(hungarianAssignment(scores, 0.3)).toEqual([
    { row: 1, column: 0, score: 0.397143 },
    { row: 0, column: 1, score: 0.39875 },
  ])
})

describe.each([
  ['greedy', greedyAssignment],
  ['hungarian', hungarianAssignment],
])('%s', (_, assign) => {
  test('nothing to match gives no pair', () => {
    expect(assign([], 0.3)).toEqual([])
    expect(assign([[], []], 0.3)).toEqual([])
  })

  test('a score equal to the threshold is accepted, one below it is not', () => {
    expect(assign([[0.3]], 0.3)).toHaveLength(1)
    expect(assign([[0.29999999]], 0.3)).toEqual([])
  })

  test.each([Number.NaN, Infinity, -Infinity])('refuses the score %d', (score) => {
    expect(() => assign([[0.5, score]], 0.3)).toThrow(RangeError)
  })

  test('refuses rows of different length', () => {
    expect(() => assign([[0.5], [0.5, 0.5]], 0.3)).toThrow(RangeError)
  })

  test('takes typed arrays', () => {
    expect(cells(assign([Float64Array.of(0.1, 0.9)], 0.3))).toEqual([[0, 1]])
  })

  test('uses every row and column once at most, with the score of the matrix, not below the threshold', () => {
    fc.assert(
      fc.property(matrices, fc.double({ min: 0, max: 1, noNaN: true }), (scores, threshold) => {
        const pairs = assign(scores, threshold)
        expect(new Set(pairs.map((pair) => pair.row)).size).toBe(pairs.length)
        expect(new Set(pairs.map((pair) => pair.column)).size).toBe(pairs.length)
        for (const { row, column, score } of pairs) {
          expect(score).toBe(scores[row]?.[column])
          expect(score).toBeGreaterThanOrEqual(threshold)
        }
      }),
    )
  })
})

describe('greedy', () => {
  test('equal scores go by row, then by column', () => {
    const half = [0.5, 0.5, 0.5]
    expect(cells(greedyAssignment([half, half], 0.3))).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect(
      cells(
        greedyAssignment(
          [
            [0.4, 0.5],
            [0.5, 0.5],
          ],
          0.3,
        ),
      ),
    ).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  test('is the repeated choice of the first best free cell', () => {
    fc.assert(
      fc.property(matrices, (scores) => {
        const rows = new Set(scores.keys())
        const columns = new Set(scores[0]?.keys())
        const expected: number[][] = []
        for (;;) {
          let best: AssignedPair | undefined
          for (const row of rows) {
            for (const column of columns) {
              const score = scores[row]?.[column] ?? 0
              if (score >= 0.3 && (best === undefined || score > best.score)) best = { row, column, score }
            }
          }
          if (best === undefined) break
          rows.delete(best.row)
          columns.delete(best.column)
          expected.push([best.row, best.column])
        }
        expect(cells(greedyAssignment(scores, 0.3))).toEqual(expected)
      }),
    )
  })
})

/** The greatest sum of a full matching of the smaller side. */
function bestTotal(scores: ScoreMatrix, row = 0, used: readonly number[] = []): number {
  const line = scores[row]
  if (line === undefined) return 0
  const rest = scores.length - row
  const free = line.length - used.length
  let best = rest > free ? bestTotal(scores, row + 1, used) : -Infinity
  for (let column = 0; column < line.length; column++) {
    if (used.includes(column)) continue
    best = Math.max(best, (line[column] ?? 0) + bestTotal(scores, row + 1, [...used, column]))
  }
  return best
}

describe('hungarian', () => {
  test('resolves ties as the classic algorithm in Python does', () => {
    const wrong = pythonVectors.assignments.filter(
      (row) => JSON.stringify(cells(hungarianAssignment(row.scores, 0.3))) !== JSON.stringify(row.hungarian),
    )
    expect(wrong).toEqual([])
  })

  test('finds the greatest sum over full matchings of the smaller side', () => {
    fc.assert(
      fc.property(matrices, (scores) => {
        const pairs = hungarianAssignment(scores, 0)
        expect(pairs).toHaveLength(Math.min(scores.length, scores[0]?.length ?? 0))
        expect(total(pairs)).toBeCloseTo(bestTotal(scores), 9)
        const columns = pairs.map((pair) => pair.column)
        expect(columns).toEqual(columns.toSorted((x, y) => x - y))
      }),
    )
  })

  test('is what the reference finds with padding rows, ties included', () => {
    const wide = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9 }))
      .chain(([rows, more]) => {
        const score = fc.oneof(
          fc.constantFrom(0, 0.1, 0.3, 0.7, 1),
          fc.double({ min: 0, max: 1, noNaN: true }),
        )
        const line = fc.array(score, { minLength: rows + more, maxLength: rows + more })
        return fc.array(line, { minLength: rows, maxLength: rows })
      })
    fc.assert(
      fc.property(wide, fc.constantFrom(0.01, 0.3, 0.9), (scores, threshold) => {
        const width = scores[0]?.length ?? 0
        const padding = Array.from({ length: width - scores.length }, () =>
          Array.from({ length: width }, () => threshold - 0.01),
        )
        expect(hungarianAssignment(scores, threshold)).toEqual(
          hungarianAssignment([...scores, ...padding], threshold),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('holds no square of a long answer', () => {
    // 200,000 columns squared would be 320 GB.
    const line = new Float64Array(200_000)
    line[150_000] = 0.9
    expect(cells(hungarianAssignment([line, line], 0.3))).toEqual([[0, 150_000]])
  })

  test('the threshold drops pairs after the matching, it does not choose others', () => {
    const scores = [
      [0.9, 0.45],
      [0.5, 0.2],
    ]
    expect(cells(hungarianAssignment(scores, 0.3))).toEqual([[0, 0]])
  })
})
