import { jsonrepair } from 'jsonrepair'
import { Fault } from '../../core/fault.ts'
import { parseJson, type Json } from '../../core/json.ts'
import { depthOf, repeatedKey, scanJson } from './json-scan.ts'
import { opensAsRefusal } from '../../text/refusal.ts'
import { trimInvisible, withoutInvisibleSyntax, withoutThinking } from '../../text/reply-cleaning.ts'

/** JSON found in a model's reply, and what had to be done to read it. */
export interface ReplyJson {
  readonly value: Json
  readonly repairs: readonly string[]
  /** A key that decides and stands twice in one object with different values: what is meant is not known. */
  readonly repeatedKey: string | null
}

/** JSON and the text it was read from. */
interface Part {
  readonly value: Json
  readonly text: string
}

/** Deeper nesting is no answer to any task here and could overflow the stack of whoever walks it. */
const MAX_DEPTH = 64

/** Values of one reply that are looked at; the answer is among the first, or there is none. */
const MAX_VALUES = 100

/**
 * Finds the JSON of a reply (AlpsBench spec 3.1, 3.2): the whole text, else a fenced block, else a balanced value in
 * the text. Of several the first that `isAnswer` takes counts. Broken shape (trailing commas, single quotes, comments)
 * is mended; both are recorded. Text that ends inside its JSON is never read, because that would invent the end of
 * the answer.
 * @param isAnswer whether a value has the form that the task asks for; everything has by default
 * @param deciding keys that must not stand twice with different values; none by default
 * @throws Fault by the system: `empty-reply`, `refusal` (only where the reply has no JSON), `unusable-output`
 */
export function readReplyJson(
  text: string,
  isAnswer: (value: Json) => boolean = () => true,
  deciding: ReadonlySet<string> = new Set(),
): ReplyJson {
  const read = readParts(text, isAnswer)
  const repeated = read.texts.map((part) => repeatedKey(part, deciding)).find((key) => key !== null)
  return { value: read.value, repairs: read.repairs, repeatedKey: repeated ?? null }
}

/** @throws Fault `unusable-output` where a deciding key has two values */
export function unambiguous(read: ReplyJson): ReplyJson {
  if (read.repeatedKey === null) return read
  const what = `the reply has ${read.repeatedKey} twice in one object, with different values`
  throw new Fault('unusable-output', 'system', what)
}

interface ReadParts {
  readonly value: Json
  readonly texts: readonly string[]
  readonly repairs: readonly string[]
}

function readParts(text: string, isAnswer: (value: Json) => boolean): ReadParts {
  const unthought = withoutThinking(text)
  const trimmed = trimInvisible(unthought.text)
  if (trimmed === '') throw new Fault('empty-reply', 'system', 'the reply is empty')
  if (unthought.isCut) throw new Fault('unusable-output', 'system', 'the reply ends inside its thinking')
  const whole = parsed(trimmed)
  if (whole !== undefined) return partly(whole, unthought.repairs)

  const reply = withoutInvisibleSyntax(trimmed)
  const repairs = [...unthought.repairs, ...(reply === trimmed ? [] : ['invisible-characters-removed'])]
  const visible = reply === trimmed ? undefined : parsed(reply)
  if (visible !== undefined) return partly(visible, repairs)
  const found = search(reply, isAnswer)
  return { ...found, repairs: [...repairs, ...found.repairs] }
}

function partly({ value, text }: Part, repairs: readonly string[]): ReadParts {
  return { value, texts: [text], repairs }
}

function search(reply: string, isAnswer: (value: Json) => boolean): ReadParts {
  const fenced = firstAnswer(fencesOf(reply).map(parsed), isAnswer)
  if (fenced !== undefined) return { ...fenced, repairs: ['fence-removed', ...fenced.repairs] }
  const scan = scanJson(reply)
  if (scan.isCut) throw new Fault('unusable-output', 'system', 'the JSON of the reply is cut off')

  const parts = scan.values.slice(0, MAX_VALUES)
  const intact = parts.map(parsed)
  const around = ['text-around-json-removed']
  const plain = firstAnswer(intact, isAnswer)
  if (plain !== undefined) return { ...plain, repairs: [...around, ...plain.repairs] }
  const mended = parts.map((part, place) => (intact[place] === undefined ? repaired(part) : undefined))
  const broken = firstAnswer(mended, isAnswer)
  if (broken !== undefined) return { ...broken, repairs: ['json-repaired', ...broken.repairs] }

  // Nothing has the form of an answer: whoever asked says what is wrong with it.
  const values = intact.flatMap((value) => (value === undefined ? [] : [value]))
  const [only] = values
  if (only !== undefined && values.length === 1) return partly(only, around)
  if (values.length > 1) {
    return {
      value: values.map(({ value }) => value),
      texts: values.map(({ text }) => text),
      repairs: [...around, 'several-values-as-list'],
    }
  }
  throw nothingFound(reply, parts.length > 0)
}

function nothingFound(reply: string, hasBrackets: boolean): Fault {
  if (opensAsRefusal(reply)) return new Fault('refusal', 'system', 'the model refused in words')
  const what = hasBrackets ? 'the JSON of the reply is broken beyond repair' : 'the reply holds no JSON'
  return new Fault('unusable-output', 'system', what)
}

function firstAnswer(
  parts: readonly (Part | undefined)[],
  isAnswer: (value: Json) => boolean,
): ReadParts | undefined {
  const answers = parts.flatMap((part) => (part !== undefined && isAnswer(part.value) ? [part] : []))
  const [first] = answers
  return first && partly(first, answers.length > 1 ? ['first-of-several-taken'] : [])
}

/** Bodies of fenced blocks; the last may lack its end. */
function fencesOf(reply: string): string[] {
  const found = [...reply.matchAll(/```[\w-]*[^\S\n]*\n?([\s\S]*?)(?:```|$)/g)]
  return found.slice(0, MAX_VALUES).map(([, body = '']) => body.trim())
}

function parsed(text: string): Part | undefined {
  const start = text[0]
  if (start !== '{' && start !== '[') return undefined
  if (depthOf(text) > MAX_DEPTH) {
    throw new Fault('unusable-output', 'system', `the JSON of the reply is nested deeper than ${MAX_DEPTH}`)
  }
  try {
    return { value: parseFinite(text), text }
  } catch {
    return undefined
  }
}

/** One balanced value in broken shape. */
function repaired(part: string): Part | undefined {
  try {
    const text = jsonrepair(part)
    return { value: parseFinite(text), text }
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
