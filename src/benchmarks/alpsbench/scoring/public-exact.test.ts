import { describe, expect, it } from 'vitest'
import { publicExact } from './public-exact.ts'

const scorer = publicExact('memory_items')
const one = (numerator: number) => ({ numerator, denominator: 1 })
const dairy = {
  label: 'Preferences/Food',
  value: 'Avoids dairy',
  type: 'direct',
  preference_attitude: 'avoid',
  time_scope: 'long_term',
  emotion: null,
}
const parrot = {
  label: 'Possessions/Pet',
  value: 'Has a parrot',
  type: 'direct',
  preference_attitude: null,
  time_scope: 'unknown',
  emotion: null,
}
const metrics = (gold: unknown[], predicted: unknown[]) =>
  scorer.score(JSON.parse(JSON.stringify({ memory_items: predicted })), {
    input: null,
    gold: JSON.parse(JSON.stringify({ memory_items: gold })),
  }).metrics

describe('public-exact', () => {
  it('compares six normalised fields as multisets (spec 2.1)', () => {
    const shouted = {
      label: 'preferences/food ',
      value: 'AVOIDS  dairy',
      type: 'Direct',
      preference_attitude: 'avoid',
      time_scope: 'long_term',
      emotion: '',
    }
    const bare = { label: 'Possessions/Pet', value: 'Has a parrot', type: 'direct' }
    expect(metrics([dairy, dairy, parrot], [shouted, bare])).toEqual({
      precision: one(0.5),
      recall: one(0.333333),
      f1: one(0.4),
      exact_match: one(0),
    })
  })

  it('takes two empty lists for a match and drops what is no object', () => {
    const all = { precision: one(1), recall: one(1), f1: one(1), exact_match: one(1) }
    expect(metrics([], [])).toEqual(all)
    expect(metrics([], [3, 'x', null, [parrot]])).toEqual(all)
    expect(metrics([parrot, dairy], [dairy, 7, parrot])).toEqual(all)
  })

  it('gives an empty prediction the worst of a case that has gold', () => {
    const subject = { input: null, gold: { memory_items: [dairy] } }
    const { metrics: empty } = scorer.score({ memory_items: [] }, subject)
    const bounds = scorer.bounds(subject)
    for (const [name, score] of Object.entries(empty)) expect(score).toEqual(bounds[name]?.worst)
  })
})
