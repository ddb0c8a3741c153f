import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../core/json.ts'
import { fileError } from '../io/file-error.ts'
import { jsonlLine } from '../io/jsonl-writer.ts'
import type { BundleFile, FileRecord } from './format.ts'

/** Gathered before a write, so that a row does not cost a system call. */
const BUFFER = 256 * 1024

/**
 * Writes one file of a bundle, row by row, and says what it came to.
 * @throws RapportError naming the file
 */
export async function writeBundleFile(
  folder: string,
  path: BundleFile,
  rows: AsyncIterable<Json> | Iterable<Json>,
): Promise<FileRecord> {
  return writeParts(folder, path, lines(rows))
}

/** Writes a document that is one JSON value. @throws RapportError naming the file */
export async function writeBundleDocument(
  folder: string,
  path: BundleFile | 'manifest.json',
  document: Json,
): Promise<FileRecord> {
  return { ...(await writeParts(folder, path, [`${JSON.stringify(document, null, 1)}\n`])), rows: 1 }
}

async function* lines(rows: AsyncIterable<Json> | Iterable<Json>): AsyncGenerator<string> {
  for await (const row of rows) yield jsonlLine(row)
}

async function writeParts(
  folder: string,
  path: string,
  parts: AsyncIterable<string> | Iterable<string>,
): Promise<FileRecord> {
  const full = join(folder, path)
  const digest = createHash('sha256')
  let bytes = 0
  let rows = 0
  let pending: string[] = []
  let size = 0
  try {
    const handle = await open(full, 'wx')
    const flush = async (): Promise<void> => {
      const data = Buffer.from(pending.join(''), 'utf8')
      pending = []
      size = 0
      bytes += data.length
      digest.update(data)
      await handle.writeFile(data)
    }
    try {
      for await (const part of parts) {
        rows += 1
        pending.push(part)
        size += part.length
        if (size >= BUFFER) await flush()
      }
      await flush()
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, full)
  }
  return { path, bytes, sha256: digest.digest('hex'), rows }
}
