import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from './json.ts'

/** SHA-256 of a text's UTF-8 bytes, 64 lower-case hex digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** SHA-256 of the canonical text of a JSON value: the identity of content everywhere in Rapport. */
export function hashJson(value: Json): string {
  return sha256(canonicalJson(value))
}

/**
 * A whole number in [0, buckets) that depends on the text alone; used to deal cases into folds.
 * @param buckets at least 1
 */
export function bucketOf(text: string, buckets: number): number {
  return Number.parseInt(sha256(text).slice(0, 12), 16) % buckets
}

const contentHashes = new WeakMap<object, string>()

/**
 * `hashJson`, computed once per object: a dialogue of 300,000 characters goes into many fingerprints.
 * The object must not be changed afterwards (everything of a case is read-only).
 */
export function contentHash(value: Json): string {
  if (typeof value !== 'object' || value === null) return hashJson(value)
  const known = contentHashes.get(value)
  if (known !== undefined) return known
  const hash = hashJson(value)
  contentHashes.set(value, hash)
  return hash
}
