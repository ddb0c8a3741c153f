import { describe, expect, it } from 'vitest'
import { crossedEstimate } from './crossed.ts'
import { createRandom } from './random.ts'

const grid = (clusters: number, seeds: number, value: (i: number, seed: number) => number) =>
  Array.from({ length: clusters }, (_, i) =>
    Array.from({ length: seeds }, (_unused, seed) => ({
      case: `c${i}`,
      cluster: `k${i}`,
      seed,
      value: value(i, seed),
    })),
  ).flat()

describe('a mean over cases and seeds', () => {
  it('has both variances', () => {
    // Values i/10 + seed/10 − … by hand: clusters differ by 0.1, seeds by 0.2, nothing else.
    const found = crossedEstimate(grid(5, 3, (i, seed) => 0.1 * i + 0.2 * seed))
    expect(found?.value).toBeCloseTo(0.4, 12)
    expect(found).toMatchObject({ n: 5, clusters: 5, seeds: 3, randomOver: 'cases and drawn pools' })
    // s²/n of the cluster means 0.025 / 5, of the seeds' means 0.04 / 3, less that of the 15 cells (0.0507 / 15).
    const cells = Array.from({ length: 15 }, (_, k) => 0.1 * Math.floor(k / 3) + 0.2 * (k % 3) - 0.4)
    const cell = cells.reduce((sum, x) => sum + x * x, 0) / 14 / 15
    const error = Math.sqrt(0.025 / 5 + 0.04 / 3 - cell)
    // t with two degrees of freedom.
    expect((found?.high ?? 0) - 0.4).toBeCloseTo(4.302_65 * error, 4)
  })

  it('with one seed is over cases alone, and says so', () => {
    const found = crossedEstimate(grid(30, 1, (i) => (i % 3) / 2))
    expect(found?.note).toBe('one seed: the interval does not cover other pools')
    expect(found?.seeds).toBe(1)
    expect(found?.randomOver).toBe('cases')
    // Both remarks, where both hold.
    expect(crossedEstimate(grid(4, 1, () => 0))?.note).toMatch(/all values agree.*; one seed/)
  })

  it('is never of no width, needs two clusters, and refuses a cell twice', () => {
    const flat = crossedEstimate(grid(4, 2, () => 0))
    expect(flat?.high).toBeGreaterThan(0)
    expect(crossedEstimate(grid(1, 3, () => 0.5))).toBeUndefined()
    expect(crossedEstimate([])).toBeUndefined()
    const twice = grid(2, 1, () => 0.5)
    expect(() => crossedEstimate([...twice, ...twice])).toThrow('two values under one seed')
    expect(() => crossedEstimate(grid(2, 1, () => 2))).toThrow(RangeError)
  })

  it('covers the truth, where an interval over cases alone does not', () => {
    const random = createRandom('crossed')
    const noise = (width: number): number => width * (random.uniform() - 0.5)
    let [both, alone] = [0, 0]
    for (let round = 0; round < 400; round += 1) {
      const seeds = Array.from({ length: 6 }, () => noise(0.3))
      const cases = Array.from({ length: 60 }, () => noise(0.3))
      const rows = grid(60, 6, (i, seed) => 0.5 + (seeds[seed] ?? 0) + (cases[i] ?? 0) + noise(0.1))
      const found = crossedEstimate(rows)
      if (found !== undefined && found.low <= 0.5 && found.high >= 0.5) both += 1
      const one = crossedEstimate(
        cases.map((_, i) => ({
          case: `c${i}`,
          cluster: `k${i}`,
          seed: 0,
          value: rows.filter((row) => row.case === `c${i}`).reduce((sum, row) => sum + row.value, 0) / 6,
        })),
      )
      if (one !== undefined && one.low <= 0.5 && one.high >= 0.5) alone += 1
    }
    expect(both / 400).toBeGreaterThan(0.92)
    expect(alone / 400).toBeLessThan(0.7)
  })
})
