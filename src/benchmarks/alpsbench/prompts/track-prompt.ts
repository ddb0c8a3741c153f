import { hashJson } from '../../../core/hash.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import type { ReplySchema } from '../../../core/model.ts'
import type { BuiltPrompt, Protocol, TrackPrompt } from '../../../core/prompt.ts'

/** Whose words a prompt has. Ours are comparable with published numbers in kind, not in digits (spec 3.6). */
export type Wording = 'ours' | 'authors'

export interface PromptParts {
  /** Track id, or the prefix that all tracks with this prompt have. */
  readonly track: string
  readonly protocol: Protocol
  /** Of how the message is put together; raised when `build` changes. */
  readonly version: string
  readonly wording: Wording
  /** What `reference` does other than `strict`, by name. */
  readonly differences: readonly string[]
  /** Every text of ours (or the authors') that can go into a message. */
  readonly texts: readonly string[]
  readonly reply: ReplySchema | null
  readonly maxOutputTokens: number
  readonly build: (input: Json) => BuiltPrompt
}

/**
 * A prompt whose id names protocol, differences and version, and ends with a hash of its texts:
 * `alpsbench/update:reference-like[ascii-json,one-dialogue]@1#0123456789ab`.
 */
export function trackPrompt(parts: PromptParts): TrackPrompt {
  const { track, protocol, version, wording, texts, reply, maxOutputTokens, build } = parts
  const label = protocol === 'reference' && wording === 'ours' ? 'reference-like' : protocol
  const differences = parts.differences.length === 0 ? '' : `[${parts.differences.toSorted().join(',')}]`
  const hash = hashJson({ texts, schema: reply?.schema ?? null }).slice(0, 12)
  return {
    id: `${track}:${label}${differences}@${version}#${hash}`,
    protocol,
    reply,
    maxOutputTokens,
    build,
  }
}

/** System and user message, the two that every prompt of AlpsBench has. */
export function twoMessages(system: string, user: string, meta: BuiltPrompt['meta']): BuiltPrompt {
  return {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    meta,
  }
}

/** The instruction that a row brings along, else the given one; `meta` tells which it was. */
export function instructionOf(row: string | undefined, otherwise: string) {
  return row === undefined || row.trim() === ''
    ? { text: otherwise, meta: { instruction: 'prompt' } }
    : { text: row, meta: { instruction: 'row' } }
}

/** Differences that every reference prompt has: no reply schema, and plain ASCII-escaped JSON as the user message. */
export const referenceDifferences = ['ascii-json', 'no-reply-schema', 'undelimited-data'] as const

/** A part of an input that its schema has checked, with every key that the data has. */
export function partOf(input: Json, key: string): Json {
  return (isJsonObject(input) ? input[key] : undefined) ?? null
}
