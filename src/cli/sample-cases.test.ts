import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Case } from '../core/case.ts'
import { tinyCase } from '../testing/tiny-track.ts'
import { allocate, drawSample } from './sample-cases.ts'

async function* stream(cases: readonly Case[]): AsyncGenerator<Case> {
  yield* cases
}

/** Cases of strata of these sizes; the stratum is the tag `kind`. */
function casesOf(sizes: readonly number[]): Case[] {
  return sizes.flatMap((size, stratum) =>
    Array.from({ length: size }, (_, index) =>
      tinyCase(stratum * 1_000 + index, { tags: { kind: [`k${stratum}`] } }),
    ),
  )
}

const draw = (cases: readonly Case[], n: number, seed: number, stratify: string | null = 'kind') =>
  drawSample(stream(cases), { n, stratify }, seed, 't')

function perStratum(cases: readonly Case[], ids: ReadonlySet<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { id, tags } of cases) {
    const kind = tags['kind']?.join('+') ?? 'none'
    if (ids.has(id)) counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })

describe('allocate', () => {
  it.each([
    [[90, 10], 10, [9, 1]],
    [[98, 1, 1], 10, [8, 1, 1]],
    [[50, 30, 20], 10, [5, 3, 2]],
    [[5, 5, 5], 2, [1, 1, 0]],
    [[3, 2], 100, [3, 2]],
    [[1, 99], 1, [0, 1]],
    [[7], 3, [3]],
    // Giving the first stratum its one place pushes the second below one: it gets one too.
    [[1, 24, 975], 41, [1, 1, 39]],
  ])('%j, %d places: %j', (given, n, shares) => expect(allocate(given, n)).toEqual(shares))

  it('deals out all places, none beyond a stratum, one to each when there are enough, the rest in proportion', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 300 }), (given, n) => {
        const shares = allocate(given, n)
        const total = given.reduce((sum, size) => sum + size, 0)
        const places = Math.min(n, total)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(places)
        for (const [place, size] of given.entries()) {
          const share = shares[place] ?? -1
          expect(share).toBeGreaterThanOrEqual(n >= given.length ? 1 : 0)
          expect(share).toBeLessThanOrEqual(size)
          if (share > 1) expect(share).toBeLessThan((places * size) / total + 1)
          // A larger stratum never gets less.
          for (const [other, otherSize] of given.entries())
            if (otherSize < size) expect(shares[other]).toBeLessThanOrEqual(share)
        }
      }),
    )
  })
})

describe('drawSample', () => {
  it('is the same for a seed, whatever the order of the cases, and another for another seed', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 40 }), fc.nat(), async (given, n, seed) => {
        const cases = casesOf(given)
        const { ids, from } = await draw(cases, n, seed)
        expect(from).toBe(cases.length)
        expect(ids.size).toBe(Math.min(n, cases.length))
        expect((await draw(cases.toReversed(), n, seed)).ids).toEqual(ids)
      }),
      { numRuns: 40 },
    )
    const hundred = casesOf([100])
    const samples = await Promise.all([1, 2, 3].map((seed) => draw(hundred, 10, seed)))
    expect(new Set(samples.map(({ ids }) => [...ids].toSorted().join())).size).toBe(3)
  })

  it('gives each stratum its share', async () => {
    const cases = casesOf([80, 15, 4, 1])
    expect(perStratum(cases, (await draw(cases, 20, 5)).ids)).toEqual({ k0: 15, k1: 3, k2: 1, k3: 1 })
  })

  it('takes several values for a stratum of their own, whatever their order, and no value too', async () => {
    const tags: (string[] | undefined)[] = [['a', 'b'], ['b', 'a'], ['a'], undefined, []]
    const cases = tags.map((kind, n) =>
      tinyCase(n, { tags: kind === undefined ? { other: ['x'] } : { kind } }),
    )
    const { ids } = await draw(cases, 4, 1)
    expect([...ids]).toEqual(expect.arrayContaining(['case-2', 'case-3', 'case-4']))
    expect(ids.size).toBe(4)
  })

  it('draws every case equally often', async () => {
    const cases = casesOf([20])
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 400; seed += 1) {
      for (const id of (await draw(cases, 5, seed, null)).ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    // Each is binomial(400, 1/4): mean 100, standard deviation 8.7.
    expect(Math.min(...counts.values())).toBeGreaterThan(60)
    expect(Math.max(...counts.values())).toBeLessThan(140)
    expect(counts.size).toBe(20)
  })

  it('refuses a tag that no case has, and suggests one', async () => {
    await expect(draw(casesOf([3]), 2, 1, 'kindd')).rejects.toMatchObject({
      exitCode: 2,
      message: 'no case of t has the tag "kindd" to stratify by',
      fix: expect.stringContaining('kind'),
    })
  })
})
