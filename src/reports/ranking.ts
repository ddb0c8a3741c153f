import type { MetricDefinition } from '../core/metric.ts'
import type { Figure, ResultRow } from './report.ts'

/** The figure by which a row may be ranked: on common cases where the systems' cases differ. */
export function rankedFigure(row: Pick<ResultRow, 'figure' | 'common'>): Figure | null {
  return row.common === undefined ? row.figure : row.common
}

type Rankable = Pick<ResultRow, 'figure' | 'common' | 'invalid' | 'system' | 'ownPrompt'>

/**
 * Orders rows of one metric, best first, whichever direction is better; then memories under a prompt of their own,
 * which were asked otherwise, then invalid rows, then rows without a figure. Ties are ordered by the system's id.
 */
export function compareRows(direction: MetricDefinition['direction']): (a: Rankable, b: Rankable) => number {
  const sign = direction === 'higher' ? -1 : 1
  return (a, b) => {
    const left = rankedFigure(a)
    const right = rankedFigure(b)
    if (left === null || right === null) {
      if (left !== null) return -1
      if (right !== null) return 1
    } else {
      if (a.invalid !== b.invalid) return a.invalid ? 1 : -1
      if (a.ownPrompt !== b.ownPrompt) return a.ownPrompt === true ? 1 : -1
      if (left.value !== right.value) return sign * (left.value - right.value)
    }
    return a.system < b.system ? -1 : a.system > b.system ? 1 : 0
  }
}
