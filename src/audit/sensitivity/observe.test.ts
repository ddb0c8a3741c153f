import { describe, expect, it } from 'vitest'
import type { Case } from '../../core/case.ts'
import { Fault } from '../../core/fault.ts'
import { meanMetric } from '../../core/metric-kit.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import type { Scorer } from '../../core/scorer.ts'
import { observationsOf, scorePrediction } from './observe.ts'

const subject: Case = {
  id: 'a',
  hash: 'h',
  cluster: 'u',
  input: null,
  gold: null,
  row: {},
  tags: {},
  weight: 2,
  recordings: {},
}
const scorer: Scorer = {
  name: 's',
  version: '1',
  options: {},
  metrics: [meanMetric('m', ''), meanMetric('n', '')],
  score: () => ({ metrics: { m: { numerator: 3, denominator: 4 }, n: { unscored: 'language' } } }),
  bounds: () => ({
    m: { worst: { numerator: 0, denominator: 1 }, best: { numerator: 1, denominator: 1 } },
    n: { worst: { numerator: 0, denominator: 0 }, best: { numerator: 1, denominator: 1 } },
  }),
}
const refusing = (by: 'system' | 'infrastructure') => ({
  parse: (): never => {
    throw new Fault('unusable-output', by, 'no')
  },
})

describe('scores of a planted prediction', () => {
  it('are what the scorer says of what the track read', () => {
    const track = { parse: () => ({ prediction: 'read', repairs: [] }) }
    expect(scorePrediction(track, scorer, subject, 'raw')).toEqual({
      m: { numerator: 3, denominator: 4 },
      n: { unscored: 'language' },
    })
  })

  it('are the worst where the track can not read it, and no figure where that is not its fault', () => {
    expect(scorePrediction(refusing('system'), scorer, subject, 'raw')).toEqual({
      m: { numerator: 0, denominator: 1 },
      n: { numerator: 0, denominator: 0 },
    })
    expect(() => scorePrediction(refusing('infrastructure'), scorer, subject, 'raw')).toThrow('no')
  })
})

describe('observations', () => {
  const half = { numerator: 1, denominator: 2 }
  const facts = { case: 'a', cluster: 'u', weight: 2 }

  it('keep case, cluster and weight, and leave out what could not be scored', () => {
    const other = { ...subject, id: 'b' }
    const scores = [{ m: half }, { m: { unscored: 'language' } as const }]
    expect(observationsOf(meanMetric('m', ''), [subject, other], scores)).toEqual([{ ...facts, ...half }])
    expect(observationsOf(meanMetric('gone', ''), [subject, other], scores)).toEqual([])
  })

  it('of a harmonic mean carry its two parts', () => {
    const f1: MetricDefinition = {
      name: 'f1',
      description: '',
      direction: 'higher',
      range: [0, 1],
      aggregate: 'harmonic',
      of: ['p', 'r'],
    }
    const third = { numerator: 1, denominator: 3 }
    expect(observationsOf(f1, [subject], [{ f1: half, p: half, r: third }])).toEqual([
      { ...facts, ...half, parts: [half, third] },
    ])
    expect(observationsOf(f1, [subject], [{ f1: half, p: half }])).toEqual([])
  })
})
