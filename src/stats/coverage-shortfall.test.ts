import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { shortfallOf, shortfalls } from './coverage-shortfall.ts'
import { estimate } from './estimate.ts'

describe('where an interval falls short', () => {
  it.each([
    ['harmonic', 4, 0.905],
    ['harmonic', 10, 0.905],
    ['harmonic', 29, 0.905],
    ['harmonic', 30, undefined],
    ['harmonic', 1_000, undefined],
    ['mean', 10, undefined],
    ['ratio', 10, undefined],
  ] as const)('%s over %d clusters: %s', (aggregate, clusters, expected) => {
    expect(shortfallOf(aggregate, clusters)).toBe(expected)
  })

  it('is said beside the estimate', () => {
    const part = (numerator: number) => ({ numerator, denominator: 1 })
    const rows = Array.from({ length: 12 }, (_, i) => ({
      cluster: `k${i}`,
      ...part(i % 3 === 0 ? 1 : 0.25),
      parts: [part(i % 2), part((i % 3) / 3)] as const,
    }))
    expect(estimate(rows, { aggregate: 'harmonic' })?.covers).toBe(0.905)
    expect(estimate(rows, { aggregate: 'mean' })?.covers).toBeUndefined()
    // The whole range covers.
    const one = rows.map((row) => ({ ...row, cluster: 'one' }))
    expect(estimate(one, { aggregate: 'harmonic' })?.covers).toBeUndefined()
  })

  it('is what the table of the docs says', () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/statistics.md', import.meta.url)), 'utf8')
    for (const { process, clusters, covers } of shortfalls) {
      const line = page.split('\n').find((text) => text.startsWith(`| ${process} | default |`))
      const cells = line?.split('|').map((cell) => cell.trim().replaceAll('*', ''))
      expect(cells?.[3 + [10, 30, 50, 500].indexOf(clusters)], process).toBe((100 * covers).toFixed(1))
    }
    // No other default cell of the table is under 93.
    const bold = page
      .split('\n')
      .filter((line) => line.includes('| default |') && !line.includes('difference'))
      .flatMap((line) =>
        line
          .split('|')
          .slice(3, 7)
          // A method that is not run there has an empty cell.
          .filter((cell) => cell.trim() !== '')
          .map((cell) => Number(cell.replaceAll('*', '').trim())),
      )
      .filter((value) => Number.isFinite(value) && value < 93)
    expect(bold).toHaveLength(shortfalls.length)
  })
})
