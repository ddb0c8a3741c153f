import { pythonStrip } from '../../../text/python-whitespace.ts'

const number = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/
const named = /^([+-]?)(nan|inf|infinity)$/i

/** A decimal digit of any script as an ASCII one: digits of a script stand in runs of ten. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  // Mathematical digits stand in one run of fifty.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10)
  return String(code - zero)
}

/** Python's `float(text)` (spec 5.6), `nan` and infinities included; null where it raises. */
export function pythonFloat(text: string): number | null {
  const plain = pythonStrip(text).replaceAll(/\p{Nd}/gu, asciiDigit)
  if (number.test(plain)) return Number(plain.replaceAll('_', ''))
  const name = named.exec(plain)
  if (name === null) return null
  if (name[2]?.toLowerCase() === 'nan') return Number.NaN
  return name[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
