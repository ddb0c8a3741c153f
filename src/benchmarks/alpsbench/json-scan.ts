import { parseJson } from '../../core/json.ts'

/** What a text holds of JSON, by its brackets outside of double-quoted strings. */
export interface JsonScan {
  /** Balanced values, in order. */
  readonly values: readonly string[]
  /** The text ends inside a value that it opened. */
  readonly isCut: boolean
}

/** Finds the outermost balanced `{…}` and `[…]` of a text; quotes count only inside of brackets. */
export function scanJson(text: string): JsonScan {
  const values: string[] = []
  let open = 0
  let start = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = open > 0
    else if (character === '{' || character === '[') {
      if (open === 0) start = at
      open++
    } else if ((character === '}' || character === ']') && open > 0) {
      open--
      if (open === 0) values.push(text.slice(start, at + 1))
    }
  }
  return { values, isCut: open > 0 }
}

/** How deep the brackets of a text nest. */
export function depthOf(text: string): number {
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
  return deepest
}

interface OpenObject {
  readonly said: Map<string, string>
  key: string | null
  /** Where the value of `key` starts. */
  from: number
}

/**
 * The first of some keys that an object of a JSON text, at any depth, names twice with different values: `JSON.parse`
 * would silently take the last. The same value twice says nothing else.
 * @param text valid JSON
 */
export function repeatedKey(text: string, keys: ReadonlySet<string>): string | null {
  const open: (OpenObject | null)[] = []
  const isTwin = (object: OpenObject, end: number): boolean => {
    const { key, from, said } = object
    object.key = null
    if (key === null || !keys.has(key)) return false
    const value = text.slice(from, end).trim()
    const before = said.get(key)
    said.set(key, value)
    return before !== undefined && before !== value && !isSameJson(before, value)
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    const object = open.at(-1)
    if (character === '"') {
      const start = at
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
      if (!object || object.key !== null) continue
      const key = parseJson(text.slice(start, at + 1))
      object.key = typeof key === 'string' ? key : null
      at = text.indexOf(':', at)
      object.from = at + 1
    } else if (character === '{') open.push({ said: new Map(), key: null, from: 0 })
    else if (character === '[') open.push(null)
    else if (character === ',' || character === '}' || character === ']') {
      const key = object?.key
      if (object && isTwin(object, at)) return key ?? null
      if (character !== ',') open.pop()
    }
  }
  return null
}

function isSameJson(a: string, b: string): boolean {
  return JSON.stringify(parseJson(a)) === JSON.stringify(parseJson(b))
}
