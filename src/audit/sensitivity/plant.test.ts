import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Perturbation, PlantCase } from '../../core/perturbation.ts'
import { layOut } from './plant.ts'

/** Cases with as many places as told, two cases a user. */
const casesOf = (sizes: readonly number[]): PlantCase[] =>
  sizes.map((size, at) => ({
    id: `c${at}`,
    cluster: `u${Math.floor(at / 2)}`,
    input: null,
    gold: null,
    prediction: Array.from({ length: size }, (_, place) => `${at}.${place}`),
  }))

/** At each chosen place the name of a stranger and a drawn number. */
const marking: Perturbation = {
  id: 'mark',
  description: '',
  harmful: true,
  concerns: 'all',
  places: ({ prediction }) =>
    Array.from({ length: Array.isArray(prediction) ? prediction.length : 0 }, (_, at) => at),
  plant: (_subject, chosen) =>
    chosen.map(({ at, draw, stranger }) => [at, draw(1000), stranger(() => true)?.id ?? null]),
}

const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 })
const seeds = fc.integer({ min: 0, max: 1000 })

describe('planting', () => {
  it('takes the share of the places that a grade says, and at a higher grade those of a lower one and more', () => {
    fc.assert(
      fc.property(sizes, seeds, (shape, seed) => {
        const planting = layOut(marking, casesOf(shape), seed)
        const total = shape.reduce((sum, size) => sum + size, 0)
        expect(planting.places).toBe(total)
        let before: string[] = []
        for (const share of [0, 10, 25, 50, 100]) {
          const taken = [...planting.chosen(share)].flatMap(([id, places]) =>
            places.map((at) => `${id}/${at}`),
          )
          expect(taken.length).toBe(Math.round((share / 100) * total))
          expect(new Set(taken).size).toBe(taken.length)
          expect(taken).toEqual(expect.arrayContaining(before))
          before = taken
        }
      }),
    )
  })

  it('does not depend on the order of the cases, nor at a place on what else is chosen', () => {
    fc.assert(
      fc.property(sizes, seeds, (shape, seed) => {
        const cases = casesOf(shape)
        const one = layOut(marking, cases, seed)
        const other = layOut(marking, cases.toReversed(), seed)
        for (const share of [10, 50]) {
          const sorted = (chosen: ReadonlyMap<string, readonly number[]>) =>
            [...chosen].map((entry) => JSON.stringify(entry)).toSorted()
          expect(sorted(one.chosen(share))).toEqual(sorted(other.chosen(share)))
        }
        for (const subject of cases) {
          const all = marking.places(subject)
          expect(one.plant(subject, all)).toEqual(all.flatMap((at) => one.plant(subject, [at])))
        }
      }),
    )
  })

  it('a stranger is never the user, and there is none where there is one user', () => {
    const cases = casesOf([2, 2, 2, 2])
    const planting = layOut(marking, cases, 3)
    for (const [at, subject] of cases.entries()) {
      const text = JSON.stringify(planting.plant(subject, [0, 1]))
      const own = at < 2 ? ['c0', 'c1'] : ['c2', 'c3']
      for (const id of own) expect(text).not.toContain(id)
      expect(text).toMatch(/"c\d"/)
    }
    const alone = casesOf([1])
    const [subject] = alone
    if (subject === undefined) throw new Error('no case')
    expect(JSON.stringify(layOut(marking, alone, 3).plant(subject, [0]))).toMatch(/null\]\]$/)
  })

  it('every place draws for itself', () => {
    const cases = casesOf([5, 5])
    const drawn = cases.flatMap((subject) => layOut(marking, cases, 1).plant(subject, [0, 1, 2, 3, 4]))
    expect(new Set(drawn.map((one) => JSON.stringify(one).split(',')[1])).size).toBeGreaterThan(5)
  })

  it('other seeds choose other places', () => {
    const cases = casesOf(Array.from({ length: 20 }, () => 5))
    const ids = (seed: number) => JSON.stringify([...layOut(marking, cases, seed).chosen(25)])
    expect(ids(1)).toBe(ids(1))
    expect(ids(1)).not.toBe(ids(2))
  })
})
