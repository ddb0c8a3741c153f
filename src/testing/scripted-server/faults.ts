import { bucketOf } from '../../core/hash.ts'

/** What can go wrong, by the word that asks for it. */
export const faults = {
  429: 'too many requests, with Retry-After',
  500: 'a server error',
  hang: 'no answer until the client goes away',
  slow: 'the answer comes in small pieces, with pauses',
  'truncated-body': 'the connection ends in the middle of the answer',
  malformed: 'the JSON of the answer lacks its end',
  fenced: 'the JSON of the answer stands in a Markdown fence, with words around it',
  thinking: 'the answer stands behind a <think> block with JSON of its own in it',
  refusal: 'the model refuses in words',
  'content-filter': 'the provider filters the answer',
  overflow: 'the prompt is said to be too long',
  length: 'the answer is cut at the token limit',
  empty: 'the answer has no text',
} as const

// Keys that look like numbers are number types to TypeScript.
export type FaultName = `${keyof typeof faults}`

/** A fault and which requests it hits. */
export interface PlannedFault {
  readonly fault: FaultName
  /** Model names it is for; absent: all. */
  readonly models?: readonly string[]
  /** How many tries of a request it hits, the first ones; Infinity: every one. Default {@link defaultTimes}. */
  readonly times?: number
  /** Share of requests it hits, 0 to 100, chosen by a hash of the messages: always the same ones. Default 100. */
  readonly percent?: number
  /** Seconds in Retry-After of a 429. Default 1. */
  readonly retryAfter?: number
}

/** Faults of a moment hit a request once, so that a retry succeeds; faults of a model hit it always. */
export function defaultTimes(fault: FaultName): number {
  return ['429', '500', 'hang', 'truncated-body'].includes(fault) ? 1 : Infinity
}

/** A model name without its faults, and the faults. */
export interface ParsedModel {
  readonly name: string
  readonly faults: readonly PlannedFault[]
}

const suffix = /^(?<fault>[a-z0-9-]+?)(?:x(?<times>\d+|all))?(?:%(?<percent>\d+))?$/

/**
 * Reads a model name such as `perfect:429`, `perfect:500x3`, `judge-fair:500xall%30` or `perfect:fenced:slow`:
 * how many tries of a request are hit, and what share of the requests.
 * @returns null when a part is no fault
 */
export function parseModelName(text: string): ParsedModel | null {
  const [name = '', ...parts] = text.split(':')
  const planned: PlannedFault[] = []
  for (const part of parts) {
    const { fault = '', times, percent } = suffix.exec(part)?.groups ?? {}
    if (!isFault(fault)) return null
    planned.push({
      fault,
      ...(times === undefined ? {} : { times: times === 'all' ? Infinity : Number(times) }),
      ...(percent === undefined ? {} : { percent: Number(percent) }),
    })
  }
  return { name, faults: planned }
}

/**
 * Whether a fault hits a request.
 * @param request hash of what was asked
 * @param attempt how often the same was asked before, from 0
 */
export function hits(planned: PlannedFault, model: string, request: string, attempt: number): boolean {
  const { fault, models, times = defaultTimes(fault), percent = 100 } = planned
  if (models !== undefined && !models.includes(model)) return false
  return attempt < times && bucketOf(`${fault}/${request}`, 100) < percent
}

function isFault(word: string): word is FaultName {
  return Object.hasOwn(faults, word)
}
