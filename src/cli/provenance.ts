import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { JsonObject } from '../core/json.ts'
import { packageRoot, type CliContext } from './context.ts'

/** Version of this package. */
export async function packageVersion(): Promise<string> {
  const text = await readFile(join(packageRoot(), 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Where and with what a run was made; recorded, never part of a fingerprint. */
export async function provenanceOf(
  context: Pick<CliContext, 'cwd'>,
  argv: readonly string[],
): Promise<JsonObject> {
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: context.cwd }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
  return {
    host: hostname(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    rapport: await packageVersion(),
    commit,
    command: [...argv],
  }
}

/** A new run id that sorts by time: `20261130-101502-3fa9`. */
export function newRunId(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split('T')
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomBytes(2).toString('hex')}`
}
