import { open } from 'node:fs/promises'
import { InputError } from '../core/errors.ts'
import { fileError } from './file-error.ts'
import { bomLength, decodeUtf8, refuseUtf16 } from './utf8.ts'

/** Largest text file that is read whole: 4 MiB. */
const LIMIT = 4 * 1024 * 1024

/**
 * Reads a small text file: UTF-8, with or without byte order mark.
 * @throws InputError `file-too-large`, `utf-16`, `invalid-utf8`; RapportError when it can't be read
 */
export async function readSmallTextFile(path: string): Promise<string> {
  try {
    const handle = await open(path, 'r')
    try {
      const { size } = await handle.stat()
      if (size > LIMIT)
        throw new InputError('file-too-large', `the file is larger than ${LIMIT} bytes`, { file: path })
      const bytes = await handle.readFile()
      refuseUtf16(bytes, path)
      return decodeUtf8(bytes.subarray(bomLength(bytes)), { file: path, line: 1 })
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, path)
  }
}
