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
