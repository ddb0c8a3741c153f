import { describe, expect, it } from 'vitest'
import { pearson, spearman } from '../../stats/correlation.ts'
import { orderTest } from './correlation-parts.ts'

/** Skewed, so that no other order of it correlates as strongly the other way. */
const points = [
  [0, 1],
  [0.1, 0.9],
  [1, 0],
] as const

describe('orderTest', () => {
  it('counts orders in the direction of the sign', () => {
    expect(orderTest(points, pearson, -1)).toEqual({ for: 1 / 6, against: 1 })
    expect(orderTest(points, pearson, 1)).toEqual({ for: 1, against: 1 / 6 })
  })

  it('draws orders where there are too many, with the one that was seen', () => {
    const many = Array.from({ length: 12 }, (_, place) => [place, -place] as const)
    expect(orderTest(many, spearman, -1)?.for).toBe(1 / 10_000)
  })

  it('has no p without a correlation', () => {
    expect(
      orderTest(
        points.map(([x]) => [x, 1]),
        pearson,
        -1,
      ),
    ).toBeUndefined()
  })
})
