import { describe, expect, it } from 'vitest'
import { guessSplit, partition, splitDigest } from './split-hash.ts'

const demo = Array.from({ length: 12 }, (_, index) => `demo_${index + 1}`)

describe('the official split', () => {
  it('ranks by hash as in the specification (1.6)', () => {
    const ranked = demo.toSorted((a, b) => (splitDigest(a) < splitDigest(b) ? -1 : 1))
    expect(ranked).toEqual([2, 4, 8, 7, 12, 10, 9, 11, 6, 1, 3, 5].map((number) => `demo_${number}`))
    expect(ranked.slice(0, 3).map((id) => splitDigest(id).slice(0, 8))).toEqual([
      '09c68f9c',
      '15f8721f',
      '1ee63c46',
    ])
  })

  it('gives a fifth each to dev and validation, in the order of the pool', () => {
    expect(partition(demo)).toEqual({
      dev: ['demo_2', 'demo_4'],
      validation: ['demo_7', 'demo_8'],
      test: [1, 3, 5, 6, 9, 10, 11, 12].map((number) => `demo_${number}`),
    })
  })

  it('is guessed right for every row of a pool that is not uncertain, and few are', () => {
    for (const start of [0, 10_000, 20_000]) {
      const pool = Array.from({ length: 2330 }, (_, index) => `sess_demo${start + index}__${index}`)
      const split = partition(pool)
      const truth = new Map(
        Object.entries(split).flatMap(([name, ids]) => ids.map((id) => [id, name] as const)),
      )
      const guesses = pool.map((id) => ({ id, ...guessSplit('extraction', id) }))
      const sure = guesses.filter((guess) => guess.split !== 'uncertain')
      expect(sure.filter((guess) => guess.split !== truth.get(guess.id))).toEqual([])
      expect(guesses.filter((guess) => truth.get(guess.id) === 'test' && !guess.exposed)).toEqual([])
      expect(sure.length).toBeGreaterThan(0.85 * pool.length)
    }
  })

  it('of updates and utilization rows is not to be had from a hash', () => {
    expect(guessSplit('update', 'demo_2')).toEqual({ split: 'uncertain', exposed: true })
    expect(guessSplit('utilization', 'demo_2')).toEqual({ split: 'uncertain', exposed: true })
    expect(guessSplit('retrieval', 'demo_2')).toEqual({ split: 'dev', exposed: false })
  })
})
