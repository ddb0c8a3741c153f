import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricDefinition } from '../../core/metric.ts'
import { estimate } from '../../stats/estimate.ts'
import { reactionOf, type Grade } from './reaction.ts'

const metric = (direction: 'higher' | 'lower' = 'higher'): MetricDefinition => ({
  name: 'm',
  description: '',
  aggregate: 'mean',
  direction,
  range: [0, 1],
})

/** A grade with one case a cluster; null: the case can't be scored. */
function grade(values: readonly (number | null)[]): Grade {
  const observations = values.flatMap((value, at) =>
    value === null ? [] : [{ case: `c${at}`, cluster: `k${at}`, numerator: value, denominator: 1 }],
  )
  return { observations, figure: estimate(observations, { aggregate: 'mean' }) ?? null }
}

const times = (n: number, value: number | null): (number | null)[] => Array.from({ length: n }, () => value)

interface Row {
  readonly what: string
  readonly grades: readonly (readonly (number | null)[])[]
  readonly direction?: 'higher' | 'lower'
  readonly reached?: number
  readonly error: string
  readonly harmless: string
}

// Worked out by hand, before the code: what a figure did, and how it is read for an error and for a harmless change.
const rows: readonly Row[] = [
  { what: 'falls', grades: [times(12, 1), times(12, 0.2)], error: 'reacts', harmless: 'punishes' },
  {
    what: 'falls alike by little',
    grades: [times(12, 1), times(12, 0.94)],
    error: 'reacts',
    harmless: 'punishes',
  },
  {
    what: 'falls by next to nothing',
    grades: [times(12, 1), times(12, 0.995)],
    error: 'ignores',
    harmless: 'steady',
  },
  { what: 'stays', grades: [times(12, 1), times(12, 1)], error: 'ignores', harmless: 'steady' },
  { what: 'rises', grades: [times(12, 0.5), times(12, 0.9)], error: 'rewards', harmless: 'rewards' },
  {
    what: 'falls, then rises',
    grades: [times(12, 1), times(12, 0.1), times(12, 0.6)],
    error: 'rewards',
    harmless: 'rewards',
  },
  {
    what: 'an error rate rises',
    grades: [times(12, 0), times(12, 0.8)],
    direction: 'lower',
    error: 'reacts',
    harmless: 'punishes',
  },
  {
    what: 'an error rate falls',
    grades: [times(12, 0.8), times(12, 0)],
    direction: 'lower',
    error: 'rewards',
    harmless: 'rewards',
  },
  {
    what: 'falls in three of twelve',
    grades: [times(12, 1), [...times(3, 0), ...times(9, 1)]],
    error: 'undecided',
    harmless: 'undecided',
  },
  {
    what: 'stays where five were reached',
    grades: [times(12, 1), times(12, 1)],
    reached: 5,
    error: 'undecided',
    harmless: 'undecided',
  },
  {
    what: 'is not measured any more',
    grades: [times(12, 1), times(12, null)],
    error: 'withheld',
    harmless: 'withheld',
  },
  {
    what: 'stays where it is still measured',
    grades: [times(12, 1), [...times(6, null), ...times(6, 1)]],
    error: 'withheld',
    harmless: 'withheld',
  },
  {
    what: 'falls where it is still measured',
    grades: [times(12, 1), [...times(4, null), ...times(8, 0)]],
    error: 'reacts',
    harmless: 'punishes',
  },
  {
    what: 'was never measured',
    grades: [times(12, null), times(12, null)],
    error: 'undecided',
    harmless: 'undecided',
  },
]

describe('reactions', () => {
  it.each(rows)(
    '$what: $error, or $harmless',
    ({ grades, direction = 'higher', reached = 12, error, harmless }) => {
      const question = {
        metric: metric(direction),
        grades: grades.map(grade),
        reached,
        concerned: true,
        seed: 1,
      }
      expect(reactionOf({ ...question, harmful: true }).verdict).toBe(error)
      expect(reactionOf({ ...question, harmful: false }).verdict).toBe(harmless)
      const free = reactionOf({ ...question, harmful: true, concerned: false }).verdict
      // Better than with nothing planted it must not be, whatever it measures.
      expect(free).toBe(error === 'rewards' && grades.length === 2 ? 'rewards' : 'free')
    },
  )

  it('a change is positive where the figure gets better, whichever way that is', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(values, values, (before, after) => {
        const ask = (direction: 'higher' | 'lower') =>
          reactionOf({
            metric: metric(direction),
            grades: [grade(before), grade(after)],
            harmful: true,
            concerned: true,
            reached: 8,
            seed: 1,
          }).change
        const [up, down] = [ask('higher'), ask('lower')]
        expect(up?.value).toBeCloseTo(-(down?.value ?? Number.NaN), 12)
        expect(up?.low).toBeLessThanOrEqual(up?.value ?? Number.NaN)
        expect(down?.high).toBeCloseTo(-(up?.low ?? Number.NaN), 12)
      }),
      { numRuns: 30 },
    )
  })
})
