import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawItems, placeOf, type DrawableAnswer } from './draw-items.ts'

const answer = (system: string, at: number, value: string | null = null): DrawableAnswer => ({
  system,
  case: `c${at}`,
  repeat: 0,
  answer: `hash of ${system} ${at}`,
  language: 'en',
  value,
})
const many = (system: string, count: number, value: string | null = null, from = 0): DrawableAnswer[] =>
  Array.from({ length: count }, (_, at) => answer(system, from + at, value))

/** Proportional; what is left goes to the first strata that have room. */
const allocate = (sizes: readonly number[], n: number): number[] => {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const most = Math.min(n, total)
  const shares = sizes.map((size) => Math.floor((most * size) / total))
  let left = most - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, place) => {
    const more = Math.min(left, (sizes[place] ?? 0) - share)
    left -= more
    return share + more
  })
}
const options = { perSystem: 4, seed: 7, about: 'r track rubric', allocate }

describe('drawing judged answers', () => {
  it('takes the same number of each system, all where there are fewer, and says the chance', () => {
    const { strata, items } = drawItems([...many('a', 10), ...many('b', 3)], options)
    expect(strata).toEqual([
      { name: '["a"]', system: 'a', value: null, size: 10, drawn: 4 },
      { name: '["b"]', system: 'b', value: null, size: 3, drawn: 3 },
    ])
    expect(items).toHaveLength(7)
    expect(new Set(items.map(placeOf)).size).toBe(7)
  })

  it('gives each value of a tag its share within the system', () => {
    const { strata } = drawItems([...many('a', 6, 'en'), ...many('a', 6, 'zh', 6)], options)
    expect(strata.map(({ value, size, drawn }) => [value, size, drawn])).toEqual([
      ['en', 6, 2],
      ['zh', 6, 2],
    ])
  })

  it('is the same for every order of the answers, and another for another seed', () => {
    const all = [...many('a', 40), ...many('b', 40)]
    const drawn = drawItems(all, options)
    expect(drawItems(all.toReversed(), options)).toEqual(drawn)
    const other = drawItems(all, { ...options, seed: 8 })
    expect(other.items.map(placeOf)).not.toEqual(drawn.items.map(placeOf))
  })

  it('names tell nothing of system or case, and systems are mixed', () => {
    const { items } = drawItems([...many('a', 40), ...many('b', 40)], { ...options, perSystem: 20 })
    for (const { id } of items) expect(id).toMatch(/^i[0-9a-f]{12}$/)
    const firstHalf = items.slice(0, 20).filter(({ system }) => system === 'a').length
    expect(firstHalf).toBeGreaterThan(3)
    expect(firstHalf).toBeLessThan(17)
  })

  it('draws every answer equally often over seeds', () => {
    const all = many('a', 10)
    const times = new Map<string, number>()
    for (let seed = 0; seed < 500; seed += 1) {
      for (const item of drawItems(all, { ...options, seed }).items) {
        times.set(item.case, (times.get(item.case) ?? 0) + 1)
      }
    }
    // 500 draws at a chance of 0.4: standard deviation 11.
    expect(times.size).toBe(10)
    for (const count of times.values()) expect(Math.abs(count - 200)).toBeLessThan(50)
  })

  it('never draws an answer twice, nor one that is not there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ system: fc.string(), at: fc.nat(30), value: fc.option(fc.string()) }), {
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 20 }),
        (rows, perSystem) => {
          const all = [
            ...new Map(rows.map(({ system, at, value }) => [`${system}\n${at}`, answer(system, at, value)])),
          ].map(([, one]) => one)
          const { items, strata } = drawItems(all, { ...options, perSystem })
          const places = new Set(all.map(placeOf))
          expect(new Set(items.map(placeOf)).size).toBe(items.length)
          expect(items.every((item) => places.has(placeOf(item)))).toBe(true)
          expect(strata.reduce((sum, { size }) => sum + size, 0)).toBe(all.length)
          expect(strata.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(items.length)
        },
      ),
    )
  })
})
