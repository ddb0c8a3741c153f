import { isJsonObject, type Json } from '../core/json.ts'
import { isList } from './cut-paths.ts'

/** Something that a bundle says and that comes out otherwise. */
export interface Difference {
  readonly file: string
  /** From 1; null: of the file as a whole, or of a row that is not there. */
  readonly line: number | null
  /** Which row, in words: track, system, case … */
  readonly id: string
  readonly field: string
  /** undefined: there is none. */
  readonly stored: Json | undefined
  readonly recomputed: Json | undefined
}

/**
 * The first place in which two values differ, in the order of their keys; null where they are the same. Numbers are
 * the same when they agree in 12 digits.
 * @returns the field as people write it, `results[0].value`, empty for the whole value
 */
export function firstDifference(
  stored: Json | undefined,
  recomputed: Json | undefined,
  field = '',
): {
  readonly field: string
  readonly stored: Json | undefined
  readonly recomputed: Json | undefined
} | null {
  if (Object.is(stored, recomputed)) return null
  if (stored !== undefined && recomputed !== undefined) {
    if (
      typeof stored === 'object' &&
      stored !== null &&
      typeof recomputed === 'object' &&
      recomputed !== null
    ) {
      if (isList(stored) && isList(recomputed)) {
        for (let at = 0; at < Math.max(stored.length, recomputed.length); at += 1) {
          const found = firstDifference(stored[at], recomputed[at], `${field}[${at}]`)
          if (found !== null) return found
        }
        return null
      }
      if (isJsonObject(stored) && isJsonObject(recomputed)) {
        for (const key of new Set([...Object.keys(stored), ...Object.keys(recomputed)])) {
          const inside = field === '' ? key : `${field}.${key}`
          const found = firstDifference(own(stored, key), own(recomputed, key), inside)
          if (found !== null) return found
        }
        return null
      }
    }
    if (typeof stored === 'number' && typeof recomputed === 'number' && isSame(stored, recomputed))
      return null
  }
  return { field, stored, recomputed }
}

/** Logarithms and powers may differ in their last digit from one machine to another; JSON has one zero. */
const LAST_DIGITS = 1e-12

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= LAST_DIGITS * Math.max(Math.abs(a), Math.abs(b))
}

function own(value: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
