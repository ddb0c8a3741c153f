/** How often and how patiently a call is repeated. */
export interface RetryPlan {
  /** Tries in all, the first included. */
  readonly tries: number
  /** Milliseconds before the second try; doubled for every further one. */
  readonly firstPause: number
  /** Most milliseconds that we wait by ourselves. */
  readonly longestPause: number
  /** Most milliseconds that we wait because the provider asks for it; a longer wish ends the call. */
  readonly longestAsked: number
}

export const defaultRetry: RetryPlan = {
  tries: 6,
  firstPause: 1000,
  longestPause: 60_000,
  longestAsked: 3_600_000,
}

/**
 * Milliseconds before the next try. What the provider asks for is never shortened; up to a tenth (at most 5 s) is
 * added so that not everybody comes back at once. Without a wish: a uniform share of at least half of
 * `firstPause` · 2^(tried − 1).
 * @param tried tries made so far, from 1
 * @param asked milliseconds the provider asked for, or null
 * @param uniform a number in [0, 1)
 */
export function pauseBefore(plan: RetryPlan, tried: number, asked: number | null, uniform: number): number {
  if (asked !== null) return Math.ceil(asked + Math.min(asked / 10, 5000) * uniform)
  const most = Math.min(plan.longestPause, plan.firstPause * 2 ** (tried - 1))
  return Math.ceil(most / 2 + (most / 2) * uniform)
}
