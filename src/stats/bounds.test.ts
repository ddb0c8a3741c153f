import { describe, expect, it } from 'vitest'
import { failureBounds } from './bounds.ts'

const measured = [0.2, 0.4, 0.6].map((numerator, i) => ({ numerator, denominator: 1, cluster: `c${i}` }))

describe('failureBounds', () => {
  it('counts missing cases as worst, not at all, and as best', () => {
    const missing = {
      cluster: 'm',
      worst: { numerator: 0, denominator: 1 },
      best: { numerator: 1, denominator: 1 },
    }
    const { worst, exclude, best, excluded } = failureBounds(measured, [missing], { aggregate: 'mean' })
    expect(worst?.value).toBeCloseTo(0.3, 12)
    expect(exclude?.value).toBeCloseTo(0.4, 12)
    expect(best?.value).toBeCloseTo(0.55, 12)
    expect([worst?.n, exclude?.n, best?.n, excluded]).toEqual([4, 3, 4, 1])
  })
  it('lets the caller say how large a missing case is, and weighs it', () => {
    const missing = {
      cluster: 'm',
      weight: 2,
      worst: { numerator: 0, denominator: 6 },
      best: { numerator: 6, denominator: 6 },
    }
    const { worst, best } = failureBounds(measured, [missing], { aggregate: 'ratio' })
    expect(worst?.value).toBeCloseTo(1.2 / 15, 12)
    expect(best?.value).toBeCloseTo(13.2 / 15, 12)
  })
  it('has no figure for "exclude" when nothing was measured', () => {
    const missing = {
      cluster: 'm',
      worst: { numerator: 0, denominator: 1 },
      best: { numerator: 1, denominator: 1 },
    }
    const { worst, exclude, best } = failureBounds([], [missing], { aggregate: 'mean' })
    expect(exclude).toBeUndefined()
    expect([worst?.value, best?.value]).toEqual([0, 1])
  })
})
