/** More opening braces than this that never close are no verdict, and looking behind each would take long. */
const MOST_STRAY = 64

/**
 * The balanced `{…}` spans of a text, outermost only, in order; quotes inside them are heeded. A brace in prose
 * that never closes is passed over.
 * @returns null when an object starts that has no end: what was cut must not be read in parts
 */
export function objectSpans(text: string): readonly string[] | null {
  const spans: string[] = []
  let stray = 0
  for (let start = text.indexOf('{'); start !== -1;) {
    const end = endOfObject(text, start)
    if (end === -1) {
      stray += 1
      if (stray > MOST_STRAY || /^\{\s*["']/.test(text.slice(start, start + 64))) return null
      start = text.indexOf('{', start + 1)
    } else {
      spans.push(text.slice(start, end))
      start = text.indexOf('{', end)
    }
  }
  return spans
}

/** Position behind the brace that closes the one at `start`, or -1. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return -1
}

/**
 * Whether an object of a JSON text names a key twice, spelling apart: `JSON.parse` would silently take the last.
 * @param text valid JSON
 * @param spelling the one form of a key
 */
export function hasTwinKeys(text: string, spelling: (key: string) => string): boolean {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '}') open.pop()
    else if (character === '"') {
      const start = at + 1
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
      const keys = open.at(-1)
      if (keys === undefined || !/^\s*:/.test(text.slice(at + 1, at + 65))) continue
      const key = spelling(text.slice(start, at))
      if (keys.has(key)) return true
      keys.add(key)
    }
  }
  return false
}
