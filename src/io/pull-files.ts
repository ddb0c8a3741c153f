import { join } from 'node:path'
import type { PullContext } from '../core/track.ts'
import type { ExpectedHash } from './content-hash.ts'
import { downloadFile } from './download.ts'
import type { HttpOptions } from './http.ts'
import { safePath } from './safe-path.ts'

/** A file of a listing. */
export interface RemoteFile {
  readonly path: string
  readonly url: string
  readonly bytes: number
  readonly hash: ExpectedHash
}

export interface PulledFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** Files that are loaded at the same time. */
const AT_ONCE = 4

/**
 * Loads all files of a listing into a folder, four at a time; those that are there and right are kept.
 * @throws RapportError for the first that fails, once the others under way have stopped
 */
export async function pullFiles(
  files: readonly RemoteFile[],
  context: Pick<PullContext, 'destination' | 'onProgress'>,
  http: HttpOptions,
): Promise<PulledFile[]> {
  for (const { path } of files) safePath(path)
  const stop = new AbortController()
  const options: HttpOptions = { ...http, signal: AbortSignal.any([http.signal, stop.signal]) }
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const done: PulledFile[] = []
  let bytes = 0
  const report = (file: string) =>
    context.onProgress({ file, files: files.length, filesDone: done.length, bytes, totalBytes })
  const queue = files.values()
  const work = async () => {
    for (const file of queue) {
      let own = 0
      const onBytes = (now: number) => {
        bytes += now - own
        own = now
        report(file.path)
      }
      const destination = join(context.destination, ...file.path.split('/'))
      const loaded = await downloadFile({ ...file, destination, http: options, onBytes })
      done.push({ path: file.path, bytes: loaded.bytes, sha256: loaded.sha256 })
      report(file.path)
    }
  }
  const workers = Array.from({ length: AT_ONCE }, async () => {
    try {
      await work()
    } catch (error) {
      stop.abort()
      throw error
    }
  })
  const results = await Promise.allSettled(workers)
  const failed = results.filter((result) => result.status === 'rejected')
  http.signal.throwIfAborted()
  const first = failed.find(({ reason }) => !isAbort(reason)) ?? failed[0]
  if (first !== undefined) throw first.reason
  return done.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
