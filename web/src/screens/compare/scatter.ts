import type { CaseTable, OutcomeColumns } from '../../../../src/server/api-types.ts'

/** A case with its value under both; several cases can lie on one point. */
export interface ScatterPoint {
  readonly x: number
  readonly y: number
  /** Of the first run. */
  readonly cases: readonly string[]
}

/** Values of one system by content hash of the case. */
export function valuesByHash(
  table: Pick<CaseTable, 'cases'>,
  outcomes: OutcomeColumns,
  system: string,
): ReadonlyMap<string, { readonly id: string; readonly value: number }> {
  const values = outcomes.systems.find((column) => column.system === system)?.values ?? []
  const found = new Map<string, { id: string; value: number }>()
  for (const [place, { hash, id }] of table.cases.entries()) {
    const value = values[place] ?? null
    // Of cases with equal content the first stands for all, as in comparisons.
    if (value !== null && !found.has(hash)) found.set(hash, { id, value })
  }
  return found
}

/** Cases that both have a value for, those at the same place together. */
export function scatterPoints(
  a: ReturnType<typeof valuesByHash>,
  b: ReturnType<typeof valuesByHash>,
): ScatterPoint[] {
  const points = new Map<string, { x: number; y: number; cases: string[] }>()
  for (const [hash, { id, value: x }] of a) {
    const y = b.get(hash)?.value
    if (y === undefined) continue
    const key = `${x} ${y}`
    const known = points.get(key) ?? { x, y, cases: [] }
    known.cases.push(id)
    points.set(key, known)
  }
  // Large ones first, so that small ones stay on top.
  return [...points.values()].toSorted((p, q) => q.cases.length - p.cases.length)
}

/** Radius of a point: its area grows with the cases on it. */
export function radiusOf(count: number): number {
  return Math.min(18, 3 + 1.6 * Math.sqrt(count - 1))
}

/** `won`, `tied`, `lost` as shares of all. */
export function outcomeShares(wins: number, ties: number, losses: number): readonly [number, number, number] {
  const all = wins + ties + losses
  return all === 0 ? [0, 0, 0] : [wins / all, ties / all, losses / all]
}
