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

/** Pairs at or above the threshold among distinct, non-empty signatures; a pair can come more than once. */
function* similarPairs(
  signatures: readonly MinHashSignature[],
  threshold: number,
): Generator<readonly [number, number]> {
  const length = signatures[0]?.length ?? 0
  const rows = rowsPerBand(length, threshold)
  for (let start = 0; start + rows <= length; start += rows) {
    const buckets = new Map<string, [number, MinHashSignature][]>()
    for (const [index, signature] of signatures.entries()) {
      const key = signature.subarray(start, start + rows).join()
      const bucket = buckets.get(key) ?? []
      for (const [other, otherSignature] of bucket) {
        if (estimateJaccard(otherSignature, signature) >= threshold) yield [other, index]
      }
      bucket.push([index, signature])
      buckets.set(key, bucket)
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
  // equal signatures are grouped first: a thousand copies of a text would otherwise be half a million pairs
  const copies = new Map<string, { readonly signature: MinHashSignature; readonly indexes: number[] }>()
  for (const [index, signature] of signatures.entries()) {
    if (signature.length === 0) continue
    const key = signature.join()
    const group = copies.get(key)
    if (group === undefined) copies.set(key, { signature, indexes: [index] })
    else group.indexes.push(index)
  }
  const groups = Array.from(copies.values())
  const pairs = similarPairs(
    groups.map(({ signature }) => signature),
    threshold,
  )
  return connectedComponents(Array.from(groups.keys()), pairs)
    .map((component) => component.flatMap((group) => groups[group]?.indexes ?? []).toSorted((a, b) => a - b))
    .filter((component) => component.length > 1)
}
