import { describe, expect, it } from 'vitest'
import type { CalibrationSample, HumanLabel } from '../../core/calibration.ts'
import { joinLabels, poolSamples, type JudgedValues } from './labelled-answers.ts'

const item = (id: string, system: string, at: number, answer = `h ${system} ${at}`) => ({
  id,
  system,
  case: `c${at}`,
  repeat: 0,
  stratum: system,
  answer,
  language: 'en',
})
const sample = (
  id: string,
  items: CalibrationSample['items'],
  stratify: string | null = null,
): CalibrationSample => ({
  id,
  track: 't',
  rubric: 'r@1',
  seed: 0,
  stratify,
  fields: ['pass_rate'],
  strata: ['a', 'b'].map((system) => ({ name: system, system, value: null, size: 10, drawn: 2 })),
  items,
})
const judgedAs = (system: string, at: number, value?: number): [string, JudgedValues] => {
  const place = JSON.stringify([system, `c${at}`, 0])
  const values: Record<string, number> = value === undefined ? {} : { pass_rate: value }
  return [
    place,
    { place, system, cluster: `k${at}`, language: 'en', answer: `h ${system} ${at}`, length: 9, values },
  ]
}
const label = (id: string, annotator: string, value: number | null, field = 'pass_rate'): HumanLabel => ({
  item: id,
  annotator,
  field,
  value,
  at: 0,
  language: 'en',
})
const field = { name: 'pass_rate' }
const first = sample('s1', [item('i1', 'a', 1), item('i2', 'a', 2), item('i3', 'b', 1), item('i4', 'b', 2)])

function poolOf(...samples: CalibrationSample[]) {
  const pool = poolSamples(samples)
  if (pool === null) throw new Error('no samples')
  return pool
}

describe('labels beside verdicts', () => {
  const judged = new Map([judgedAs('a', 1, 1), judgedAs('a', 2, 0), judgedAs('b', 1, 1), judgedAs('b', 2)])

  it('each labelled answer stands for its share of its stratum', () => {
    const labels = [label('i1', 'ada', 1), label('i2', 'ada', 1), label('i3', 'ada', 0)]
    const { answers } = joinLabels(poolOf(first), labels, judged, field, 'majority')
    expect(answers.map(({ system, weight, truth, verdict }) => [system, weight, truth, verdict])).toEqual([
      ['a', 5, 1, 1],
      ['a', 5, 1, 0],
      ['b', 10, 0, 1],
    ])
  })

  it('an answer without a verdict, or with unresolved labels, takes no weight from others', () => {
    const labels = [
      label('i1', 'ada', 1),
      label('i1', 'bo', 0),
      label('i2', 'ada', 1),
      label('i3', 'ada', 1),
      label('i4', 'ada', 1),
    ]
    const { answers, unresolved } = joinLabels(poolOf(first), labels, judged, field, 'majority')
    expect(unresolved).toBe(1)
    const at = (place: number) =>
      answers.find(({ system, cluster }) => `${system}${cluster}` === `ak${place}`)
    expect(at(1)?.truth).toBeNull()
    expect(at(2)?.weight).toBe(10)
    expect(answers.find(({ verdict }) => verdict === null)).toMatchObject({ system: 'b', cluster: 'k2' })
  })

  it('labels of an answer that the run has other words for now do not count', () => {
    const old = sample('s1', [item('i1', 'a', 1, 'another hash'), item('i2', 'a', 2)])
    const { answers, stale } = joinLabels(
      poolOf(old),
      [label('i1', 'ada', 1), label('i2', 'ada', 1)],
      judged,
      field,
      'majority',
    )
    expect(stale).toBe(1)
    expect(answers.map(({ cluster }) => cluster)).toEqual(['k2'])
  })

  it('two draws from the same strata are one sample, and an answer in both counts once', () => {
    const second = sample('s2', [item('j1', 'a', 1), item('j3', 'a', 3)])
    const pool = poolOf(first, second)
    expect(pool.items).toHaveLength(5)
    const labels = [label('i1', 'ada', 1), label('j1', 'bo', 1), label('i2', 'ada', 0)]
    const { answers } = joinLabels(pool, labels, judged, field, 'majority')
    expect(answers.map(({ cluster, labels: own }) => [cluster, own.length])).toEqual([
      ['k1', 2],
      ['k2', 1],
    ])
  })

  it('a draw with other strata stays out', () => {
    expect(poolOf(first, sample('s2', [item('j1', 'a', 1)], 'language'))).toMatchObject({
      leftOut: 1,
      items: [{ id: 'j1' }],
    })
    expect(poolSamples([])).toBeNull()
  })

  it('a field that is the mean of others takes whole sets of one person only', () => {
    const mean = new Map([judgedAs('a', 1)])
    const [place, answer] = judgedAs('a', 1)
    mean.set(place, { ...answer, values: { mean: 3 } })
    const labels = [
      label('i1', 'ada', 2, 'x'),
      label('i1', 'ada', 5, 'y'),
      label('i1', 'bo', 1, 'x'),
      label('i1', 'cy', 1, 'x'),
      label('i1', 'cy', null, 'y'),
    ]
    const { answers } = joinLabels(poolOf(first), labels, mean, { name: 'mean' }, 'median', ['x', 'y'])
    expect(answers).toMatchObject([{ labels: [{ annotator: 'ada', value: 3.5 }], truth: 3.5, verdict: 3 }])
  })
})
