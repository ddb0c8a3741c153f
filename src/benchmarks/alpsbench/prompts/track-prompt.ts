import { hashJson } from '../../../core/hash.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import type { ReplySchema } from '../../../core/model.ts'
import type { BuiltPrompt, TrackPrompt } from '../../../core/prompt.ts'

interface PromptParts {
  /** Track id, or the prefix that all tracks with this prompt have. */
  readonly track: string
  readonly maxOutputTokens: number
}

interface StrictParts extends PromptParts {
  /** Every text of ours that can go into a message. */
  readonly texts: readonly string[]
  readonly reply: ReplySchema | null
  /** Absent: the provider's. */
  readonly temperature?: number
  readonly build: (input: Json) => BuiltPrompt
}

interface ReferenceParts extends PromptParts {
  readonly ours: string
  /** The authors' own text, which takes the place of ours. */
  readonly authors: string | undefined
  /** What it does other than `strict`, by name, beside {@link sharedDifferences}. */
  readonly differences?: readonly string[]
  /** @param wording ours, or the authors' */
  readonly build: (wording: string, input: Json) => BuiltPrompt
}

/** Of how messages are put together; raised, for one prompt or all, when `build` changes. */
const VERSION = '1'

/** Every reference prompt has no reply schema, and plain ASCII-escaped JSON as the user message. */
const sharedDifferences = ['ascii-json', 'no-reply-schema', 'undelimited-data']

/** A prompt of protocol `strict`. Its id: `alpsbench/update:strict@1#`, then a hash of texts and reply schema. */
export function strictPrompt({ track, texts, reply, build, ...limits }: StrictParts): TrackPrompt {
  const id = `${track}:strict@${VERSION}#${textHash(texts, reply)}`
  return { id, protocol: 'strict', reply, ...limits, build }
}

/**
 * A prompt of protocol `reference`, as the authors ran it. Its id names the differences:
 * `alpsbench/update:reference-like[ascii-json,one-dialogue]@1#0123456789ab`. In our words it is `reference-like`:
 * comparable with published numbers in kind, not in digits (spec 3.6).
 */
export function referencePrompt({
  track,
  maxOutputTokens,
  ours,
  authors,
  differences = [],
  build,
}: ReferenceParts): TrackPrompt {
  const text = authors ?? ours
  const label = authors === undefined ? 'reference-like' : 'reference'
  const named = [...sharedDifferences, ...differences].toSorted().join(',')
  return {
    id: `${track}:${label}[${named}]@${VERSION}#${textHash([text], null)}`,
    protocol: 'reference',
    reply: null,
    maxOutputTokens,
    build: (input) => build(text, input),
  }
}

function textHash(texts: readonly string[], reply: ReplySchema | null): string {
  return hashJson({ texts, schema: reply?.schema ?? null }).slice(0, 12)
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

/** A part of an input that its schema has checked, with every key that the data has. */
export function partOf(input: Json, key: string): Json {
  return (isJsonObject(input) ? input[key] : undefined) ?? null
}
