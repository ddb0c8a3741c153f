import { compareCodePoints } from './code-points.ts'

/** A value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export interface PythonJsonOptions {
  /** Orders the keys of every object by code points; default false (insertion order). */
  readonly sortKeys?: boolean
  /** Writes everything outside printable ASCII as `\uXXXX`; default false. */
  readonly ascii?: boolean
}

/**
 * The text that Python's `json.dumps` writes: separators `", "` and `": "`, Python's float layout, and by
 * default unescaped non-ASCII (`ensure_ascii=False`; AlpsBench spec 2.1, 2.2.1).
 *
 * What a parsed JSON number no longer tells: a whole number is written as an integer (`1.0` becomes `1`,
 * `-0.0` becomes `0`) up to 1e21 and as `1e+21` from there; integers beyond 2^53 have lost digits on
 * parsing. A number too large for a double is `Infinity`, as in Python. JavaScript objects list keys that
 * look like array indices first, whatever the order in the source.
 *
 * Nesting depth is limited by memory only, so a hostile value can't overflow the stack.
 */
export function pythonJson(value: JsonValue, options: PythonJsonOptions = {}): string {
  const quote = options.ascii === true ? quoteAscii : quoteUnicode
  const pieces: string[] = []
  const pending: Pending[] = [{ value }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('raw' in next) pieces.push(next.raw)
    else if (isList(next.value)) pushReversed(pending, listPieces(next.value))
    else if (typeof next.value === 'object' && next.value !== null) {
      pushReversed(pending, objectPieces(next.value, quote, options.sortKeys === true))
    } else pieces.push(scalarText(next.value, quote))
  }
  return pieces.join('')
}

/**
 * One line of ASCII, as Python's `json.dumps` writes by default: what the adapter protocol sends to a program
 * (AlpsBench spec 1.7). Numbers as in {@link pythonJson}.
 */
export function asciiJson(value: JsonValue): string {
  return pythonJson(value, { ascii: true })
}

type Pending = { readonly raw: string } | { readonly value: JsonValue }
type Quote = (text: string) => string

// Array.isArray does not narrow a readonly array away.
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

// No spread: a long list would exceed the number of arguments a call may have.
function pushReversed(pending: Pending[], pieces: readonly Pending[]): void {
  for (const piece of pieces.toReversed()) pending.push(piece)
}

function listPieces(list: readonly JsonValue[]): Pending[] {
  const pieces: Pending[] = [{ raw: '[' }]
  for (const [index, value] of list.entries()) {
    if (index > 0) pieces.push({ raw: ', ' })
    pieces.push({ value })
  }
  pieces.push({ raw: ']' })
  return pieces
}

function objectPieces(object: { readonly [key: string]: JsonValue }, quote: Quote, sort: boolean): Pending[] {
  const entries = Object.entries(object)
  if (sort) entries.sort(([a], [b]) => compareCodePoints(a, b))
  const pieces: Pending[] = [{ raw: '{' }]
  for (const [index, [key, value]] of entries.entries()) {
    pieces.push({ raw: `${index > 0 ? ', ' : ''}${quote(key)}: ` }, { value })
  }
  pieces.push({ raw: '}' })
  return pieces
}

function scalarText(value: string | number | boolean | null, quote: Quote): string {
  if (typeof value === 'string') return quote(value)
  return typeof value === 'number' ? numberText(value) : String(value)
}

/** Both languages write the shortest digits that round-trip; they differ in when and how they use an exponent. */
function numberText(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value) || Math.abs(value) >= 1e-4) return String(value)
  return value.toExponential().replace(/e-(\d)$/, 'e-0$1')
}

const shortEscapes = new Map([
  ['"', String.raw`\"`],
  ['\\', '\\\\'],
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
  ['\f', String.raw`\f`],
  ['\b', String.raw`\b`],
])

const escapeUnit = (unit: string): string =>
  shortEscapes.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const unicodeEscaped = new RegExp(String.raw`["\\\x00-\x1f]`, 'g')
const asciiEscaped = /["\\]|[^ -~]/g

// Not JSON.stringify: it escapes lone surrogates, which Python leaves as they are.
const quoteUnicode: Quote = (text) => `"${text.replace(unicodeEscaped, escapeUnit)}"`
const quoteAscii: Quote = (text) => `"${text.replace(asciiEscaped, escapeUnit)}"`
