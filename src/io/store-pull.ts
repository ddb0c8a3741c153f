import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RapportError } from '../core/errors.ts'
import type { PullContext } from '../core/track.ts'
import type { HttpOptions } from './http.ts'
import { pullFiles, type RemoteFile } from './pull-files.ts'
import { forgetPullManifest, readPullManifest, writePullManifest } from './pull-manifest.ts'
import { safePath } from './safe-path.ts'

/** How a download waits between tries. */
export type Sleep = HttpOptions['sleep']

/** Options of requests to one host; the token is shown to that host alone. */
export function httpOptions(
  context: PullContext,
  host: string,
  token: string | null,
  sleep: Sleep,
): HttpOptions {
  return { token, tokenHost: new URL(host).host, signal: context.signal, sleep }
}

/** An endpoint without a slash at its end. @throws RapportError when it is no http(s) address */
export function endpointOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return address.replace(/\/+$/, '')
  throw new RapportError(`the endpoint ${JSON.stringify(address)} is no http address`, { exitCode: 2 })
}

function refuseStrange(files: readonly RemoteFile[], source: string): void {
  if (files.length === 0) throw new RapportError(`${source} holds no files of the known layout`)
  const paths = new Set(files.map(({ path }) => safePath(path)))
  if (paths.size < files.length) throw new RapportError(`the listing of ${source} names a file twice`)
}

/**
 * Loads the files, drops those of an earlier pull that are gone, and writes the manifest last.
 * @throws RapportError for a listing that can't be trusted, or a file that can't be loaded or is not what was promised
 */
export async function storePull(
  files: readonly RemoteFile[],
  source: string,
  revision: string,
  context: PullContext,
  http: HttpOptions,
): Promise<{ files: number; bytes: number; revision: string }> {
  refuseStrange(files, source)
  const before = await readPullManifest(context.destination)
  const wanted = new Set(files.map(({ path }) => path))
  await forgetPullManifest(context.destination)
  const pulled = await pullFiles(files, context, http)
  for (const { path } of before?.files ?? []) {
    if (!wanted.has(path)) await rm(join(context.destination, ...safePath(path).split('/')), { force: true })
  }
  await writePullManifest(context.destination, { formatVersion: 1, source, revision, files: pulled })
  return { files: pulled.length, bytes: pulled.reduce((sum, file) => sum + file.bytes, 0), revision }
}
