import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RapportError } from '../core/errors.ts'
import { hashFile, type ExpectedHash, type FileHashes } from './content-hash.ts'
import { fileError } from './file-error.ts'
import { get, TransientError, withRetries, type HttpOptions } from './http.ts'

export interface DownloadRequest {
  readonly url: string
  readonly destination: string
  readonly bytes: number
  readonly hash: ExpectedHash
  readonly http: HttpOptions
  /** Told how many bytes of this file are there, growing, or smaller again after a restart. */
  onBytes(bytes: number): void
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}

/** Whether an answer continues at `offset`. */
function continuesAt(response: Response, offset: number): boolean {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  return response.status === 206 && Number(start) === offset
}

/** Loads what is missing into the part file; a server that ignores ranges starts it anew. */
async function fill(request: DownloadRequest, part: string): Promise<void> {
  const there = await sizeOf(part)
  const offset = there > request.bytes ? 0 : there
  if (offset === request.bytes && offset > 0) return
  const headers = offset > 0 ? { range: `bytes=${offset}-` } : {}
  const response = await get(request.url, { ...headers, 'accept-encoding': 'identity' }, request.http)
  if (response.status === 416 || (response.status === 206 && !continuesAt(response, offset))) {
    await response.body?.cancel()
    await rm(part, { force: true })
    throw new TransientError('the server answered with another part of the file than was asked for')
  }
  const goesOn = offset > 0 && response.status === 206
  let loaded = goesOn ? offset : 0
  const body = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body)
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      loaded += chunk.length
      if (loaded > request.bytes) throw new RapportError('the server sent more bytes than it announced')
      request.onBytes(loaded)
      yield chunk
    }
  }
  try {
    await pipeline(body, counted, createWriteStream(part, { flags: goesOn ? 'a' : 'w' }), {
      signal: request.http.signal,
    })
  } catch (error) {
    if (request.http.signal.aborted || error instanceof RapportError) throw error
    const known = fileError(error, part)
    if (known instanceof RapportError && isDisk(error)) throw known
    throw new TransientError('the connection broke', null, error)
  }
  if (loaded < request.bytes) throw new TransientError('the connection ended before the file did')
}

function isDisk(error: unknown): boolean {
  return (
    error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'open')
  )
}

/** The hashes of a file when it is the expected one; null otherwise. */
async function verified(path: string, request: DownloadRequest): Promise<FileHashes | null> {
  if ((await sizeOf(path)) !== request.bytes) return null
  const hashes = await hashFile(path, request.bytes, request.hash)
  return hashes.hex === request.hash.hex ? hashes : null
}

/**
 * Loads a file: goes on where an earlier try stopped, verifies size and hash, and only then gives it its name.
 * A file that is there and right is not loaded again.
 * @throws RapportError when it can't be had, or arrives corrupt (then nothing of it is kept)
 */
export async function downloadFile(request: DownloadRequest): Promise<FileHashes> {
  const part = `${request.destination}.part`
  try {
    const there = await stat(request.destination).then(
      () => verified(request.destination, request),
      () => null,
    )
    if (there !== null) {
      request.onBytes(there.bytes)
      return there
    }
    await mkdir(dirname(request.destination), { recursive: true })
    const wasResumed = (await sizeOf(part)) > 0
    const loaded = (await load(request, part)) ?? (wasResumed ? await load(request, part) : null)
    if (loaded === null) throw corrupt(request)
    await rename(part, request.destination)
    return loaded
  } catch (error) {
    throw fileError(error, request.destination)
  }
}

/** Fills and verifies the part file; null and no part file when the bytes are wrong. */
async function load(request: DownloadRequest, part: string): Promise<FileHashes | null> {
  await withRetries(request.http, () => fill(request, part))
  if (request.bytes === 0 && (await sizeOf(part)) === 0) await createEmpty(part)
  const hashes = await verified(part, request)
  if (hashes === null) await rm(part, { force: true })
  return hashes
}

async function createEmpty(path: string): Promise<void> {
  await pipeline(Readable.from([]), createWriteStream(path))
}

function corrupt(request: DownloadRequest): RapportError {
  const { host, pathname } = new URL(request.url)
  return new RapportError(`${host} sent other bytes than its listing promises for ${pathname}`, {
    place: { file: request.destination },
    fix: 'try again later or from another endpoint; nothing of the file was kept',
  })
}
