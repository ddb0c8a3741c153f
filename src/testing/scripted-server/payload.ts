import { z } from 'zod'
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../core/json.ts'

const turnSchema = z.object({ role: z.string(), text: z.string() })
const memorySchema = z.looseObject({ value: z.string() })
export type Memory = z.infer<typeof memorySchema>

/** Keys that mark an object of a prompt as data of the case (AlpsBench spec 3.1-3.5). */
const known = [
  'dialogue',
  'old_dialogue',
  'new_dialogue',
  'dialogue_history',
  'existing_memories',
  'candidate_memories',
  'selected_memory',
  'query',
  'latest_query',
]

/** A delimited part of a prompt: `<data name="query">`, JSON, `</data>`. Line ends never stand inside. */
const block = /^<data name="(?<name>\w+)">\n(?<body>[\s\S]*?)\n<\/data>$/gm

/**
 * The data in a user message: its delimited parts by name, or else every JSON object in the text that has a key
 * we know, merged (earlier keys win). Prose and fences around objects don't matter.
 */
export function payloadIn(text: string): JsonObject {
  const parts: Record<string, Json> = {}
  for (const { groups } of text.matchAll(block)) {
    const value = parsed(groups?.['body'] ?? '')
    if (value !== undefined) parts[groups?.['name'] ?? ''] ??= value
  }
  if (Object.keys(parts).length > 0) return parts
  let found: JsonObject = {}
  for (const object of objectsIn(text)) {
    if (known.some((key) => Object.hasOwn(object, key))) found = { ...object, ...found }
  }
  return found
}

/** Braces in prose that open nothing: each costs a look at the rest of the text, so that some are enough. */
const MOST_STRAY_BRACES = 100

/** The JSON objects of a text that are not inside another one, in order. */
export function* objectsIn(text: string): Generator<JsonObject> {
  let at = text.indexOf('{')
  let stray = 0
  while (at !== -1 && stray < MOST_STRAY_BRACES) {
    const end = endOfObject(text, at)
    const object = end === -1 ? undefined : parsed(text.slice(at, end))
    const isObject = isJsonObject(object)
    if (isObject) yield object
    else stray++
    // What opens and does not parse may be a brace in prose: the objects behind it still count.
    at = text.indexOf('{', isObject ? end : at + 1)
  }
}

function endOfObject(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (quoted) {
      if (letter === '\\') at++
      else if (letter === '"') quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
  }
  return -1
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** What a case is about, however a prompt words and orders it. */
export interface CaseText {
  /** What the user said, in order. */
  readonly userTurns: readonly string[]
  /** What the user said since the memories were written; all of it where the prompt draws no line. */
  readonly newUserTurns: readonly string[]
  readonly query: string | null
  readonly existing: readonly Memory[] | null
  readonly candidates: readonly Memory[] | null
  readonly handedOver: Memory | null
}

/** Reads the data of a prompt, or an input of a data set: both have the same words for the same things. */
export function caseTextOf(payload: JsonObject): CaseText {
  const old = userTexts(payload['old_dialogue'])
  const fresh = userTexts(payload['new_dialogue'])
  const rest = [...userTexts(payload['dialogue']), ...userTexts(payload['dialogue_history'])]
  const query = payload['query'] ?? payload['latest_query']
  const handedOver = payload['selected_memory'] ?? payload['memory']
  const turns = [...rest, ...old, ...fresh]
  return {
    userTurns: turns,
    newUserTurns: fresh.length > 0 ? fresh : turns,
    query: typeof query === 'string' ? query : null,
    existing: memoriesOf(payload['existing_memories']),
    candidates: memoriesOf(payload['candidate_memories']),
    handedOver:
      typeof handedOver === 'string'
        ? { value: handedOver }
        : (memorySchema.safeParse(handedOver).data ?? null),
  }
}

// Only what the user said: markers between dialogues stand in turns of another role, or none.
function userTexts(value: Json | undefined): string[] {
  const list: readonly Json[] = Array.isArray(value) ? value : []
  return list.flatMap((turn) => {
    const read = turnSchema.safeParse(turn)
    return read.success && read.data.role.toLowerCase() === 'user' ? [read.data.text] : []
  })
}

function memoriesOf(value: Json | undefined): Memory[] | null {
  if (!Array.isArray(value)) return null
  const list: readonly Json[] = value
  return list.flatMap((item) => {
    const read = memorySchema.safeParse(item)
    return read.success ? [read.data] : []
  })
}
