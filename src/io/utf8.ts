import { InputError, type Place } from '../core/errors.ts'

/** Decodes bytes that must be UTF-8; keeps a BOM. */
function decode(bytes: Uint8Array, stream: boolean): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream })
}

function isDecodable(bytes: Uint8Array): boolean {
  try {
    decode(bytes, true)
    return true
  } catch {
    return false
  }
}

/** Text before the first byte that is no UTF-8: the longest prefix that decodes, found by halving. */
function validPrefix(bytes: Uint8Array): string {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1
    if (isDecodable(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  return decode(bytes.subarray(0, good), true)
}

/**
 * Decodes UTF-8.
 * @param place where the bytes start; `line` defaults to 1
 * @throws InputError `invalid-utf8` with line and column of the first bad byte
 */
export function decodeUtf8(bytes: Uint8Array, place: Place): string {
  try {
    return decode(bytes, false)
  } catch {
    const lines = validPrefix(bytes).split('\n')
    const line = (place.line ?? 1) + lines.length - 1
    const column = (lines.at(-1) ?? '').length + 1
    throw new InputError('invalid-utf8', 'the bytes are not valid UTF-8', { ...place, line, column })
  }
}

const UTF8_BOM = [0xef, 0xbb, 0xbf] as const

/** Bytes of a UTF-8 byte order mark at the start of a file: 3 or 0. */
export function bomLength(start: Uint8Array): number {
  return UTF8_BOM.every((byte, index) => start[index] === byte) ? UTF8_BOM.length : 0
}

/**
 * Refuses UTF-16 by its byte order mark, or by the zero byte that every ASCII character carries in it.
 * @param start the first bytes of the file, at least two where it has as many
 * @throws InputError `utf-16`
 */
export function refuseUtf16(start: Uint8Array, file: string): void {
  const [first, second] = start
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!marked && !(first === 0 && second !== undefined) && second !== 0) return
  throw new InputError(
    'utf-16',
    'the file is UTF-16, and must be UTF-8',
    { file, line: 1, column: 1 },
    'save it as UTF-8',
  )
}
