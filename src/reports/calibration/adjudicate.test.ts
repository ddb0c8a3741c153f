import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjudicate, labelledItems, usualRule } from './adjudicate.ts'

describe('several labels become one', () => {
  it.each([
    ['majority', [], null],
    ['majority', [1], 1],
    ['majority', [1, 0], null],
    ['majority', [1, 0, 1], 1],
    ['majority', [1, 0, 1, 0], null],
    ['majority', [3, 4, 5], null],
    ['median', [], null],
    ['median', [2], 2],
    ['median', [1, 4], 2.5],
    ['median', [5, 1, 2], 2],
    ['median', [5, 1, 2, 3], 2.5],
  ] as const)('%s of %j is %s', (rule, values, truth) => {
    expect(adjudicate(values, rule)).toBe(truth)
  })

  it('does not depend on who is asked first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 })),
        fc.constantFrom('majority', 'median'),
        (all, rule) => {
          expect(adjudicate(all.toReversed(), rule)).toBe(adjudicate(all, rule))
        },
      ),
    )
  })

  it('leaves out whoever could not tell, and other fields', () => {
    const label = (annotator: string, value: number | null, field = 'pass_rate') => ({
      item: 'i1',
      annotator,
      field,
      value,
      at: 0,
      language: null,
    })
    const labels = [label('ada', 1), label('bo', null), label('cy', 0, 'other')]
    expect(labelledItems(labels, { name: 'pass_rate' }, usualRule('binary'))).toEqual(
      new Map([['i1', { labels: [{ annotator: 'ada', value: 1 }], truth: 1 }]]),
    )
  })
})
