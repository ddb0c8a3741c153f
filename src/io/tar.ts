import { RapportError } from '../core/errors.ts'

const BLOCK = 512

/** A file of an archive, under a path with forward slashes. */
export interface TarFile {
  readonly path: string
  readonly text: string
}

/**
 * An uncompressed tar archive (POSIX ustar), which every system can unpack. Files carry no owner and the time given, so
 * that equal files make equal archives.
 * @throws RapportError for a path that has no place in the format
 */
export function tarOf(files: readonly TarFile[], at: number): Uint8Array {
  const parts = files.flatMap(({ path, text }) => {
    const body = Buffer.from(text, 'utf8')
    return [headerOf(path, body.length, at), body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

function headerOf(path: string, size: number, at: number): Buffer {
  const name = Buffer.from(path, 'utf8')
  if (name.length > 100) throw new RapportError(`the path ${path} is too long for an archive`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  name.copy(header, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(at / 1000), 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
