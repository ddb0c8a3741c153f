import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../core/errors.ts'
import { nearest } from './suggest.ts'

/**
 * Makes sure that a file somebody named is there.
 * @param word the path as it was written
 * @throws UsageError that names the nearest file of the same folder
 */
export async function requireFile(path: string, word: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory() === true) {
    throw new UsageError(`${word} is a folder, and a prediction file was expected`, 'name one of its files')
  }
  if (found !== null) return
  const names = await readdir(dirname(path)).catch(() => [])
  const near = nearest(basename(path), names).map((name) => join(dirname(word), name))
  throw new UsageError(
    `there is no file ${word}`,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'check the path; it is read from the working directory',
  )
}
