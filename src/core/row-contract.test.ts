import { describe, expect, it } from 'vitest'
import { rowContract } from './row-contract.ts'

const { checkRow, predictionRow } = rowContract({ said: 'string', numbers: 'array or null, or absent' })

describe('a row with a field that may be absent', () => {
  it.each([
    [{ benchmark_id: 'a', said: 'x' }, { id: 'a' }],
    [{ benchmark_id: 'a', said: 'x', numbers: null }, { id: 'a' }],
    [{ benchmark_id: 'a', said: 'x', numbers: [1] }, { id: 'a' }],
    [
      { benchmark_id: 'a', said: 'x', numbers: 'one' },
      { rule: 'wrong-type', field: 'numbers' },
    ],
    [
      { benchmark_id: 'a', numbers: [] },
      { rule: 'missing-key', field: 'said' },
    ],
    [
      { benchmark_id: 'a', said: 'x', other: 1 },
      { rule: 'unknown-key', field: 'other' },
    ],
  ])('%j', (row, expected) => {
    expect(checkRow(row)).toMatchObject(expected)
  })

  it('is written with null where nothing was said', () => {
    expect(predictionRow('a', { said: 'x' })).toEqual({ benchmark_id: 'a', said: 'x', numbers: null })
  })
})
