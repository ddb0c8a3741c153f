import { describe, expect, it } from 'vitest'
import { assignItems, seatNewcomer } from './assign.ts'

const items = Array.from({ length: 17 }, (_, at) => `i${at}`)

function loads(seats: Readonly<Record<string, readonly string[]>>): Map<string, number> {
  const found = new Map<string, number>()
  for (const person of Object.values(seats).flat()) found.set(person, (found.get(person) ?? 0) + 1)
  return found
}

function spread(seats: Readonly<Record<string, readonly string[]>>): number {
  const all = [...loads(seats).values()]
  return Math.max(...all) - Math.min(...all)
}

describe('seats', () => {
  it.each([
    [1, 1],
    [3, 1],
    [3, 2],
    [4, 3],
    [5, 5],
  ])('%i people, %i to an item: each item has them, and loads differ by one at most', (count, overlap) => {
    const people = Array.from({ length: count }, (_, at) => `p${at}`)
    for (const seed of [1, 2, 3, 4, 5, 6, 7]) {
      const seats = assignItems(items, people, overlap, seed)
      expect(Object.keys(seats)).toEqual(items)
      for (const own of Object.values(seats)) {
        expect(new Set(own).size).toBe(overlap)
        expect(own).toHaveLength(overlap)
      }
      expect(spread(seats)).toBeLessThanOrEqual(1)
      expect(assignItems(items, people, overlap, seed)).toEqual(seats)
    }
  })

  it('pairs people by chance, and other seeds give other pairs', () => {
    const people = ['a', 'b', 'c', 'd']
    const seats = assignItems(items, people, 2, 1)
    expect(new Set(Object.values(seats).map((own) => own.join(' '))).size).toBeGreaterThan(2)
    expect(assignItems(items, people, 2, 2)).not.toEqual(seats)
  })

  it('needs as many people as see an item', () => {
    expect(() => assignItems(items, ['a'], 2, 1)).toThrow('2 people should see each item, and there is 1')
  })
})

describe('a newcomer', () => {
  it('takes seats that nobody began until loads are even; every item keeps its number of people', () => {
    const people = ['a', 'b', 'c']
    const seats = assignItems(items, people, 2, 1)
    const begun = (item: string, person: string): boolean =>
      person === 'a' || (person === 'b' && Number(item.slice(1)) < 4)
    const next = seatNewcomer(seats, people, 'd', begun, 1)
    expect(spread({ ...next })).toBeLessThanOrEqual(4)
    expect(loads(next).get('d')).toBeGreaterThanOrEqual(6)
    for (const [item, own] of Object.entries(seats)) {
      expect(next[item]).toHaveLength(2)
      expect(new Set(next[item]).size).toBe(2)
      for (const person of own) if (begun(item, person)) expect(next[item]).toContain(person)
    }
    const free = seatNewcomer(seats, people, 'd', () => false, 1)
    expect(spread(free)).toBeLessThanOrEqual(1)
  })

  it('gets nothing where everything was begun', () => {
    const seats = assignItems(items, ['a'], 1, 1)
    expect(seatNewcomer(seats, ['a'], 'b', () => true, 1)).toEqual(seats)
    expect(() => seatNewcomer(seats, ['a'], 'a', () => true, 1)).toThrow('"a" is in the project already')
  })
})
