import type { Json } from './json.ts'

/** Deeper nesting is refused: checking and hashing recurse, and no data set here comes near. */
const MAX_DEPTH = 200

/** Half of a character: what a text in UTF-16 must not hold on its own. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** Why a value that JSON.parse has read can't be stored or scored, and the field where. */
export interface JsonFlaw {
  readonly rule: 'lone-surrogate' | 'not-finite' | 'too-deep'
  readonly message: string
  /** As people write it, `memory_items[0].value`; empty for the whole value. */
  readonly field: string
}

/**
 * The first flaw of a parsed JSON text from outside: JSON.parse reads 1e999 as Infinity and takes halves of
 * surrogate pairs and any depth. null when there is none.
 * @param checkText false spares the look at texts where no escape can have brought a lone surrogate
 */
export function findJsonFlaw(value: Json, checkText = true): JsonFlaw | null {
  return find(value, checkText, '', 0)
}

function find(value: Json, checkText: boolean, field: string, depth: number): JsonFlaw | null {
  if (typeof value === 'string') {
    const broken = checkText && LONE_SURROGATE.test(value)
    return broken ? { rule: 'lone-surrogate', message: 'a text holds half of a surrogate pair', field } : null
  }
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return null
    return { rule: 'not-finite', message: 'a number is too large', field }
  }
  if (typeof value !== 'object' || value === null) return null
  if (depth === MAX_DEPTH) {
    return { rule: 'too-deep', message: `values are nested more than ${MAX_DEPTH} deep`, field: '' }
  }
  for (const [key, item] of Object.entries(value)) {
    if (checkText && LONE_SURROGATE.test(key)) {
      return { rule: 'lone-surrogate', message: 'a key holds half of a surrogate pair', field }
    }
    const path = Array.isArray(value) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`
    const flaw = find(item, checkText, path, depth + 1)
    if (flaw !== null) return flaw
  }
  return null
}
