import { open } from 'node:fs/promises'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { InputError, type Place } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { fileError } from './file-error.ts'
import { bomLength, decodeUtf8, refuseUtf16 } from './utf8.ts'

/** Largest text file that is read whole: 4 MiB. */
const LIMIT = 4 * 1024 * 1024

/**
 * Reads a small text file: UTF-8, with or without byte order mark.
 * @throws InputError `file-too-large`, `utf-16`, `invalid-utf8`; RapportError when it can't be read
 */
export async function readSmallTextFile(path: string): Promise<string> {
  try {
    const handle = await open(path, 'r')
    try {
      const { size } = await handle.stat()
      if (size > LIMIT)
        throw new InputError('file-too-large', `the file is larger than ${LIMIT} bytes`, { file: path })
      const bytes = await handle.readFile()
      refuseUtf16(bytes, path)
      return decodeUtf8(bytes.subarray(bomLength(bytes)), { file: path, line: 1 })
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, path)
  }
}

/**
 * Parses one YAML document into JSON. Tags of programming languages are refused.
 * @param place where the text starts; `line` defaults to 1
 * @throws InputError `broken-yaml` with line and column
 */
export function parseYaml(text: string, place: Place): Json {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0])
    throw new InputError('broken-yaml', problem.message, {
      ...place,
      line: (place.line ?? 1) + line - 1,
      column: col,
    })
  }
  try {
    return z.json().parse(document.toJS())
  } catch {
    throw new InputError('broken-yaml', 'the document holds more than texts, numbers, lists and maps', place)
  }
}
