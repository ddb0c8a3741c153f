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
