import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Packed } from './schema.ts'

/** Texts up to this many UTF-16 units are not worth compressing or keeping apart. */
export const SHORT = 512

/** Deflates a JSON text where that makes it smaller. */
export function pack(text: string): Packed {
  if (text.length <= SHORT) return text
  const deflated = deflateRawSync(text)
  return deflated.length < Buffer.byteLength(text) ? deflated : text
}

/**
 * The text that was packed.
 * @throws Error of zlib for damaged bytes
 */
export function unpack(packed: Packed): string {
  return typeof packed === 'string' ? packed : inflateRawSync(packed).toString('utf8')
}
