import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { InputError, type Place } from '../core/errors.ts'
import type { Json } from '../core/json.ts'

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
