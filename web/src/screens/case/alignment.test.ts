import { expect, it } from 'vitest'
import type { ItemView } from '../../../../src/server/api-types.ts'
import { alignedItems, weightOf } from './alignment.ts'

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

it('puts partners together, and keeps what has none in its order', () => {
  const alignment = {
    instrument: 'i',
    gold: 'g',
    predicted: 'p',
    pairs: [{ gold: 'g1', predicted: 'p0', score: 0.9, parts: [] }],
    missing: ['g0'],
    extra: ['p1'],
  }
  const { pairs, missing, extra } = alignedItems(['g0', 'g1'].map(item), ['p0', 'p1'].map(item), alignment)
  expect(pairs.map(({ gold, predicted, pair }) => [gold.key, predicted.key, pair.score])).toEqual([
    ['g1', 'p0', 0.9],
  ])
  expect(missing.map(({ key }) => key)).toEqual(['g0'])
  expect(extra.map(({ key }) => key)).toEqual(['p1'])
  // A pair that names what is not there loses neither side.
  const odd = { ...alignment, pairs: [{ gold: 'g1', predicted: 'zz', score: 1, parts: [] }] }
  expect(alignedItems(['g0', 'g1'].map(item), [item('p0')], odd)).toMatchObject({
    pairs: [],
    missing: [{ key: 'g0' }, { key: 'g1' }],
    extra: [{ key: 'p0' }],
  })
})

it.each([
  [0, 1],
  [1, 6],
  [7, 6],
  [-1, 1],
])('a score of %s is a line of %s', (score, weight) => expect(weightOf(score)).toBe(weight))
