/**
 * Body of a character class with what Python's `str.strip()` and `\s` take for whitespace (AlpsBench spec
 * 2.2.1). JavaScript's `\s` has U+FEFF in addition and lacks U+001C-001F and U+0085.
 */
export const pythonWhitespace = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`

const isWhitespace = new RegExp(`^[${pythonWhitespace}]$`)
const whitespaceRun = new RegExp(`[${pythonWhitespace}]+`, 'g')

/** Python's `str.strip()`. Walks from the ends: a regular expression with `+$` is quadratic on long inner gaps. */
export function pythonStrip(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhitespace.test(text.charAt(start))) start++
  while (end > start && isWhitespace.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** Every run of Python whitespace becomes one space, at the ends too. */
export function collapseWhitespace(text: string): string {
  return text.replace(whitespaceRun, ' ')
}
