import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { ProgramCommand } from './process-group.ts'

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/**
 * Full path of an executable: as written when it holds a separator, else the first match on PATH.
 * @throws UsageError when there is none
 */
export async function findExecutable(command: ProgramCommand): Promise<string> {
  const { file, cwd, env } = command
  const candidates =
    isAbsolute(file) || file.includes('/')
      ? [resolve(cwd, file)]
      : (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder === '' ? cwd : folder, file))
  for (const candidate of candidates) {
    if (!(await isFile(candidate))) continue
    try {
      await access(candidate, constants.X_OK)
      return candidate
    } catch {
      if (file.includes('/')) {
        throw new UsageError(
          `${file} is not executable`,
          `chmod +x ${file}, or name its interpreter: program:python3 ${file}`,
        )
      }
    }
  }
  throw new UsageError(`there is no program ${file}`, 'check the path, or write the full path after program:')
}

/**
 * What makes a program the same program: its words and the content of every file among them. Files that it
 * loads by itself are not seen; name them in the config's `files`, or use `--fresh` after a change.
 * @throws UsageError when the executable is missing
 */
export async function programIdentity(
  command: ProgramCommand,
  files: readonly string[],
): Promise<JsonObject> {
  const hashes: Record<string, string> = {
    '0': await hashFile(await realpath(await findExecutable(command))),
  }
  for (const [index, word] of command.args.entries()) {
    const path = resolve(command.cwd, word)
    if (await isFile(path)) hashes[String(index + 1)] = await hashFile(path)
  }
  const named: Record<string, string> = {}
  for (const file of files) named[file] = await hashFile(resolve(command.cwd, file))
  return { system: 'program', version: '1', words: [command.file, ...command.args], hashes, files: named }
}
