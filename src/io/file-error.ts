import { RapportError } from '../core/errors.ts'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be opened (permission denied)',
  EPERM: 'may not be opened (permission denied)',
  EISDIR: 'is a folder, and a file was expected',
  ENOTDIR: 'is no folder',
  ENOSPC: "can't be written: the disk is full",
  EROFS: "can't be written: the file system is read-only",
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** An operating system's error in words, with the file; every other error comes back unchanged. */
export function fileError(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (code === undefined || error instanceof RapportError) return error
  const words = WORDS[code] ?? `can't be used (${code})`
  return new RapportError(`${file} ${words}`, { place: { file }, cause: error })
}
