import { describe, expect, it } from 'vitest'
import type { MetricDefinition } from '../../core/metric.ts'
import { createRandom } from '../../stats/random.ts'
import { orderEffect, twoWayDifference, verbosity, verbosityError, type BiasAnswer } from './biases.ts'

const random = createRandom('biases')
const cases = Array.from({ length: 60 }, (_, at) => at)

/** Three answers a case, of lengths of their own. */
function answers(valueOf: (length: number, at: number) => number): BiasAnswer[] {
  return cases.flatMap((at) =>
    ['a', 'b', 'c'].map((system) => {
      const length = 2 ** random.integer(4, 10)
      return {
        case: `c${at}`,
        system,
        cluster: `k${at}`,
        length,
        placeOfRight: at % 2 === 0 ? ('first' as const) : ('second' as const),
        value: valueOf(length, at),
      }
    }),
  )
}

function numberOf(found: ReturnType<typeof verbosity> | null) {
  if (found === null || 'none' in found) throw new Error('no effect')
  return found.effect
}

describe('verbosity', () => {
  it('finds what a judge gives for each doubling, whatever the case is worth', () => {
    const found = numberOf(verbosity(answers((length, at) => at + 0.05 * Math.log2(length))))
    expect(found.value).toBeCloseTo(0.05, 10)
  })

  it('finds none where length does not matter', () => {
    const found = numberOf(verbosity(answers(() => random.integer(0, 1))))
    expect(found.low).toBeLessThan(0)
    expect(found.high).toBeGreaterThan(0)
  })

  it('passes over empty answers, which fail by rule', () => {
    const some = answers(() => 1).map((one, at) => (at % 3 === 0 ? { ...one, length: 0, value: 0 } : one))
    expect(verbosity(some)).toEqual({ none: 'verdicts do not vary where lengths do' })
  })

  it('of the error: a judge that is right on long and short ones alike has none', () => {
    const labelled = (error: (length: number) => number) =>
      answers(() => 0).map(({ system, cluster, length }, at) => ({
        place: String(at),
        system,
        cluster,
        language: null,
        length,
        stratum: system,
        weight: 1,
        labels: [],
        truth: at % 2,
        verdict: (at % 2) + error(length),
      }))
    expect(numberOf(verbosityError(labelled((length) => 0.02 * Math.log2(length)))).value).toBeCloseTo(
      0.02,
      10,
    )
    expect(verbosityError(labelled(() => 0))).toHaveProperty('none')
  })
})

describe('order', () => {
  it('is the difference between right ones shown first and second', () => {
    const found = numberOf(orderEffect(answers((_, at) => (at % 2 === 0 ? 0.9 : 0.6))))
    expect(found.value).toBeCloseTo(0.3, 12)
  })

  it('a rubric without candidates has none', () => {
    expect(orderEffect(answers(() => 1).map((one) => ({ ...one, placeOfRight: null })))).toEqual({
      none: 'the rubric shows no two candidates to choose from',
    })
  })
})

describe('matching in both directions', () => {
  const metrics = ['precision', 'recall'].map((name): MetricDefinition => ({
    name,
    description: '',
    aggregate: 'ratio',
    direction: 'higher',
    range: [0, 1],
  }))
  it('is recall less precision', () => {
    const rows = cases.map((at) => ({
      cluster: `k${at}`,
      values: { precision: 0.5, recall: 0.5 + (at % 2) / 4 },
    }))
    expect(numberOf(twoWayDifference(metrics, rows)).value).toBeCloseTo(0.125, 12)
  })

  it('is asked of no other instrument', () => {
    expect(twoWayDifference(metrics.slice(1), [])).toBeNull()
    expect(twoWayDifference(metrics, [])).toEqual({ none: 'no answer was matched in both directions' })
  })
})
