import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spread, syntheticUser } from './synthetic-user.ts'

const textOf = (seed: number, index: number) =>
  syntheticUser(seed)
    .session(index)
    .messages.map(({ content }) => content)
    .join('\n')

describe('a made-up user', () => {
  it('says in each session what its question asks for, and nowhere else', () => {
    const count = 500
    const user = syntheticUser(7)
    const texts = Array.from({ length: count }, (_, index) => textOf(7, index))
    const all = texts.join('\n')
    for (let index = 0; index < count; index += 1) {
      const { session, question, answer } = user.fact(index)
      expect(user.session(index).id).toBe(session)
      expect(texts[index]).toContain(` ${answer}.`)
      expect(question).not.toContain(answer)
      expect(all.split(answer)).toHaveLength(2)
    }
  })

  it('asks each question of one friend only', () => {
    const user = syntheticUser(1)
    const questions = Array.from({ length: 20_000 }, (_, index) => user.fact(index).question)
    expect(new Set(questions.map((question) => /friend (\w+)\?/.exec(question)?.[1])).size).toBe(20_000)
  })

  it('depends on seed and index alone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: 999_999 }), (seed, index) => {
        const user = syntheticUser(seed)
        user.session(0)
        expect(user.session(index)).toEqual(syntheticUser(seed).session(index))
        expect(user.fact(index)).toEqual(syntheticUser(seed).fact(index))
        expect(textOf(seed, index)).not.toBe(textOf(seed + 1, index))
        expect(user.fact(index).answer).toMatch(/^[A-Z][a-z]{7}$/)
      }),
    )
  })

  it('lives on: sessions are in order of time', () => {
    const user = syntheticUser(2)
    const times = [0, 1, 9, 10_000, 999_999].map((index) => user.session(index).time ?? '')
    expect(times[0]).toBe('2015-01-05T09:00:00.000Z')
    expect(times.map((time) => Date.parse(time))).toEqual(
      times.map((time) => Date.parse(time)).toSorted((a, b) => a - b),
    )
  })
})

describe('spread', () => {
  it.each([
    [1, 10, [0]],
    [5, 1, [4]],
    [3, 10, [0, 1, 2]],
    [100, 10, [0, 11, 22, 33, 44, 55, 66, 77, 88, 99]],
  ])('%j over %j', (size, count, indices) => {
    expect(spread(size, count)).toEqual(indices)
  })

  it('has no index twice, the first and the last among them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10_000 }), fc.integer({ min: 2, max: 200 }), (size, count) => {
        const indices = spread(size, count)
        expect(indices).toHaveLength(Math.min(size, count))
        expect(new Set(indices).size).toBe(indices.length)
        expect([indices[0], indices.at(-1)]).toEqual([0, size - 1])
      }),
    )
  })
})
