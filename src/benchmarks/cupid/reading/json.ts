import { parseJson, type Json } from '../../../core/json.ts'
import { pythonStrip } from '../../../text/python-whitespace.ts'
import { withoutReasoning } from './sections.ts'

/** JSON with an object or array outermost, or null; NaN and Infinity are no JSON. */
function container(text: string): Json {
  try {
    const value = parseJson(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Fenced blocks in their order: label any or none, the closing fence alone on its line, or missing. */
const fenced = /^[ \t]*```[^\n`]*\n([\s\S]*?)(?:^[ \t]*```[ \t]*$|(?![\s\S]))/gm

/**
 * The JSON object or array in a reply under the strict rules (spec 5.2): of the first fenced block that is one, else of
 * the whole text, else from the first place where one starts.
 * @returns null where there is none
 */
export function readJson(text: string): Json {
  const plain = withoutReasoning(text).replaceAll(/\r\n?/g, '\n')
  for (const [, block = ''] of plain.matchAll(fenced)) {
    const value = container(block)
    if (value !== null) return value
  }
  const whole = container(plain)
  if (whole !== null) return whole
  let budget = MOST_SCANNED
  for (const { index } of plain.matchAll(/[[{]/g)) {
    const span = balanced(plain, index, budget)
    const value = container(span)
    if (value !== null) return value
    budget -= span === '' ? plain.length - index : span.length
    if (budget <= 0) return null
  }
  return null
}

/** Characters that are looked at behind all opening brackets together: a reply of nothing but brackets is no reply. */
const MOST_SCANNED = 20_000_000

/** From an opening bracket to the one that closes it; brackets in strings don't count. Empty when none does. */
function balanced(text: string, start: number, most: number): string {
  let depth = 0
  let inString = false
  const end = Math.min(text.length, start + most)
  for (let at = start; at < end; at += 1) {
    const letter = text[at]
    if (inString) {
      if (letter === '\\') at += 1
      else if (letter === '"') inString = false
    } else if (letter === '"') inString = true
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') {
      depth -= 1
      if (depth === 0) return text.slice(start, at + 1)
    }
  }
  return ''
}

/**
 * The text that the original code hands to its JSON parser (spec 2.6): what follows the first literal json fence, up to
 * the next one, cut at the last fence in it.
 */
export function originalJsonText(text: string): string {
  const piece = text.split('```json')[1]
  if (piece === undefined) return pythonStrip(text)
  const end = piece.lastIndexOf('```')
  return pythonStrip(end === -1 ? piece : piece.slice(0, end))
}
