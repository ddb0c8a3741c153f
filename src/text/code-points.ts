/** The Unicode code points of a text, in order; a lone surrogate is a code point of its own, as in Python. */
export function codePoints(text: string): Int32Array {
  const points = new Int32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; count++) {
    const point = text.codePointAt(at) ?? 0
    points[count] = point
    at += point > 0xffff ? 2 : 1
  }
  return count === text.length ? points : points.slice(0, count)
}

/** Orders texts by code points, as Python does; JavaScript's `<` compares UTF-16 units, which puts emoji before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  const left = codePoints(a)
  const right = codePoints(b)
  const shared = Math.min(left.length, right.length)
  for (let at = 0; at < shared; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
