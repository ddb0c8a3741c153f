import { describe, expect, it } from 'vitest'
import type { MetricDefinition } from '../../core/metric.ts'
import { allowedText, labelFields, readLabel, scaleOf } from './label-field.ts'

const facts = { name: 'x', description: 'd', direction: 'higher', aggregate: 'mean' } as const

describe('the scale of a metric', () => {
  it.each([
    [{ binary: true, range: [0, 1] }, 'binary'],
    [{ range: [1, 5] }, 'ordinal'],
    [{ range: [1, 10] }, 'ordinal'],
    [{ range: [0, 10] }, 'ordinal'],
    [{ range: [0, 1] }, 'interval'],
    [{ range: [0, 100] }, 'interval'],
    [{ range: [0.5, 5] }, 'interval'],
  ] as const)('%j is %s', (metric, scale) => {
    expect(scaleOf(metric)).toBe(scale)
  })
})

describe('a label as it is written', () => {
  const pass = { scale: 'binary', range: [0, 1] } as const
  const stars = { scale: 'ordinal', range: [1, 5] } as const
  const share = { scale: 'interval', range: [0, 1] } as const
  it.each([
    [pass, ' YES ', { value: 1 }],
    [pass, 'fail', { value: 0 }],
    [pass, '0', { value: 0 }],
    [pass, '?', { value: null }],
    [pass, '', { value: undefined }],
    [pass, '0.5', { wrong: expect.stringContaining('none of yes') }],
    [pass, 'constructor', { wrong: expect.stringContaining('none of yes') }],
    [stars, '3', { value: 3 }],
    [stars, '3.5', { wrong: expect.stringContaining('whole') }],
    [stars, '6', { wrong: expect.stringContaining('outside') }],
    [stars, '0', { wrong: expect.stringContaining('outside') }],
    [stars, 'good', { wrong: expect.stringContaining('no number') }],
    [share, '0.25', { value: 0.25 }],
    [share, '1e-1', { wrong: expect.stringContaining('no number') }],
    [share, '1,5', { wrong: expect.stringContaining('no number') }],
    [share, '-0.1', { wrong: expect.stringContaining('outside') }],
    [share, 'NaN', { wrong: expect.stringContaining('no number') }],
    [share, 'Infinity', { wrong: expect.stringContaining('no number') }],
  ] as const)('%j %j', (field, text, read) => {
    expect(readLabel(field, text)).toEqual(read)
  })

  it('is said in words', () => {
    expect([pass, stars, share].map(allowedText)).toEqual([
      'yes or no',
      'whole number from 1 to 5',
      'number from 0 to 1',
    ])
  })
})

it('nobody is asked for what is computed from the rest', () => {
  const metrics: MetricDefinition[] = [
    { ...facts, name: 'mean', range: [1, 5] },
    { ...facts, name: 'warmth', range: [1, 5] },
    { ...facts, name: 'precision', range: [0, 1] },
    { ...facts, name: 'f1', range: [0, 1], aggregate: 'harmonic', of: ['precision', 'precision'] },
  ]
  expect(labelFields(metrics, { mean: ['warmth'] }).map(({ name }) => name)).toEqual(['warmth', 'precision'])
})
