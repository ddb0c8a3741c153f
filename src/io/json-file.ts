import { open } from 'node:fs/promises'
import { InputError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { fileError } from './file-error.ts'
import { parseJsonText } from './json-text.ts'
import { bomLength, decodeUtf8, refuseUtf16 } from './utf8.ts'

/** Largest file that is read as one value unless the caller says otherwise: 256 MiB. */
const DEFAULT_LIMIT = 256 * 1024 * 1024

/**
 * Reads a file that holds one JSON value.
 * @param options.name the file's name in messages; the path by default
 * @throws InputError as `readJsonl` does, and `file-too-large`; RapportError when it can't be read
 */
export async function readJsonFile(
  path: string,
  options: { name?: string; limit?: number } = {},
): Promise<Json> {
  const file = options.name ?? path
  const limit = options.limit ?? DEFAULT_LIMIT
  try {
    const handle = await open(path, 'r')
    try {
      const { size } = await handle.stat()
      if (size > limit)
        throw new InputError('file-too-large', `the file is larger than ${limit} bytes`, { file })
      const bytes = await handle.readFile()
      refuseUtf16(bytes, file)
      const place = { file, line: 1 }
      return parseJsonText(decodeUtf8(bytes.subarray(bomLength(bytes)), place), place)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, file)
  }
}
