import { createHmac } from 'node:crypto'
import { canonicalJson, type Json } from '../core/json.ts'
import { isList } from './cut-paths.ts'

/** Names and values that may stay: words of ours such as `goal`, `en`, `strict-match@1`, never a sentence. */
const PLAIN = /^[\p{L}\p{N}_.:/+@=&?%<>-]{1,40}$/u

/** Puts salted hashes where texts were. The same text under one salt is the same hash, so that equality stays. */
export interface Redactor {
  /** 64 hex digits that stand for a value or a hash of one. */
  hash(value: Json): string
  /** `<prefix>-` and 16 hex digits. */
  name(prefix: string, text: string): string
  /** A value whose texts are gone and whose numbers, truth values and form are left. */
  shape(value: Json): Json
  /** A single word as it is, anything else as `redacted-…`. */
  word(text: string): string
}

/** @param salt hex digits that stay with whoever made the bundle */
export function createRedactor(salt: string): Redactor {
  const digest = (text: string): string => createHmac('sha256', salt).update(text, 'utf8').digest('hex')
  const name = (prefix: string, text: string): string => `${prefix}-${digest(text).slice(0, 16)}`
  const word = (text: string): string => (PLAIN.test(text) ? text : name('redacted', text))
  const shape = (value: Json): Json => {
    if (typeof value === 'string') return name('redacted', value)
    if (typeof value !== 'object' || value === null) return value
    if (isList(value)) return value.map(shape)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [word(key), shape(item)]))
  }
  return {
    hash: (value) => digest(canonicalJson(value)),
    name,
    shape,
    word,
  }
}
