import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg, holm } from './multiplicity.ts'

const round = (ps: number[]) => ps.map((p) => Number(p.toFixed(12)))
const probabilities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 })

describe('holm', () => {
  it('adjusts step down', () => {
    expect(round(holm([0.01, 0.04, 0.03, 0.005]))).toEqual([0.03, 0.06, 0.06, 0.02])
  })
  it('lies between the raw and the Bonferroni value and keeps the order', () => {
    fc.assert(
      fc.property(probabilities, (ps) => {
        const adjusted = holm(ps)
        for (const [i, p] of ps.entries()) {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p)
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * ps.length) + 1e-15)
          for (const [j, q] of ps.entries())
            if (p < q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? 0)
        }
      }),
    )
  })
})

describe('benjaminiHochberg', () => {
  it('agrees with scipy.stats.false_discovery_control', () => {
    expect(round(benjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.2]))).toEqual([0.025, 0.05, 0.05, 0.025, 0.2])
  })
  it('rejects as the step-up rule does (15 p values of Benjamini & Hochberg 1995, q = 0.05: four)', () => {
    const ps = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ]
    expect(benjaminiHochberg(ps).filter((p) => p <= 0.05)).toHaveLength(4)
    expect(holm(ps).filter((p) => p <= 0.05)).toHaveLength(3)
  })
  it('never exceeds Holm', () => {
    fc.assert(
      fc.property(probabilities, (ps) => {
        const stricter = holm(ps)
        for (const [i, p] of benjaminiHochberg(ps).entries())
          expect(p).toBeLessThanOrEqual((stricter[i] ?? 0) + 1e-15)
      }),
    )
  })
})

it.each([[[Number.NaN]], [[-0.1]], [[1.1]]])('refuses %j', (ps) => {
  expect(() => holm(ps)).toThrow(RangeError)
  expect(() => benjaminiHochberg(ps)).toThrow(RangeError)
})
