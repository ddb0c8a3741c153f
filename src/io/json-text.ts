import { InputError, type Place } from '../core/errors.ts'
import { findJsonFlaw } from '../core/json-flaw.ts'
import { parseJson, type Json } from '../core/json.ts'
import { findJsonProblem, stringEnd } from './json-error.ts'

/** Only an escape can bring a lone surrogate into text that was valid UTF-8. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/** Line and column (from 1, UTF-16 units) of an offset in a text whose first line has the given number. */
export function positionOf(text: string, offset: number, firstLine = 1): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: firstLine + before.length - 1, column: (before.at(-1) ?? '').length + 1 }
}

/**
 * Parses JSON text that came from outside.
 * @param place where the text starts; `line` defaults to 1
 * @throws InputError `broken-json`, `not-finite`, `lone-surrogate` or `too-deep`, with line and column
 */
export function parseJsonText(text: string, place: Place): Json {
  let value: Json
  try {
    value = parseJson(text)
  } catch {
    const problem = findJsonProblem(text) ?? { offset: 0, rule: 'broken-json', message: 'this is no JSON' }
    const at = { ...place, ...positionOf(text, problem.offset, place.line ?? 1) }
    throw new InputError(problem.rule, problem.message, at)
  }
  const flaw = findJsonFlaw(value, SURROGATE_ESCAPE.test(text))
  if (flaw === null) return value
  const offset =
    flaw.rule === 'lone-surrogate'
      ? loneEscapeOffset(text)
      : flaw.rule === 'not-finite'
        ? hugeOffset(text)
        : 0
  const field = flaw.field === '' ? {} : { field: flaw.field }
  throw new InputError(flaw.rule, flaw.message, {
    ...place,
    ...positionOf(text, offset, place.line ?? 1),
    ...field,
  })
}

function loneEscapeOffset(text: string): number {
  for (const match of text.matchAll(/\\(?:u([dD][89abAB])..\\u[dD][c-fC-F]..|u[dD][89a-fA-F]..|.)/gs)) {
    if (match[0].length === 6 && match[1] === undefined) {
      if (SURROGATE_ESCAPE.test(match[0])) return match.index
    }
  }
  return 0
}

function hugeOffset(text: string): number {
  for (let at = 0; at < text.length;) {
    const number = /-?\d[\d.eE+-]*/y
    number.lastIndex = at
    const found = number.exec(text)?.[0]
    if (found !== undefined && !Number.isFinite(Number(found))) return at
    at = text[at] === '"' ? Math.max(at + 1, stringEnd(text, at)) : at + (found?.length ?? 1)
  }
  return 0
}
