import { jsonrepair } from 'jsonrepair'
import { Fault } from '../../core/fault.ts'
import { parseJson, type Json } from '../../core/json.ts'

/** JSON found in a model's reply, and what had to be done to read it. */
export interface ReplyJson {
  readonly value: Json
  readonly repairs: readonly string[]
}

/** Deeper nesting is no answer to any task here and could overflow the stack of whoever walks it. */
const MAX_DEPTH = 64

/**
 * Finds the JSON of a reply (AlpsBench spec 3.1, 3.2): the whole text, else the first fenced block, else the
 * span from the first opening bracket to the last closing one of its kind. Broken shape (trailing commas,
 * single quotes, comments) is mended and recorded; text that ends inside its JSON never is, because mending
 * would invent the end of the answer.
 * @throws Fault `empty-reply` or `unusable-output`, both by the system
 */
export function readReplyJson(text: string): ReplyJson {
  const withoutThinking = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '')
  const reply = withoutThinking.replace(/^\uFEFF/, '').trim()
  const repairs = withoutThinking === text ? [] : ['thinking-removed']
  if (reply === '') throw new Fault('empty-reply', 'system', 'the reply is empty')

  const whole = parsed(reply)
  if (whole !== undefined) return { value: whole, repairs }

  const fenced = /```[\w-]*[^\S\n]*\n?([\s\S]*?)(?:```|$)/.exec(reply)?.[1]?.trim()
  const inFence = fenced === undefined || fenced === '' ? undefined : fenced
  if (inFence !== undefined) {
    const value = parsed(inFence)
    if (value !== undefined) return { value, repairs: [...repairs, 'fence-removed'] }
  }

  for (const body of inFence === undefined ? [reply] : [inFence, reply]) {
    const around = body === reply ? ['text-around-json-removed'] : ['fence-removed']
    for (const span of spans(body)) {
      const value = parsed(span)
      if (value !== undefined) return { value, repairs: [...repairs, ...around] }
    }
  }
  const body = inFence ?? reply
  if (endsInside(body)) throw new Fault('unusable-output', 'system', 'the JSON of the reply is cut off')
  const span = spans(body)[0]
  if (span === undefined) throw new Fault('unusable-output', 'system', 'the reply holds no JSON')
  try {
    return { value: parseFinite(jsonrepair(span)), repairs: [...repairs, 'json-repaired'] }
  } catch {
    throw new Fault('unusable-output', 'system', 'the JSON of the reply is broken beyond repair')
  }
}

function parsed(text: string): Json | undefined {
  const start = text[0]
  if (start !== '{' && start !== '[') return undefined
  if (structure(text).deepest > MAX_DEPTH) {
    throw new Fault('unusable-output', 'system', `the JSON of the reply is nested deeper than ${MAX_DEPTH}`)
  }
  try {
    return parseFinite(text)
  } catch {
    return undefined
  }
}

/** JSON.parse reads 1e999 as Infinity, which no prediction may hold; it becomes null. */
function parseFinite(text: string): Json {
  if (!/\d[eE]\+?\d{2}|\d{300}/.test(text)) return parseJson(text)
  const value: Json = JSON.parse(text, (_key, part: Json) =>
    typeof part === 'number' && !Number.isFinite(part) ? null : part,
  )
  return value
}

/** From the first bracket of a kind to the last of that kind, the kind that opens first leading. */
function spans(text: string): string[] {
  const kinds = [
    [text.indexOf('{'), text.lastIndexOf('}')],
    [text.indexOf('['), text.lastIndexOf(']')],
  ] as const
  return kinds
    .filter(([start, end]) => start !== -1 && end > start)
    .toSorted(([a], [b]) => a - b)
    .filter(([start], index, all) => index === 0 || !isInside(text, all[0]?.[0] ?? 0, start))
    .map(([start, end]) => text.slice(start, end + 1))
}

/** Whether the bracket at `position` belongs to the value that opens at `outer`: then it is no answer by itself. */
function isInside(text: string, outer: number, position: number): boolean {
  return structure(text.slice(outer, position)).open > 0
}

function endsInside(text: string): boolean {
  const start = text.search(/[[{]/)
  if (start === -1) return false
  const { open, inString } = structure(text.slice(start))
  return open > 0 || inString
}

interface Structure {
  readonly open: number
  readonly deepest: number
  readonly inString: boolean
}

/** Bracket depth outside of double-quoted strings. */
function structure(text: string): Structure {
  let open = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++open)
    else if (character === '}' || character === ']') open--
  }
  return { open, deepest, inString }
}
