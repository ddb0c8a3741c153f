import { pythonJson, type JsonValue } from './python-json.ts'
import { collapseWhitespace, pythonStrip, pythonWhitespace } from './python-whitespace.ts'

/**
 * Text normalisation of AlpsBench's public exact scorer, `nA` (AlpsBench spec 2.1): strip, lower-case, one
 * space for every run of whitespace. Missing and null are empty; what is not a string becomes JSON text with
 * sorted keys. Lower-casing is the full Unicode mapping of the running engine, which may know letters that
 * Python 3.11 (Unicode 14) does not.
 */
export function normalizePublic(value: JsonValue | undefined): string {
  return collapseWhitespace(pythonStrip(textOf(value, true)).toLowerCase())
}

// Combining marks are no word characters here, as in Python: Indic words fall apart (spec 7.3, M6).
const punctuationRun = new RegExp(String.raw`[^\p{L}\p{N}_/.\-${pythonWhitespace}]+`, 'gu')

/**
 * Text normalisation of AlpsBench's research matcher, `nB` (AlpsBench spec 2.2.1): lower-case, strip, one
 * space for every run of what is no letter, number, `_`, `/`, `.`, `-` or whitespace, then one space for
 * every run of whitespace. It is not stripped again: one space at an end may stay and counts. Missing and
 * null are empty; what is not a string becomes JSON text in insertion order. On lower-casing see
 * {@link normalizePublic}.
 */
export function normalizeResearch(value: JsonValue | undefined): string {
  return collapseWhitespace(pythonStrip(textOf(value, false).toLowerCase()).replace(punctuationRun, ' '))
}

function textOf(value: JsonValue | undefined, sortKeys: boolean): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : pythonJson(value, { sortKeys })
}
