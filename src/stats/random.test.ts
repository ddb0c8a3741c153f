import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, hashSeed } from './random.ts'

const draws = (seed: number | string, count: number) => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random.uniform())
}

describe('createRandom', () => {
  it('repeats a stream for a seed, and only for that seed', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (a, b) => {
        expect(draws(a, 4)).toEqual(draws(a, 4))
        if (a !== b) expect(draws(a, 4)).not.toEqual(draws(b, 4))
      }),
    )
    expect(draws('pool/1', 4)).toEqual(draws('pool/1', 4))
    expect(draws('pool/1', 4)).not.toEqual(draws('pool/2', 4))
  })

  it('stays the same over releases, because drawn pools are published by seed', () => {
    const random = createRandom(7)
    expect([random.integer(0, 999), random.integer(0, 999), random.integer(0, 999)]).toEqual([196, 395, 936])
  })

  it('gives first draws that do not follow neighbouring seeds', () => {
    const first = Array.from({ length: 2_000 }, (_, seed) => draws(seed, 1)[0] ?? Number.NaN)
    const mean = first.reduce((sum, value) => sum + value, 0) / first.length
    const lagged = first.slice(1).reduce((sum, value, i) => sum + (value - 0.5) * ((first[i] ?? 0) - 0.5), 0)
    // 4 standard errors: sd of a uniform 0.289, of a product of two 1/12.
    expect(Math.abs(mean - 0.5)).toBeLessThan((4 * 0.289) / Math.sqrt(2_000))
    expect(Math.abs(lagged / 1_999)).toBeLessThan(4 / 12 / Math.sqrt(1_999))
  })

  it('draws integers evenly from a closed range', () => {
    const random = createRandom(3)
    const counts = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 6_000; i += 1) {
      const face = random.integer(1, 6)
      counts[face - 1] = (counts[face - 1] ?? Number.NaN) + 1
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)
    // 99.99 % point of chi-square with 5 degrees of freedom.
    expect(chiSquare).toBeLessThan(25.7)
  })

  it('refuses a seed that is no safe integer', () => {
    expect(() => createRandom(0.5)).toThrow(RangeError)
    expect(() => createRandom(Number.NaN)).toThrow(RangeError)
  })
})

describe('shuffle and sample', () => {
  it('keep the elements, leave the input alone, and draw without replacement', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer()),
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (items, seed, share) => {
          const before = [...items]
          const shuffled = createRandom(seed).shuffle(items)
          expect(shuffled.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b))
          const count = Math.floor(share * items.length)
          const indices = createRandom(seed).sample([...items.keys()], count)
          expect(new Set(indices).size).toBe(count)
          expect(items).toEqual(before)
        },
      ),
    )
  })
  it('reach every order of three', () => {
    const random = createRandom(1)
    const seen = new Map<string, number>()
    for (let i = 0; i < 600; i += 1) {
      const order = random.shuffle(['a', 'b', 'c']).join('')
      seen.set(order, (seen.get(order) ?? 0) + 1)
    }
    expect(seen.size).toBe(6)
    expect(Math.min(...seen.values())).toBeGreaterThan(60)
  })
  it('refuse more than there are', () => {
    expect(() => createRandom(1).sample([1, 2], 3)).toThrow(RangeError)
  })
})

describe('hashSeed', () => {
  it('separates parts, and texts beyond ASCII', () => {
    expect(hashSeed('ab', 'c')).not.toBe(hashSeed('a', 'bc'))
    expect(hashSeed('中')).not.toBe(hashSeed('丮'))
    expect(hashSeed('a')).not.toBe(hashSeed('a', ''))
  })
  it('is an unsigned 32-bit integer', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parts) => {
        const hash = hashSeed(...parts)
        expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true)
      }),
    )
  })
})
