import type { PrintCheck } from '../../../core/claim.ts'

/** Where the number behind a printed one lies: half a unit of the last printed digit to either side. */
export interface Printed {
  readonly low: number
  readonly high: number
  readonly text: string
}

/** Floating-point slack of differences and products of printed numbers. */
const SLACK = 1e-9

export function printed(value: number, decimals: number): Printed {
  const half = 0.5 * 10 ** -decimals
  return { low: value - half, high: value + half, text: value.toFixed(decimals) }
}

type Answer = PrintCheck['verdict']

/** Whether a number is above another, as far as rounding lets one know. */
export function isAbove(a: Pick<Printed, 'low' | 'high'>, b: Pick<Printed, 'low' | 'high'>): Answer {
  if (a.low > b.high + SLACK) return 'supported'
  return a.high < b.low - SLACK ? 'contradicted' : 'undecided'
}

/** Whether two printed numbers may be roundings of one. */
export function isSame(a: Pick<Printed, 'low' | 'high'>, b: Pick<Printed, 'low' | 'high'>): Answer {
  return a.low <= b.high + SLACK && b.low <= a.high + SLACK ? 'supported' : 'contradicted'
}

/** a / b − 1 of positive numbers. */
export function gain(a: Printed, b: Printed): Pick<Printed, 'low' | 'high'> {
  return { low: a.low / b.high - 1, high: a.high / b.low - 1 }
}

/** Whether a printed share can be a count among so many rows. */
export function isShareOf(share: Printed, rows: readonly number[]): Answer {
  const can = rows.some((n) => {
    const count = Math.round(((share.low + share.high) / 2) * n)
    return count / n >= share.low - SLACK && count / n <= share.high + SLACK
  })
  return can ? 'supported' : 'contradicted'
}

export function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} %`
}
