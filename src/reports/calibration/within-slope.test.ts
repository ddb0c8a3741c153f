import { describe, expect, it } from 'vitest'
import { withinSlope, type GroupedPoint } from './within-slope.ts'

/** Twelve groups of three invented points, y = group + 0.05 x + noise. */
const vector: readonly (readonly [x: number, y: number])[] = [
  [9.085, 0.595],
  [6.973, 0.407],
  [6.697, 0.367],
  [4.17, 0.159],
  [9.015, 0.39],
  [4.013, 0.364],
  [8.329, 0.894],
  [9.409, 1.155],
  [4.184, 0.778],
  [6.287, 1.273],
  [5.3, 1.183],
  [5.33, 1.217],
  [6.975, 0.794],
  [5.313, 0.776],
  [6.758, 0.771],
  [7.339, 1.225],
  [7.854, 1.353],
  [9.16, 1.584],
  [5.996, 0.393],
  [9.619, 0.447],
  [6.533, 0.519],
  [7.525, 0.549],
  [9.295, 0.836],
  [7.534, 0.582],
  [5.456, 0.338],
  [5.038, 0.188],
  [7.293, 0.356],
  [6.634, 0.563],
  [7.051, 0.749],
  [6.36, 0.573],
  [4.177, 0.849],
  [9.899, 1.027],
  [7.559, 0.82],
  [9.892, 1.035],
  [8.623, 0.741],
  [5.393, 0.723],
]
const points: GroupedPoint[] = vector.map(([x, y], at) => {
  const group = String(Math.floor(at / 3))
  return { group, cluster: group, x, y }
})

describe('slope within groups', () => {
  it('is that of a least-squares fit with a dummy for each group (numpy.linalg.lstsq)', () => {
    const found = withinSlope(points)
    expect('slope' in found && found.slope.value).toBeCloseTo(0.046431507514148325, 12)
    expect(found).toMatchObject({ groups: 12, slope: { n: 36, clusters: 12 } })
    if ('slope' in found) {
      expect(found.slope.low).toBeLessThan(0.05)
      expect(found.slope.high).toBeGreaterThan(0.05)
      expect(found.slope.high - found.slope.low).toBeLessThan(0.08)
    }
  })

  it('does not see differences between groups: long answers may stand where all are good', () => {
    const between = [0, 1, 2, 3].flatMap((group) =>
      [-1, 1].map((side) => ({
        group: `${group}`,
        cluster: `${group}`,
        x: 10 * group + side,
        y: group + side * -0.1,
      })),
    )
    const found = withinSlope(between)
    expect('slope' in found && found.slope.value).toBeCloseTo(-0.1, 12)
  })

  it.each([
    ['no group has two points', points.filter((_, at) => at % 3 === 0), /fewer than two clusters/],
    ['all lengths are equal', points.map((one) => ({ ...one, x: 5 })), /fewer than two clusters/],
    ['all verdicts are equal', points.map((one) => ({ ...one, y: 1 })), /do not vary/],
    ['there is nothing', [], /fewer than two clusters/],
  ])('is no number where %s', (_, some, why) => {
    expect(withinSlope(some)).toEqual({ none: expect.stringMatching(why) })
  })
})
