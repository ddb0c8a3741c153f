import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBm25 } from './bm25.ts'

const documents = ['user grow tomato', 'user play cello', 'user cello teacher lisbon', 'parrot'].map((text) =>
  text.split(' '),
)

function rounded(scores: Iterable<number>): number[] {
  return Array.from(scores, (score) => Math.round(score * 1e6) / 1e6)
}

describe('createBm25', () => {
  it('gives the vector of AlpsBench spec 2.6', () => {
    const bm25 = createBm25(documents)
    const query = ['cello', 'lisbon', 'user']
    expect(rounded(bm25.scores(query))).toEqual([0.127187, 0.127187, 0.813326, 0])
    expect(bm25.best(query)?.index).toBe(2)
    expect(bm25.ranking(query)).toEqual([2, 0, 1, 3])
  })

  it('counts a repeated query token again', () => {
    const bm25 = createBm25(documents)
    const once = bm25.scores(['parrot'])[3] ?? 0
    expect(bm25.scores(['parrot', 'parrot'])[3]).toBeCloseTo(2 * once, 12)
    expect(once).toBeGreaterThan(0)
  })

  it('takes the first document when nothing matches', () => {
    const bm25 = createBm25(documents)
    expect(bm25.best(['nowhere'])).toEqual({ index: 0, score: 0 })
    expect(bm25.ranking([])).toEqual([0, 1, 2, 3])
  })

  it('has no best document in an empty collection and no NaN among empty documents', () => {
    expect(createBm25([]).best(['a'])).toBeUndefined()
    expect([...createBm25([[], []]).scores(['a'])]).toEqual([0, 0])
  })

  it('uses its options', () => {
    const longer = [['a', 'b', 'c', 'd'], ['a'], ['x'], ['y'], ['z']]
    expect(createBm25(longer, { b: 0 }).ranking(['a']).slice(0, 2)).toEqual([0, 1])
    expect(createBm25(longer, { b: 1 }).ranking(['a']).slice(0, 2)).toEqual([1, 0])
    const doubled = [
      ['a', 'a'],
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ]
    expect(rounded(createBm25(doubled, { k1: 0 }).scores(['a']))).toEqual(
      rounded([Math.log(3.5 / 2.5), Math.log(3.5 / 2.5), 0, 0, 0]),
    )
    const common = createBm25([['a'], ['a'], ['a', 'b']], { epsilon: 0 })
    expect([...common.scores(['a'])]).toEqual([0, 0, 0])
  })

  it('never counts a match as less than none under positive idf', () => {
    const alone = [['tea', 'please']]
    expect(createBm25(alone).scores(['tea'])[0]).toBeLessThan(0)
    expect(createBm25(alone, { idf: 'positive' }).scores(['tea'])[0]).toBeCloseTo(Math.log(1 + 0.5 / 1.5), 12)
    const pair = createBm25([['tea'], ['milk']], { idf: 'positive' })
    expect(pair.ranking(['milk'])).toEqual([1, 0])
  })

  it('equals the formula computed document by document', () => {
    const token: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const tokens = fc.array(token, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(tokens, { minLength: 1, maxLength: 8 }), tokens, (collection, query) => {
        const size = collection.length
        const average = collection.flat().length / size
        const terms = [...new Set(collection.flat())]
        const idf = (term: string) => {
          const df = collection.filter((document) => document.includes(term)).length
          return Math.log(size - df + 0.5) - Math.log(df + 0.5)
        }
        const mean = terms.reduce((sum, term) => sum + idf(term), 0) / terms.length
        const scores = createBm25(collection).scores(query)
        for (const [index, document] of collection.entries()) {
          let sum = 0
          for (const term of query.filter((candidate) => terms.includes(candidate))) {
            const f = document.filter((other) => other === term).length
            const weight = idf(term) < 0 ? 0.25 * mean : idf(term)
            sum += (weight * f * 2.5) / (f + 1.5 * (0.25 + (0.75 * document.length) / average))
          }
          expect(scores[index]).toBeCloseTo(sum, 9)
        }
      }),
    )
  })
})
