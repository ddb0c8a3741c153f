import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { once } from 'node:events'

/** What a file must hash to. `git-blob`: SHA-1 over `blob <size>` and a zero byte in front (git object id). */
export interface ExpectedHash {
  readonly algorithm: 'sha256' | 'git-blob'
  readonly hex: string
}

export interface FileHashes {
  readonly bytes: number
  readonly sha256: string
  /** The hash that was asked for. */
  readonly hex: string
}

/** Hashes a file of a known size. Reads it once. */
export async function hashFile(path: string, size: number, expected: ExpectedHash): Promise<FileHashes> {
  const sha256 = createHash('sha256')
  const other: Hash | null =
    expected.algorithm === 'git-blob' ? createHash('sha1').update(`blob ${size}\0`) : null
  let bytes = 0
  const stream = createReadStream(path, { highWaterMark: 1024 * 1024 })
  stream.on('data', (chunk) => {
    bytes += chunk.length
    sha256.update(chunk)
    other?.update(chunk)
  })
  await once(stream, 'close')
  const digest = sha256.digest('hex')
  return { bytes, sha256: digest, hex: other?.digest('hex') ?? digest }
}
