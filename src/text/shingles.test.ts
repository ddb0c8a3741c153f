import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateJaccard, minHashSignature, nearDuplicateGroups } from './shingles.ts'

/** Words `from` to `to` of an invented text in which no two shingles are alike. */
function words(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ')
}

function groupsOf(texts: readonly string[], threshold: number): number[][] {
  return nearDuplicateGroups(
    texts.map((text) => minHashSignature(text)),
    threshold,
  )
}

describe('minHashSignature', () => {
  it('ignores case, punctuation, white space and compatibility forms', () => {
    const signature = minHashSignature('The user likes tea, cake and long walks.')
    expect(minHashSignature('the USER likes  tea cake — and long\nｗａｌｋｓ')).toEqual(signature)
    expect(minHashSignature('the user likes tea cake and short walks')).not.toEqual(signature)
  })

  it('depends on the seed, and has the length asked for', () => {
    const text = words(0, 50)
    expect(minHashSignature(text, { seed: 2 })).not.toEqual(minHashSignature(text))
    expect(minHashSignature(text, { signatureLength: 16 })).toHaveLength(16)
    expect(minHashSignature(' … ')).toHaveLength(0)
  })

  it('stays the same from version to version, because signatures may be stored', () => {
    expect([...minHashSignature('likes tea', { signatureLength: 3 })]).toEqual([
      2105381926, 2799931913, 1216715205,
    ])
  })

  it('sees the order of words, and words shorter than a shingle', () => {
    expect(minHashSignature('tea and cake')).not.toEqual(minHashSignature('cake and tea'))
    expect(estimateJaccard(minHashSignature('tea'), minHashSignature('tea'))).toBe(1)
  })

  it('counts scripts without spaces by character', () => {
    const text = '用户住在柏林养了两只猫喜欢徒步旅行周末常去山里'
    expect(estimateJaccard(minHashSignature(text), minHashSignature(`${text}散步`))).toBeGreaterThan(0.6)
  })

  it('refuses lengths that make no signature', () => {
    expect(() => minHashSignature('a', { shingleLength: 0 })).toThrow(RangeError)
    expect(() => minHashSignature('a', { signatureLength: 1.5 })).toThrow(RangeError)
  })
})

describe('estimateJaccard', () => {
  it.each([0.2, 0.5, 0.8, 0.95])('estimates a similarity of %d', (similarity) => {
    // of 1,000 shingles in the union, both texts share the given part
    const shared = similarity * 1000
    const left = words(0, (1000 + shared) / 2 + 4)
    const right = words((1000 - shared) / 2, 1004)
    const signatures = [left, right].map((text) => minHashSignature(text, { signatureLength: 512 }))
    const [a = new Uint32Array(), b = new Uint32Array()] = signatures
    expect(Math.abs(estimateJaccard(a, b) - similarity)).toBeLessThan(0.08)
  })

  it('is 0 without words, even between two empty texts', () => {
    const empty = minHashSignature('')
    expect(estimateJaccard(empty, empty)).toBe(0)
    expect(estimateJaccard(empty, minHashSignature('tea'))).toBe(0)
  })

  it('refuses signatures that cannot be compared', () => {
    const short = minHashSignature('tea', { signatureLength: 8 })
    expect(() => estimateJaccard(short, minHashSignature('tea'))).toThrow(RangeError)
  })
})

describe('nearDuplicateGroups', () => {
  it('groups near-duplicates, exact copies included', () => {
    const texts = [words(0, 300), words(1000, 1300), words(5, 300), '', words(0, 300), words(1000, 1150), '']
    expect(groupsOf(texts, 0.8)).toEqual([[0, 2, 4]])
    expect(groupsOf(texts, 0.4)).toEqual([
      [0, 2, 4],
      [1, 5],
    ])
  })

  it('links texts through a third', () => {
    const texts = [words(0, 300), words(60, 360), words(120, 420)]
    expect(groupsOf(texts, 0.55)).toEqual([[0, 1, 2]])
    expect(groupsOf([words(0, 300), words(120, 420)], 0.55)).toEqual([])
  })

  it('finds nothing in nothing and refuses a threshold that means nothing', () => {
    expect(groupsOf([], 0.5)).toEqual([])
    expect(groupsOf(['tea'], 0.5)).toEqual([])
    for (const threshold of [0, 1.1, Number.NaN]) expect(() => groupsOf([], threshold)).toThrow(RangeError)
  })

  it('finds every pair that a comparison of all pairs finds', () => {
    const start = fc.integer({ min: 0, max: 60 })
    const threshold = fc.constantFrom(0.3, 0.5, 0.8, 1)
    fc.assert(
      fc.property(fc.array(start, { minLength: 2, maxLength: 8 }), threshold, (starts, limit) => {
        const signatures = starts.map((from) => minHashSignature(words(from, from + 80)))
        const groups = nearDuplicateGroups(signatures, limit)
        for (const [left, a] of signatures.entries()) {
          for (const [right, b] of signatures.entries()) {
            if (left === right || estimateJaccard(a, b) < limit) continue
            expect(groups.some((group) => group.includes(left) && group.includes(right))).toBe(true)
          }
        }
        expect(groups.flat()).toHaveLength(new Set(groups.flat()).size)
      }),
      { seed: 7, numRuns: 60 },
    )
  })
})
