/** Where JSON text breaks: 0-based UTF-16 offset and what was wrong. */
export interface JsonProblem {
  readonly offset: number
  readonly rule: 'broken-json' | 'not-finite'
  readonly message: string
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WHITE = /[ \t\r\n]*/y
const NOT_FINITE = /[+-]?(?:NaN|Infinity|inf|nan)\b/y
const WORD = /true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function matchAt(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Offset behind the text in quotes that starts at `start`; -1 when it is broken. A loop, for texts of many MB. */
export function stringEnd(text: string, start: number): number {
  if (text[start] !== '"') return -1
  for (let at = start + 1; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return -1
    at = code === 0x5c ? matchAt(ESCAPE, text, at) : at + 1
    if (at < 0) return -1
  }
  return -1
}

/**
 * Finds the first place where text stops being JSON; null when it is JSON. Engines word and place their
 * errors differently from version to version, so a message for people can't be built on them. Called only
 * after a parse has failed.
 */
export function findJsonProblem(text: string): JsonProblem | null {
  const broken = (offset: number, message: string): JsonProblem => ({ offset, rule: 'broken-json', message })
  const skip = (offset: number) => matchAt(WHITE, text, offset)
  const open: ('{' | '[')[] = []
  let at = skip(0)
  let expects: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'after' = 'value'
  for (;;) {
    const char = text[at]
    if (expects === 'after' && open.length === 0) {
      return char === undefined ? null : broken(at, 'there is more text after the end of the JSON value')
    }
    if (char === undefined) return broken(at, 'the text ends in the middle of a JSON value')
    if (expects === 'after') {
      const inObject = open.at(-1) === '{'
      if (char === ',') expects = inObject ? 'key' : 'value'
      else if (char === (inObject ? '}' : ']')) open.pop()
      else return broken(at, `expected a comma or ${inObject ? '"}"' : '"]"'}`)
      at = skip(at + 1)
      continue
    }
    if ((char === '}' && expects === 'key-or-end') || (char === ']' && expects === 'value-or-end')) {
      open.pop()
      expects = 'after'
      at = skip(at + 1)
      continue
    }
    if (expects === 'key' || expects === 'key-or-end') {
      const end = stringEnd(text, at)
      if (end < 0) return broken(at, 'expected a key in double quotes')
      at = skip(end)
      if (text[at] !== ':') return broken(at, 'expected a colon after a key')
      at = skip(at + 1)
      expects = 'value'
      continue
    }
    if (char === '{' || char === '[') {
      open.push(char)
      expects = char === '{' ? 'key-or-end' : 'value-or-end'
      at = skip(at + 1)
      continue
    }
    if (matchAt(NOT_FINITE, text, at) >= 0) {
      return { offset: at, rule: 'not-finite', message: 'NaN and Infinity are no JSON numbers' }
    }
    const end = Math.max(stringEnd(text, at), matchAt(NUMBER, text, at), matchAt(WORD, text, at))
    if (end < 0) return broken(at, char === '"' ? 'a text in quotes is broken' : 'expected a JSON value')
    at = skip(end)
    expects = 'after'
  }
}
