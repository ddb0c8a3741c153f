import { describe, expect, it } from 'vitest'
import { fraction } from '../core/metric-kit.ts'
import { joined } from './harmonic-value.ts'

describe('a case of a harmonic mean', () => {
  const lost = { worst: fraction(0, 0), best: fraction(1) }
  const half = fraction(1, 2)

  it('is not there when a part was not asked for, lost or not', () => {
    expect(joined(half, null, half)).toBeNull()
    expect(joined(half, half, null)).toBeNull()
    expect(joined(half, lost, null)).toBeNull()
  })

  it('counts by its parts, and takes no part in tallies, when it has no value of its own', () => {
    for (const own of [null, lost]) {
      expect(joined(own, half, half)).toEqual({ numerator: 0, denominator: 0, parts: [half, half] })
    }
  })
})
