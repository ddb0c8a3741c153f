import type { Json, JsonObject } from '../../../core/json.ts'
import { pythonRound } from '../../../text/python-round.ts'
import { itemsAt } from '../scoring/memory-lists.ts'

/** What a pair of an error type costs at severity 1 (AlpsBench spec 2.3.1). */
export const errorTypes = {
  EQUIVALENT: 0,
  VALUE_DRIFT: 12,
  HALLUCINATION: 15,
  LABEL_WRONG: 6,
  TYPE_WRONG: 6,
  OVERGENERAL: 3,
  UNDERGENERAL: 3,
  OTHER: 4,
} as const

const MISSING = 10
const EXTRA = 15

/** Names of the three lists of a verdict. */
export const reviewLists = ['pair_reviews', 'missing_reviews', 'extra_reviews'] as const

/**
 * The judge's score of a memory list, 0-100, 4 decimals (AlpsBench spec 2.3.1): 100 less a penalty for each review.
 * Severity 0 still costs half; `ok` does not count.
 */
export function penaltyScore(verdict: JsonObject): number {
  let score = 100
  for (const review of itemsAt(verdict, 'pair_reviews')) {
    score -= baseOf(review['error_type']) * severityFactor(review['severity'])
  }
  for (const review of itemsAt(verdict, 'missing_reviews')) {
    if (review['should_have_extracted'] === true) score -= MISSING * severityFactor(review['severity'])
  }
  for (const review of itemsAt(verdict, 'extra_reviews')) {
    if (review['hallucinated'] === true) score -= EXTRA * severityFactor(review['severity'])
  }
  return pythonRound(Math.min(100, Math.max(0, score)), 4)
}

/** Number of reviews in each list of a verdict. */
export function reviewCounts(verdict: JsonObject): Readonly<Record<(typeof reviewLists)[number], number>> {
  const count = (list: string): number => {
    const reviews = verdict[list]
    return Array.isArray(reviews) ? reviews.length : 0
  }
  return {
    pair_reviews: count('pair_reviews'),
    missing_reviews: count('missing_reviews'),
    extra_reviews: count('extra_reviews'),
  }
}

function baseOf(type: Json | undefined): number {
  const name = typeof type === 'string' ? type.toUpperCase() : 'OTHER'
  const entry = Object.entries(errorTypes).find(([known]) => known === name)
  return entry?.[1] ?? errorTypes.OTHER
}

/** 0.5 + 0.5 × severity as Python's `int` reads it, within 0-3; 1 when missing or no integer. */
export function severityFactor(severity: Json | undefined): number {
  const value = pythonInt(severity)
  return value === undefined ? 1 : 0.5 + 0.5 * Math.min(3, Math.max(0, value))
}

function pythonInt(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Math.trunc(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(value)) return undefined
  return Number(value.replaceAll('_', '').trim())
}
