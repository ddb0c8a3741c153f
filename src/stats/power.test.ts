import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { studentTQuantile } from './distributions.ts'
import { assumedSpread, clustersFor, detectable, powerFor } from './power.ts'
import { createRandom } from './random.ts'

const usual = { alpha: 0.05, power: 0.8 }

describe('the detectable difference', () => {
  it('is 2.80 standard errors for many clusters, and more for few', () => {
    // From t tables: 2.228 + 0.879 for 10 degrees of freedom, 2.086 + 0.860 for 20, 1.960 + 0.842 for many.
    expect(detectable({ standardError: 1, clusters: 11 }, usual)).toBeCloseTo(3.107, 2)
    expect(detectable({ standardError: 1, clusters: 21 }, usual)).toBeCloseTo(2.946, 2)
    expect(detectable({ standardError: 1, clusters: 1e6 }, usual)).toBeCloseTo(2.802, 3)
    expect(detectable({ standardError: 1, clusters: 1e6 }, { ...usual, oneSided: true })).toBeCloseTo(
      2.486,
      3,
    )
  })

  it('is found as often as was asked for', () => {
    // Twelve clusters with normal means: the t test on them, on 4,000 seeded data sets.
    const source = createRandom('power')
    const random = (): number => source.uniform()
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const clusters = 12
    const truth = detectable({ standardError: 1 / Math.sqrt(clusters), clusters }, usual)
    const critical = studentTQuantile(0.975, clusters - 1)
    let found = 0
    for (let round = 0; round < 4_000; round += 1) {
      const values = Array.from({ length: clusters }, () => truth + normal())
      const mean = values.reduce((sum, value) => sum + value, 0) / clusters
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (clusters - 1)
      if (Math.abs(mean) > critical * Math.sqrt(variance / clusters)) found += 1
    }
    expect(found / 4_000).toBeGreaterThan(0.77)
    expect(found / 4_000).toBeLessThan(0.83)
  })
})

const spreads = fc.record({
  standardError: fc.double({ min: 1e-4, max: 10, noNaN: true }),
  clusters: fc.integer({ min: 2, max: 2_000 }),
})
const decisions = fc.record({
  alpha: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
  power: fc.double({ min: 0.5, max: 0.99, noNaN: true }),
  oneSided: fc.boolean(),
})

describe('power', () => {
  it('of the detectable difference is what was asked for, or a hair more by the other tail', () => {
    fc.assert(
      fc.property(spreads, decisions, (spread, decision) => {
        const power = powerFor(spread, detectable(spread, decision), decision)
        expect(power).toBeGreaterThan(decision.power - 1e-9)
        // The other tail is never larger than half of alpha.
        expect(power).toBeLessThan(decision.power + decision.alpha / 2)
      }),
    )
  })

  it('of no difference is alpha', () => {
    expect(powerFor({ standardError: 1, clusters: 9 }, 0, usual)).toBeCloseTo(0.05, 12)
    expect(powerFor({ standardError: 1, clusters: 9 }, 0, { ...usual, oneSided: true })).toBeCloseTo(0.05, 12)
  })
})

describe('the clusters that are needed', () => {
  it('are the fewest with which the difference can be detected', () => {
    fc.assert(
      fc.property(
        spreads,
        decisions,
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        (spread, decision, difference) => {
          const needed = clustersFor(spread, difference, decision)
          if (needed === undefined) return
          const at = (clusters: number): number =>
            detectable(
              { clusters, standardError: spread.standardError * Math.sqrt(spread.clusters / clusters) },
              decision,
            )
          expect(at(needed)).toBeLessThanOrEqual(difference)
          if (needed > 2) expect(at(needed - 1)).toBeGreaterThan(difference)
        },
      ),
    )
  })

  it('are those of the textbook', () => {
    // Cohen 1988: a paired t test with d = 0.5, two-sided 0.05, power 0.80 needs 34 pairs; 199 for d = 0.2.
    const one = { standardError: 1 / Math.sqrt(2), clusters: 2 }
    expect(clustersFor(one, 0.5, usual)).toBe(34)
    expect(clustersFor(one, 0.2, usual)).toBe(199)
  })

  it('are nowhere for no difference', () => {
    expect(clustersFor({ standardError: 1, clusters: 10 }, 0, usual)).toBeUndefined()
  })
})

describe('the assumed spread', () => {
  it.each([
    // Independent cases, one system: s/√n.
    [{ cases: 100, clusters: 100, deviation: 1, withinClusters: 0.5, betweenSystems: null }, 0.1],
    // Four a cluster, all alike: as if there were a quarter.
    [{ cases: 100, clusters: 25, deviation: 1, withinClusters: 1, betweenSystems: null }, 0.2],
    [{ cases: 100, clusters: 25, deviation: 1, withinClusters: 0.2, betweenSystems: null }, 0.126_491],
    // A difference of uncorrelated systems, and of nearly equal ones.
    [{ cases: 100, clusters: 100, deviation: 1, withinClusters: 0, betweenSystems: 0 }, 0.141_421],
    [{ cases: 100, clusters: 100, deviation: 1, withinClusters: 0, betweenSystems: 0.98 }, 0.02],
  ])('%j is %d', (assumed, expected) => {
    expect(assumedSpread(assumed).standardError).toBeCloseTo(expected, 5)
  })

  it.each([
    { cases: 1, clusters: 2 },
    { clusters: 1 },
    { deviation: 0 },
    { withinClusters: -0.1 },
    { betweenSystems: 1 },
  ])('refuses %j', (wrong) => {
    const usualCase = { cases: 10, clusters: 5, deviation: 1, withinClusters: 0, betweenSystems: null }
    expect(() => assumedSpread({ ...usualCase, ...wrong })).toThrow(RangeError)
  })

  it.each([
    [{ standardError: 0, clusters: 5 }, usual],
    [{ standardError: 1, clusters: 1 }, usual],
    [
      { standardError: 1, clusters: 5 },
      { alpha: 0, power: 0.8 },
    ],
    [
      { standardError: 1, clusters: 5 },
      { alpha: 0.1, power: 0.1 },
    ],
  ])('nothing is planned with %j and %j', (spread, decision) => {
    expect(() => detectable(spread, decision)).toThrow(RangeError)
  })
})
