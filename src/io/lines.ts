import { InputError } from '../core/errors.ts'
import { bomLength, refuseUtf16 } from './utf8.ts'

/** The bytes of one line, without its line feed. */
export interface ByteLine {
  /** From 1; blank lines count. */
  readonly line: number
  /** Byte offset of the first byte in the file. */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** Longest line that is read unless the caller says otherwise: 16 MiB. */
export const defaultLineLimit = 16 * 1024 * 1024

/**
 * Cuts bytes at line feeds (0x0A) and at nothing else: U+2028 and U+2029 inside JSON texts stay. A byte order
 * mark at the start is left out. Holds one line at a time.
 * @throws InputError `line-too-long` as soon as a line passes the limit, `utf-16`
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  limit: number = defaultLineLimit,
): AsyncGenerator<ByteLine> {
  let line = 1
  let offset = 0
  let parts: Uint8Array[] = []
  let length = 0
  let head: Uint8Array | null = new Uint8Array()
  const add = (bytes: Uint8Array) => {
    length += bytes.length
    if (length > limit) {
      const fix = 'a row of this size is damaged or of another format'
      throw new InputError('line-too-long', `the line is longer than ${limit} bytes`, { file, line }, fix)
    }
    if (bytes.length > 0) parts.push(bytes)
  }
  const finish = (): ByteLine => {
    const only = parts.length === 1 ? parts[0] : undefined
    const done = { line, offset, bytes: only ?? Buffer.concat(parts, length) }
    parts = []
    line += 1
    offset += length + 1
    length = 0
    return done
  }
  const start = (bytes: Uint8Array): Uint8Array => {
    refuseUtf16(bytes, file)
    head = null
    offset = bomLength(bytes)
    return bytes.subarray(offset)
  }
  for await (const chunk of chunks) {
    let rest = chunk
    if (head !== null) {
      // The mark may be cut by a chunk's end, so the first bytes are gathered before they are looked at.
      head = Buffer.concat([head, chunk])
      if (head.length < 3) continue
      rest = start(head)
    }
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      add(rest.subarray(0, end))
      yield finish()
      rest = rest.subarray(end + 1)
    }
    // The chunk's memory is the stream's, which fills it again.
    add(Uint8Array.prototype.slice.call(rest))
  }
  if (head !== null) {
    let rest = start(head)
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      add(rest.subarray(0, end))
      yield finish()
      rest = rest.subarray(end + 1)
    }
    add(rest)
  }
  if (length > 0) yield finish()
}
