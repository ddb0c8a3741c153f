import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** A seeded stream of random draws. Equal seeds give equal streams on every platform. */
export interface Random {
  /** A number in [0, 1), 53 random bits. */
  uniform(): number
  /** An integer in [from, to], both included, without modulo bias. */
  integer(from: number, to: number): number
  /** 32 random bits as a signed integer. */
  bits(): number
  /** A shuffled copy (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[]
  /** `count` different elements in random order. @throws RangeError when there are fewer than `count`. */
  sample<T>(items: readonly T[], count: number): T[]
}

/** Bijective mixing of 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/**
 * Hashes parts to an unsigned 32-bit seed: FNV-1a over UTF-16 units, each part preceded by its length, so that
 * ('ab', 'c') and ('a', 'bc') differ. For seeding only: 32 bits are too few for an identity.
 */
export function hashSeed(...parts: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    hash = Math.imul(hash ^ part.length, 0x01000193)
    for (let i = 0; i < part.length; i += 1) {
      const unit = part.charCodeAt(i)
      hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
      hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
    }
  }
  return mix(hash) >>> 0
}

/**
 * A generator (xoroshiro128+) seeded by an integer or by a text.
 * The seed is spread over the whole state first: neighbouring seeds must not give similar first draws.
 * @throws RangeError when a numeric seed is not a safe integer.
 */
export function createRandom(seed: number | string): Random {
  if (typeof seed === 'number' && !Number.isSafeInteger(seed)) {
    throw new RangeError(`a seed must be a safe integer or a text, got ${seed}`)
  }
  const low = typeof seed === 'string' ? hashSeed(seed) : seed | 0
  const high = typeof seed === 'string' ? seed.length : Math.floor(seed / 2 ** 32)
  const word = (index: number) =>
    mix(low + Math.imul(index, 0x9e3779b9)) ^ mix(high + Math.imul(index, 0x7f4a7c15))
  const generator = xoroshiro128plusFromState([word(1), word(2), word(3), word(4) | 1])
  const integer = (from: number, to: number) => uniformInt(generator, from, to)
  const sample = <T>(items: readonly T[], count: number): T[] => {
    if (!(Number.isInteger(count) && count >= 0 && count <= items.length)) {
      throw new RangeError(`cannot draw ${count} of ${items.length} elements without replacement`)
    }
    const order = Uint32Array.from(items, (_, index) => index)
    const drawn: T[] = []
    for (let i = 0; i < count; i += 1) {
      const j = integer(i, items.length - 1)
      const picked = order[j] ?? 0
      order[j] = order[i] ?? 0
      drawn.push(...items.slice(picked, picked + 1))
    }
    return drawn
  }
  return {
    uniform: () => uniformFloat64(generator),
    integer,
    bits: () => generator.next(),
    shuffle: (items) => sample(items, items.length),
    sample,
  }
}
