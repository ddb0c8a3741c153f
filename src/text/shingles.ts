import { connectedComponents } from './union-find.ts'

/** Smallest hash of a text's shingles under each of a series of hash functions; empty for a text without words. */
export type MinHashSignature = Uint32Array

export interface MinHashOptions {
  /** Words (or characters, in scripts without spaces) per shingle; default 5. */
  readonly shingleLength?: number
  /** Number of hash functions; default 128. The estimate has a standard error of at most 0.5 / √size: 0.044. */
  readonly signatureLength?: number
  /** Unsigned 32-bit seed; default 1. Only signatures with equal options can be compared. */
  readonly seed?: number
}

/** Scripts without spaces count by character, so that a Chinese text has as many shingles as an English one. */
const tokenPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}])+/gu

/** FNV-1a over UTF-16 units. */
function hashToken(token: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < token.length; index++) {
    hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193)
  }
  return hash
}

/** The finaliser of MurmurHash3: a bijection of 32-bit integers in which every bit depends on every other. */
function mix(value: number): number {
  let hash = value ^ (value >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Hashes of the distinct shingles; a text with fewer words than a shingle is one shingle. */
function shingleHashes(text: string, shingleLength: number): Set<number> {
  const tokens = text.normalize('NFKC').toLowerCase().match(tokenPattern) ?? []
  const hashes = Int32Array.from(tokens, hashToken)
  const shingles = new Set<number>()
  const count = hashes.length === 0 ? 0 : Math.max(1, hashes.length - shingleLength + 1)
  for (let start = 0; start < count; start++) {
    let hash = 0
    for (const token of hashes.subarray(start, start + shingleLength)) hash = mix(Math.imul(hash, 31) + token)
    shingles.add(hash)
  }
  return shingles
}

/**
 * MinHash signature (Broder 1997) of the word shingles of a text, ignoring case, punctuation and compatibility
 * forms: the share of equal places in two signatures estimates the Jaccard similarity of their shingle sets.
 * Deterministic for equal text and options.
 * @throws RangeError when a length is not a positive integer
 */
export function minHashSignature(text: string, options: MinHashOptions = {}): MinHashSignature {
  const { shingleLength = 5, signatureLength = 128, seed = 1 } = options
  for (const length of [shingleLength, signatureLength]) {
    if (!Number.isInteger(length) || length < 1) throw new RangeError(`not a positive integer: ${length}`)
  }
  const shingles = shingleHashes(text, shingleLength)
  if (shingles.size === 0) return new Uint32Array(0)
  const keys = Int32Array.from({ length: signatureLength }, (_, index) => mix(mix(seed) + index + 1))
  return Uint32Array.from(keys, (key) => {
    let smallest = 0xffffffff
    for (const shingle of shingles) {
      const hash = mix(shingle ^ key) >>> 0
      if (hash < smallest) smallest = hash
    }
    return smallest
  })
}

/**
 * Estimated Jaccard similarity of two shingle sets, 0 to 1; 0 when a text has no words.
 * @throws RangeError for signatures of different lengths
 */
export function estimateJaccard(a: MinHashSignature, b: MinHashSignature): number {
  if (a.length === 0 || b.length === 0) return 0
  if (a.length !== b.length) throw new RangeError(`signatures of ${a.length} and ${b.length} places`)
  let equal = 0
  for (let index = 0; index < a.length; index++) if (a[index] === b[index]) equal++
  return equal / a.length
}

/**
 * Rows per band of locality-sensitive hashing: as many as keep the chance of overlooking a pair that is just at
 * the threshold, (1 − t^rows)^bands, below 1 in 1,000. More rows mean fewer pairs to compare.
 */
function rowsPerBand(signatureLength: number, threshold: number): number {
  let rows = 1
  const missChance = (size: number) => (1 - threshold ** size) ** Math.floor(signatureLength / size)
  while (rows < signatureLength && missChance(rows + 1) < 0.001) rows++
  return rows
}

/** FNV-1a over the words of a signature from `start` to `end`, mixed. */
function hashWords(signature: MinHashSignature, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = mix(Math.imul(hash ^ (signature[at] ?? 0), 0x01000193))
  return hash >>> 0
}

/**
 * Positions with equal hashes, two or more at a time, each group in ascending order. One column of numbers
 * instead of a map of texts: 100,000 signatures take 1 MB and no garbage. Unequal things may share a hash.
 */
function* sameHash(size: number, hashOf: (position: number) => number): Generator<readonly number[]> {
  // Hash and position in one double of 53 bits.
  const hashes = Math.min(2 ** 32, Math.floor(2 ** 53 / Math.max(1, size)))
  const keys = Float64Array.from({ length: size }, (_, at) => (hashOf(at) % hashes) * size + at).toSorted()
  let group: number[] = []
  let groupHash = -1
  for (const key of keys) {
    const hash = Math.floor(key / size)
    if (hash !== groupHash) {
      if (group.length > 1) yield group
      group = []
      groupHash = hash
    }
    group.push(key - hash * size)
  }
  if (group.length > 1) yield group
}

/** Pairs of positions at or above the threshold among non-empty signatures; a pair can come more than once. */
function* similarPairs(
  signatures: readonly MinHashSignature[],
  positions: readonly number[],
  threshold: number,
): Generator<readonly [number, number]> {
  const at = (place: number) => positions[place] ?? 0
  const signatureAt = (place: number) => signatures[at(place)] ?? new Uint32Array(0)
  const length = positions.length === 0 ? 0 : signatureAt(0).length
  const rows = rowsPerBand(length, threshold)
  for (let start = 0; start + rows <= length; start += rows) {
    const hashOf = (place: number) => hashWords(signatureAt(place), start, start + rows)
    for (const group of sameHash(positions.length, hashOf)) {
      for (const [index, right] of group.entries()) {
        for (const left of group.slice(0, index)) {
          if (estimateJaccard(signatureAt(left), signatureAt(right)) >= threshold) yield [at(left), at(right)]
        }
      }
    }
  }
}

/** For each signature that equals an earlier one, the pair of the first of them and its own position. */
function* copies(signatures: readonly MinHashSignature[]): Generator<readonly [number, number]> {
  const hashOf = (at: number) =>
    hashWords(signatures[at] ?? new Uint32Array(0), 0, signatures[at]?.length ?? 0)
  for (const group of sameHash(signatures.length, hashOf)) {
    const firsts: number[] = []
    for (const position of group) {
      const signature = signatures[position] ?? new Uint32Array(0)
      if (signature.length === 0) continue
      const first = firsts.find((other) => estimateJaccard(signatures[other] ?? signature, signature) === 1)
      if (first === undefined) firsts.push(position)
      else yield [first, position]
    }
  }
}

/**
 * Groups of two or more texts (by index into `signatures`) that near-duplicates connect: pairs with an estimated
 * Jaccard similarity of at least `threshold`. A group can hold two texts that are less similar to each other but
 * linked through a third. Pairs are found by banding (locality-sensitive hashing).
 * @throws RangeError unless 0 < threshold ≤ 1
 */
export function nearDuplicateGroups(signatures: readonly MinHashSignature[], threshold: number): number[][] {
  if (!(threshold > 0 && threshold <= 1))
    throw new RangeError(`threshold must be in (0, 1], got ${threshold}`)
  // equal signatures are joined first: a thousand copies of a text would otherwise be half a million pairs
  const pairs = Array.from(copies(signatures))
  const copied = new Set(pairs.map(([, position]) => position))
  const distinct = Array.from(signatures.keys()).filter(
    (position) => signatures[position]?.length !== 0 && !copied.has(position),
  )
  for (const pair of similarPairs(signatures, distinct, threshold)) pairs.push(pair)
  const joined = Array.from(new Set(pairs.flat())).toSorted((a, b) => a - b)
  return connectedComponents(joined, pairs).map((component) => component.toSorted((a, b) => a - b))
}

/**
 * Jaccard similarity of the word shingles of two texts, 0 to 1, as `minHashSignature` estimates it: 0 when a text has no
 * words.
 * @throws RangeError when the length is not a positive integer
 */
export function jaccardOfTexts(a: string, b: string, shingleLength = 5): number {
  if (!Number.isInteger(shingleLength) || shingleLength < 1)
    throw new RangeError(`not a positive integer: ${shingleLength}`)
  const [first, second] = [shingleHashes(a, shingleLength), shingleHashes(b, shingleLength)]
  if (first.size === 0 || second.size === 0) return 0
  let both = 0
  for (const shingle of first) if (second.has(shingle)) both += 1
  return both / (first.size + second.size - both)
}
