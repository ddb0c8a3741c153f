import { describe, expect, it } from 'vitest'
import { lowerRatioMetric, meanMetric } from '../../core/metric-kit.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import { floorOf } from './floor.ts'

const series = (...values: number[]) =>
  values.map((value, at) => ({ case: `c${at}`, cluster: `k${at}`, numerator: value, denominator: 1 }))

const higher = meanMetric('m', '')
const lower = lowerRatioMetric('m', '')

// Shares of the way from the worst value to the oracle, by hand.
const rows: readonly [string, MetricDefinition, number[], Record<string, number[]>, object | null][] = [
  ['nothing', higher, [1, 1], { a: [0, 0] }, { system: 'a', share: 0, fails: false }],
  ['under a twentieth', higher, [1, 1], { a: [0.08, 0] }, { system: 'a', share: 0.04, fails: false }],
  [
    'the best of two',
    higher,
    [0.8, 0.8],
    { a: [0.1, 0.1], b: [0.4, 0.4] },
    { system: 'b', share: 0.5, fails: true },
  ],
  ['an error rate', lower, [0, 0], { a: [1, 1], b: [0.4, 0.4] }, { system: 'b', share: 0.6, fails: true }],
  ['an oracle that gets nothing', higher, [0, 0], { a: [0, 0] }, { system: 'a', share: 1, fails: true }],
  ['nobody to compare with', higher, [1, 1], {}, null],
  ['no case in common', higher, [], { a: [1, 1] }, null],
]

describe('floors', () => {
  it.each(rows)('%s', (_what, metric, oracle, blind, expected) => {
    const systems = Object.entries(blind).map(([system, values]) => ({
      system,
      observations: series(...values),
    }))
    const found = floorOf(metric, series(...oracle), systems)
    if (expected === null) expect(found).toBeNull()
    else
      expect(found).toMatchObject({
        ...expected,
        share: expect.closeTo('share' in expected ? Number(expected.share) : 0, 12),
      })
  })
})
