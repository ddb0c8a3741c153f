import { describe, expect, it } from 'vitest'
import { lowerRatioMetric, meanMetric, ratioMetric } from './metric-kit.ts'
import { checkMetrics, type MetricDefinition } from './metric.ts'

const f1: MetricDefinition = {
  name: 'f1',
  description: 'Harmonic mean of precision and recall.',
  aggregate: 'harmonic',
  of: ['precision', 'recall'],
  direction: 'higher',
  range: [0, 1],
}
const precision = ratioMetric('precision', 'p')
const recall = ratioMetric('recall', 'r')

describe('metrics of an instrument', () => {
  it('may have a harmonic mean of two ratios', () => {
    expect(() => checkMetrics([precision, recall, f1])).not.toThrow()
  })

  it.each<[string, MetricDefinition[], string]>([
    ['a part is missing', [precision, f1], 'f1 is the harmonic mean of recall'],
    ['a part is a mean', [precision, meanMetric('recall', 'r'), f1], 'must be a ratio metric'],
    ['a part is one itself', [precision, { ...f1, name: 'recall' }, f1], 'must be a ratio metric'],
    ['directions differ', [precision, lowerRatioMetric('recall', 'r'), f1], 'one range and one direction'],
    ['ranges differ', [precision, { ...recall, range: [0, 100] }, f1], 'one range and one direction'],
    ['the range is not from 0', [precision, recall, { ...f1, range: [-1, 1] }], 'must start at 0'],
  ])('are refused when %s', (_, metrics, message) => {
    expect(() => checkMetrics(metrics)).toThrow(message)
  })

  it('do not typecheck in wrong combinations', () => {
    const common = { name: 'x', description: 'x', direction: 'higher', range: [0, 1] } as const
    // @ts-expect-error a harmonic mean names its parts
    const withoutParts: MetricDefinition = { ...common, aggregate: 'harmonic' }
    // @ts-expect-error a ratio has no parts
    const withParts: MetricDefinition = { ...common, aggregate: 'ratio', of: ['a', 'b'] }
    // @ts-expect-error a harmonic mean is no rate
    const rate: MetricDefinition = { ...f1, binary: true }
    expect([withoutParts, withParts, rate]).toHaveLength(3)
  })
})
