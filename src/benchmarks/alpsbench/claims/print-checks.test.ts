import { describe, expect, it } from 'vitest'
import type { PrintCheck } from '../../../core/claim.ts'
import {
  compositeIsMean,
  correlationOfPlot,
  fallsAtEveryStep,
  gainsOver,
  losesAtLeast,
  printedTwice,
  shares,
  someBelow,
} from './print-checks.ts'
import { gain, isAbove, isSame, isShareOf, printed } from './printed.ts'

const verdicts = (checks: readonly PrintCheck[]) => checks.map(({ verdict }) => verdict)

describe('printed numbers', () => {
  it.each([
    [0.5, 0.4, 'supported'],
    [0.4, 0.5, 'contradicted'],
    // 0.9268 and 0.9269 may both be 0.92685.
    [0.9269, 0.9268, 'undecided'],
    [0.927, 0.9268, 'supported'],
  ])('%d above %d is %s', (a, b, verdict) => {
    expect(isAbove(printed(a, 4), printed(b, 4))).toBe(verdict)
  })

  it.each([
    [2.92, 2.87, 'contradicted'],
    [2.92, 2.92, 'supported'],
    [2.92, 2.91, 'supported'],
  ])('%d and %d as one number: %s', (a, b, verdict) => {
    expect(isSame(printed(a, 2), printed(b, 2))).toBe(verdict)
  })

  it.each([
    // 0.5702 of 500 rows would be 285.1 rows.
    [0.5702, [500], 'contradicted'],
    [0.736, [500], 'supported'],
    // 314 of 327.
    [0.9602, [327, 328, 329], 'supported'],
    [0.5702, [327, 328, 329], 'contradicted'],
    // 1 of 3.
    [0.3333, [3], 'supported'],
    [0.3334, [3], 'contradicted'],
  ])('%d of %j rows: %s', (value, rows, verdict) => {
    expect(isShareOf(printed(value, 4), rows)).toBe(verdict)
  })

  it('a gain spreads with the rounding of both numbers', () => {
    const { low, high } = gain(printed(0.7246, 4), printed(0.4018, 4))
    expect(low).toBeCloseTo(0.72455 / 0.40185 - 1, 12)
    expect(high).toBeCloseTo(0.72465 / 0.40175 - 1, 12)
  })
})

describe('checks', () => {
  it('every step falls, is level, or rises', () => {
    const checks = fallsAtEveryStep(
      [
        ['falls', 0.9, 0.8, 0.7],
        ['level', 0.9, 0.8001, 0.8],
        ['rises', 0.9, 0.7, 0.8],
      ],
      ['d1', 'd2', 'd3'],
    )
    expect(verdicts(checks)).toEqual(['supported', 'undecided', 'contradicted'])
    expect(checks[2]?.text).toBe('rises: d2 0.7000 to d3 0.8000')
  })

  it('a loss is large, small, or hidden by rounding', () => {
    const checks = losesAtLeast(0.1, [
      ['large', 0.9, 0.5, 0.7],
      ['small', 0.9, 0.5, 0.85],
      ['hidden', 0.9, 0.5, 0.81],
    ])
    expect(verdicts(checks)).toEqual(['supported', 'contradicted', 'undecided'])
    expect(checks[0]?.text).toBe('0.9000 to 0.7000, −22.2 %')
  })

  it('a gain over a base is large, small, or hidden by rounding', () => {
    const checks = gainsOver(0.8, ['m', 0.95, 0.6, 0.9], [0.5, 0.5, 0.5], ['x', 'y', 'z'])
    expect(verdicts(checks)).toEqual(['supported', 'contradicted', 'undecided'])
    expect(checks[1]).toMatchObject({ about: 'm on y', text: '0.5000 to 0.6000, +20.0 %' })
  })

  it('some system is below the base, or none is', () => {
    const rows = [
      ['one', 0.4, 0.6],
      ['two', 0.7, 0.7],
    ] as const
    const columns = ['x', 'y'].map((name) => ({ name, decimals: 2 }))
    const checks = someBelow(rows, [0.5, 0.5], columns)
    expect(verdicts(checks)).toEqual(['supported', 'contradicted'])
    expect(checks.map(({ text }) => text)).toEqual([
      'alone 0.50; below it 1 of 2: one',
      'alone 0.50; below it 0 of 2',
    ])
  })

  it('a composite is the mean of its dimensions, or above all of them', () => {
    const dimensions = [
      ['mean', 1, 2, 3],
      ['above', 1, 2, 3],
    ] as const
    const composites = [
      ['mean', 2],
      ['above', 3.5],
      ['without dimensions', 1],
    ] as const
    const checks = compositeIsMean(composites, dimensions, { composite: 0, first: 0, language: 'English' })
    expect(verdicts(checks)).toEqual(['supported', 'contradicted'])
    expect(checks[1]?.text).toContain('above all three')
  })

  it('shares, pairs of places and plots', () => {
    expect(verdicts(shares([['m', 0.5702, 0.736]], 0, 'VRA'))).toEqual(['contradicted'])
    expect(verdicts(shares([['m', 0.5702, 0.736]], 1, 'VRA'))).toEqual(['supported'])
    const twice = (second: number) =>
      printedTwice('r', [
        ['text', -0.959, 3],
        ['figure', second, 3],
      ])
    expect(verdicts(twice(-0.968))).toEqual(['contradicted'])
    expect(verdicts(twice(-0.959))).toEqual(['supported'])
    const points = [
      [0.1, 0.9],
      [0.5, 0.5],
      [0.9, 0.1],
      [0.6, 0.45],
    ] as const
    expect(verdicts(correlationOfPlot('p', points, -0.998))).toEqual(['supported'])
    expect(verdicts(correlationOfPlot('p', points, -0.9))).toEqual(['contradicted'])
  })
})
