import type { JsonValue } from './python-json.ts'
import { pythonStrip } from './python-whitespace.ts'

/**
 * A confidence as a number from 0 to 1 (AlpsBench spec 2.2.5): what Python's `float` converts (numbers,
 * booleans, numeric text) clamped; 1 when missing, not convertible or NaN. Of numeric text, digits of other
 * scripts than ASCII are not read.
 */
export function confidenceValue(confidence: JsonValue | undefined): number {
  const number = pythonFloat(confidence)
  return number === undefined || Number.isNaN(number) ? 1 : Math.min(1, Math.max(0, number))
}

/**
 * Agreement of two confidences from 0 to 1 (AlpsBench spec 2.2.5): 1 up to a difference of 0.2, from there
 * falling linearly to 0 at a difference of 1. Missing counts as 1.0.
 */
export function confidenceScore(a: JsonValue | undefined, b: JsonValue | undefined): number {
  const penalty = confidencePenalty(a, b)
  return penalty === 0 ? 1 : Math.max(0, 1 - penalty / 0.8)
}

/** By how much the difference of two confidences exceeds the tolerance of 0.2; 0 to 0.8 (AlpsBench spec 2.2.5). */
export function confidencePenalty(a: JsonValue | undefined, b: JsonValue | undefined): number {
  return Math.max(0, Math.abs(confidenceValue(a) - confidenceValue(b)) - 0.2)
}

const digits = String.raw`\d(?:_?\d)*`
const floatText = new RegExp(
  String.raw`^[+-]?(?:${digits}(?:\.(?:${digits})?)?|\.${digits})(?:e[+-]?${digits})?$`,
  'i',
)
/** Whitespace to `str.strip`, but not to `float`. */
const noSpaceForFloat = new RegExp(String.raw`[\x1c-\x1f]`)
const infinityText = /^([+-]?)inf(?:inity)?$/i

function pythonFloat(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return undefined
  if (noSpaceForFloat.test(value)) return undefined
  const text = pythonStrip(value)
  if (floatText.test(text)) return Number(text.replaceAll('_', ''))
  const infinity = infinityText.exec(text)
  if (infinity === null) return undefined
  return infinity[1] === '-' ? -Infinity : Infinity
}
