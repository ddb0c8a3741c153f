import { expect, it } from 'vitest'
import type { ItemView } from '../../../../src/server/api-types.ts'
import { alignedRows, weightOf } from './alignment.ts'

const item = (key: string): ItemView => ({
  key,
  id: key,
  text: key,
  lang: null,
  dir: 'ltr',
  label: null,
  type: null,
  confidence: null,
  evidence: [],
  spans: [],
  marks: [],
})

it('puts partners on one line, the missing in the order of the gold, the extra last', () => {
  const alignment = {
    instrument: 'i',
    gold: 'g',
    predicted: 'p',
    pairs: [{ gold: 'g1', predicted: 'p0', score: 0.9, parts: [] }],
    missing: ['g0'],
    extra: ['p1'],
  }
  const rows = alignedRows(['g0', 'g1'].map(item), ['p0', 'p1'].map(item), alignment)
  expect(rows.map((row) => [row.gold?.key, row.predicted?.key, row.pair?.score])).toEqual([
    ['g0', undefined, undefined],
    ['g1', 'p0', 0.9],
    [undefined, 'p1', undefined],
  ])
})

it('puts items beside each other where nothing pairs them', () => {
  const rows = alignedRows([item('g0')], ['p0', 'p1'].map(item), null)
  expect(rows.map((row) => [row.gold?.key, row.predicted?.key])).toEqual([
    ['g0', 'p0'],
    [undefined, 'p1'],
  ])
})

it.each([
  [0, 1],
  [1, 6],
  [7, 6],
  [-1, 1],
])('a score of %s is a line of %s', (score, weight) => expect(weightOf(score)).toBe(weight))
