import { jsonrepair } from 'jsonrepair'
import { hasTwinKeys, objectSpans } from './object-spans.ts'
import type { JsonValue } from './python-json.ts'
import { readBoolean, readNumber, readYesNo, type NumberRange } from './verdict-value.ts'

type JsonMap = { readonly [key: string]: JsonValue }

/** One field of a verdict. */
export type VerdictField =
  | { readonly kind: 'boolean' }
  /** `nullable`: null says that the judge gave none. */
  | ({ readonly kind: 'number'; readonly nullable?: boolean } & NumberRange)
  /** Not scored by itself; empty when missing, unless required. */
  | { readonly kind: 'text'; readonly required?: boolean }
  /** Kept as given, absent when missing; `schema` is a JSON Schema. */
  | { readonly kind: 'raw'; readonly schema: JsonMap }
  | { readonly kind: 'list'; readonly items: VerdictShape }

/** The fields of a verdict by name, lower case. All but plain texts and raw fields must be readable. */
export type VerdictShape = { readonly [name: string]: VerdictField }

/** Characters that take no width, and terminal colour codes. */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u200B-\u200F\u2060-\u2064\uFEFF\u00AD]|\u001B\[[\d;]*[A-Za-z]/g

const thinkingWords = 'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis'
const thinking = new RegExp(`^\\s*<(${thinkingWords})>[\\s\\S]*?</\\1>`, 'i')
const thinkingWithoutEnd = new RegExp(`^\\s*<(?:${thinkingWords})>`, 'i')
const endOfThinking = new RegExp(`^(?!\\s*[{\\[\`~])[\\s\\S]*?</(?:${thinkingWords})>`, 'i')

/**
 * The verdict in a judge's words: the one JSON object of the declared shape, whatever fences, prose, thinking or
 * invisible characters are around it; or, where the shape has one scored field, a reply that is nothing but its
 * value. Broken JSON is mended, a cut one never. Two objects that differ, a key that stands twice, a field out of
 * its range or in prose: null. Nothing is ever read as 0 or 1 by accident.
 */
export function readVerdict(text: string, shape: VerdictShape): JsonMap | null {
  return readClean(text.replace(invisible, '').replaceAll('\u00A0', ' '), shape, true)
}

function readClean(text: string, shape: VerdictShape, mayBeQuoted: boolean): JsonMap | null {
  const said = withoutThinking(text)
  if (said === null || said === '') return null
  if (mayBeQuoted && said.startsWith('"')) {
    const inner = parsed(said)
    if (typeof inner === 'string') return readClean(inner, shape, false)
  }
  const spans = objectSpans(said)
  if (spans === null) return null
  if (!said.includes('{')) return bareVerdict(said, shape)

  let verdict: JsonMap | null = null
  for (const span of spans) {
    const object = objectOf(span)
    if (object === 'ambiguous') return null
    if (object === undefined) continue
    const fields = unwrapped(object, shape)
    if (!mentions(fields, shape)) continue
    const read = readFields(fields, shape)
    if (read === null || (verdict !== null && scoredPart(read, shape) !== scoredPart(verdict, shape)))
      return null
    verdict ??= read
  }
  return verdict
}

/** Without thinking at the start; null when it never ends. */
function withoutThinking(text: string): string | null {
  let rest = text
  for (let match = thinking.exec(rest); match !== null; match = thinking.exec(rest)) {
    rest = rest.slice(match[0].length)
  }
  if (thinkingWithoutEnd.test(rest)) return null
  // Some servers swallow the opening tag.
  return rest.replace(endOfThinking, '').trim()
}

function parsed(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function objectOf(span: string): JsonMap | 'ambiguous' | undefined {
  let text = span
  let value = parsed(text)
  if (value === undefined) {
    try {
      text = jsonrepair(span)
    } catch {
      return undefined
    }
    value = parsed(text)
  }
  if (!isMap(value)) return undefined
  return hasTwinKeys(text, keySpelling) ? 'ambiguous' : bySpelling(value)
}

function isMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function keySpelling(key: string): string {
  return key
    .trim()
    .replace(/^[*`]+|[*`:]+$/g, '')
    .toLowerCase()
}

function bySpelling(object: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [keySpelling(key), value]))
}

/** `{"verdict": {…}}` and the like: down through objects whose only value is an object. */
function unwrapped(object: JsonMap, shape: VerdictShape): JsonMap {
  let inner = object
  for (let depth = 0; depth < 3 && !mentions(inner, shape); depth++) {
    const values = Object.values(inner)
    const only = values.length === 1 ? values[0] : undefined
    if (!isMap(only)) break
    inner = bySpelling(only)
  }
  return inner
}

/** Whether an object is meant as a verdict: it names a field that counts. */
function mentions(object: JsonMap, shape: VerdictShape): boolean {
  return scoredNames(shape).some((name) => Object.hasOwn(object, name))
}

function scoredNames(shape: VerdictShape): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.kind !== 'text')
}

function scoredPart(verdict: JsonMap, shape: VerdictShape): string {
  return JSON.stringify(scoredNames(shape).map((name) => verdict[name] ?? null))
}

function readFields(object: JsonMap, shape: VerdictShape): JsonMap | null {
  const verdict: [string, JsonValue][] = []
  for (const [name, field] of Object.entries(shape)) {
    const given = Object.hasOwn(object, name) ? object[name] : undefined
    if (field.kind === 'raw' && given === undefined) continue
    const value = readField(given, field)
    if (value === undefined) return null
    verdict.push([name, value])
  }
  return Object.fromEntries(verdict)
}

function readField(value: JsonValue | undefined, field: VerdictField): JsonValue | undefined {
  switch (field.kind) {
    case 'boolean':
      return readBoolean(value)
    case 'number':
      return value === null && field.nullable === true ? null : readNumber(value, field)
    case 'text':
      if (typeof value === 'string' && (field.required !== true || value.trim() !== '')) return value
      return field.required === true ? undefined : ''
    case 'raw':
      return value
    case 'list':
      return readList(value, field.items)
  }
}

function readList(value: JsonValue | undefined, items: VerdictShape): JsonValue | undefined {
  if (!isList(value)) return undefined
  const read: JsonValue[] = []
  for (const element of value) {
    const one = isMap(element) ? readFields(bySpelling(element), items) : null
    if (one === null) return undefined
    read.push(one)
  }
  return read
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** A reply that is nothing but the value of the one field that counts. A lone digit says no yes or no. */
function bareVerdict(said: string, shape: VerdictShape): JsonMap | null {
  const [name, second] = scoredNames(shape)
  const field = name === undefined || second !== undefined ? undefined : shape[name]
  if (name === undefined || field === undefined) return null
  const value =
    field.kind === 'boolean' ? readYesNo(said) : field.kind === 'number' ? readNumber(said, field) : undefined
  return value === undefined ? null : readFields({ [name]: value }, shape)
}

/** The JSON Schema of a shape: every field required, no others, as strict structured output wants it. */
export function jsonSchemaOf(shape: VerdictShape): JsonMap {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, fieldSchema(field)] as const),
    ),
    required: Object.keys(shape),
    additionalProperties: false,
  }
}

function fieldSchema(field: VerdictField): JsonMap {
  switch (field.kind) {
    case 'boolean':
      return { type: 'boolean' }
    case 'number': {
      const type = field.integer === true ? 'integer' : 'number'
      return { type: field.nullable === true ? [type, 'null'] : type, minimum: field.min, maximum: field.max }
    }
    case 'text':
      return { type: 'string' }
    case 'raw':
      return field.schema
    case 'list':
      return { type: 'array', items: jsonSchemaOf(field.items) }
  }
}
