import { RapportError } from '../core/errors.ts'
import { sha256 } from '../core/hash.ts'
import { isJsonObject, parseJson, type Json, type JsonObject } from '../core/json.ts'
import { SHORT } from './pack.ts'

/**
 * A long string is kept apart and leaves `{"$text": hash}` behind. Data that looks like that, or like the escape
 * itself, is wrapped: `{"$text": 1}` becomes `{"$data": {"$text": 1}}`.
 */
const TEXT = '$text'
const DATA = '$data'

/**
 * JSON text of a value without its long strings.
 * @param keepText receives each long string as JSON text (so lone surrogates and NUL survive) with its hash
 * @throws RapportError for NaN, Infinity and values nested too deeply
 */
export function encodeJson(value: Json, keepText: (hash: string, text: string) => void): string {
  try {
    return JSON.stringify(isPlain(value) ? value : encode(value, keepText))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RapportError('a value is nested too deeply to be stored', { cause: error })
  }
}

/**
 * The value that `encodeJson` was given.
 * @param readText gives the JSON text of a long string by its hash
 */
export function decodeJson(text: string, readText: (hash: string) => string): Json {
  const value = parseJson(text)
  return text.includes(`"${TEXT}"`) || text.includes(`"${DATA}"`) ? decode(value, readText) : value
}

/** @throws RapportError for NaN and Infinity, which SQL would turn into null or refuse in its own way */
export function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new RapportError(`${value} can't be stored: what could not be measured is never a number`, {
    fix: 'Record the case as unscored or failed instead of giving it this number.',
  })
}

/** Nothing to keep apart or to escape, as in most values: then the text is what JSON.stringify makes of it. */
function isPlain(value: Json): boolean {
  if (typeof value === 'string') return value.length <= SHORT
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (!isJsonObject(value)) return value.every(isPlain)
  for (const key in value) if (!isPlain(value[key] ?? null)) return false
  return !isMarked(value)
}

function encode(value: Json, keepText: (hash: string, text: string) => void): Json {
  if (typeof value === 'number') return finite(value)
  if (typeof value === 'string') {
    if (value.length <= SHORT) return value
    const text = JSON.stringify(value)
    const hash = sha256(text)
    keepText(hash, text)
    return { [TEXT]: hash }
  }
  if (typeof value !== 'object' || value === null) return value
  if (!isJsonObject(value)) return value.map((item) => encode(item, keepText))
  const encoded = mapObject(value, (item) => encode(item, keepText))
  return isMarked(value) ? { [DATA]: encoded } : encoded
}

function decode(value: Json, readText: (hash: string) => string): Json {
  if (typeof value !== 'object' || value === null) return value
  if (!isJsonObject(value)) return value.map((item) => decode(item, readText))
  if (!isMarked(value)) return mapObject(value, (item) => decode(item, readText))
  const hash = value[TEXT]
  if (typeof hash === 'string') return parseJson(readText(hash))
  const inner = value[DATA]
  if (!isJsonObject(inner)) throw new RapportError('a stored value has a broken escape')
  return mapObject(inner, (item) => decode(item, readText))
}

function isMarked(value: JsonObject): boolean {
  const keys = Object.keys(value)
  return keys.length === 1 && (keys[0] === TEXT || keys[0] === DATA)
}

/** Object.fromEntries also keeps a key named `__proto__`, which an assignment would not. */
function mapObject(value: JsonObject, change: (item: Json) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, change(item)]])),
  )
}
