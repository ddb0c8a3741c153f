import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { InputError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { fileError } from './file-error.ts'
import { parseJsonText } from './json-text.ts'
import { defaultLineLimit, splitLines, type ByteLine } from './lines.ts'
import { decodeUtf8 } from './utf8.ts'

/** One row of a JSONL file. `offset` and `length` (bytes) let it be read again without the rest of the file. */
export interface JsonlRow {
  readonly line: number
  readonly offset: number
  readonly length: number
  readonly value: Json
}

/** Where a row lies. */
export type RowPlace = Pick<JsonlRow, 'line' | 'offset' | 'length'>

export interface JsonlOptions {
  /** Name of the file in messages; the path by default. */
  readonly name?: string
  /** Longest line in bytes; 16 MiB by default. */
  readonly lineLimit?: number
  /** Told of a bad line, which is then left out; by default the first bad line is thrown. */
  onBadLine?(error: InputError): void
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}

/** Rows of JSONL bytes; what `readJsonl` does once the file is open. */
export async function* parseJsonl(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  options: JsonlOptions = {},
): AsyncGenerator<JsonlRow> {
  for await (const line of splitLines(chunks, file, options.lineLimit ?? defaultLineLimit)) {
    if (isBlank(line.bytes)) continue
    const value = parseLine(line, file, options)
    if (value === undefined) continue
    yield { line: line.line, offset: line.offset, length: line.bytes.length, value }
  }
}

function parseLine(line: ByteLine, file: string, options: JsonlOptions): Json | undefined {
  const place = { file, line: line.line }
  try {
    return parseJsonText(decodeUtf8(line.bytes, place), place)
  } catch (error) {
    if (options.onBadLine === undefined || !(error instanceof InputError)) throw error
    options.onBadLine(error)
    return undefined
  }
}

/**
 * Reads a JSONL file row by row: UTF-8 with or without BOM, LF or CRLF, blank lines ignored. Never holds more
 * than one line and one chunk.
 * @throws InputError with file, line, column and rule (`broken-json`, `not-finite`, `lone-surrogate`,
 * `invalid-utf8`, `utf-16`, `line-too-long`, `too-deep`); RapportError when the file can't be read
 */
export async function* readJsonl(path: string, options: JsonlOptions = {}): AsyncGenerator<JsonlRow> {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 })
  try {
    yield* parseJsonl(stream, options.name ?? path, options)
  } catch (error) {
    throw fileError(error, options.name ?? path)
  } finally {
    stream.destroy()
  }
}

/** Reads single rows of a JSONL file at known offsets. */
export class JsonlLookup {
  readonly #handle: FileHandle
  readonly #name: string

  private constructor(handle: FileHandle, name: string) {
    this.#handle = handle
    this.#name = name
  }

  /** @throws RapportError when the file can't be opened */
  static async open(path: string, name: string = path): Promise<JsonlLookup> {
    try {
      return new JsonlLookup(await open(path, 'r'), name)
    } catch (error) {
      throw fileError(error, name)
    }
  }

  /**
   * The row at a place that `readJsonl` told.
   * @throws InputError `changed-file` when the file no longer holds a row there
   */
  async read(at: RowPlace): Promise<Json> {
    return parseJsonText(await this.readText(at), { file: this.#name, line: at.line })
  }

  /** The text of the row. @throws InputError `changed-file` */
  async readText(at: RowPlace): Promise<string> {
    const bytes = new Uint8Array(at.length)
    const { bytesRead } = await this.#handle.read(bytes, 0, at.length, at.offset)
    const place = { file: this.#name, line: at.line }
    if (bytesRead < at.length)
      throw new InputError('changed-file', 'the file became shorter while in use', place)
    return decodeUtf8(bytes, place)
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}
