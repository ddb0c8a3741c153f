import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine } from './cosine.ts'
import { hashEmbedding } from './hash-embedding.ts'

const near = (a: string, b: string) => cosine(hashEmbedding(a), hashEmbedding(b))

describe('hashEmbedding', () => {
  it.each([
    { query: 'my cello lessons', nearer: 'I take cello lessons on Mondays', farther: 'The weather is nice' },
    // parts of words
    { query: 'gardening', nearer: 'the gardener came', farther: 'a purple bicycle' },
    { query: '我喜欢喝茶', nearer: '他每天喝茶', farther: '天气很好' },
    { query: 'أحب القهوة', nearer: 'القهوة في الصباح', farther: 'كتاب جديد' },
    { query: '🦜', nearer: 'look 🦜', farther: 'look 🍕' },
  ])('puts "$query" nearer to "$nearer"', ({ query, nearer, farther }) => {
    expect(near(query, nearer)).toBeGreaterThan(near(query, farther) + 0.1)
  })

  it('knows no meaning', () => {
    expect(Math.abs(near('physician', 'doctor'))).toBeLessThan(0.2)
  })

  it('pins its numbers, which kept states rest on', () => {
    const vector = hashEmbedding('I grow tomatoes')
    const places = Array.from(vector.keys()).filter((at) => vector[at] !== 0)
    expect({ count: places.length, first: places.slice(0, 3) }).toMatchInlineSnapshot(`
      {
        "count": 14,
        "first": [
          82,
          95,
          114,
        ],
      }
    `)
  })

  it('has length 1, or is all 0 where there are no words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const vector = hashEmbedding(text)
        expect(vector).toHaveLength(512)
        const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true)
        expect(hashEmbedding(text)).toEqual(vector)
      }),
    )
    expect(hashEmbedding(' … ').every((value) => value === 0)).toBe(true)
  })

  it('takes 20,000 characters and words of any length', () => {
    expect(hashEmbedding('word '.repeat(4000))).toHaveLength(512)
    expect(hashEmbedding('x'.repeat(20_000)).some((value) => value !== 0)).toBe(true)
  })
})
