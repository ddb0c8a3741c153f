import { agreementOf, byCluster, type Agreement, type AgreementOptions } from './agreement.ts'

/** All labels of one unit, one for each rater who labelled it. */
export interface RatedUnit {
  unit: string
  cluster: string
  values: readonly (string | number)[]
}

/** How values are compared: equal or not, by rank, or by their difference. */
export type Scale = 'nominal' | 'ordinal' | 'interval'

/**
 * Krippendorff's alpha (Krippendorff 2019, chapter 12): 1 − Dₒ / Dₑ over the coincidences of pairable values, for any
 * number of raters and missing labels. Units with fewer than two labels do not count.
 * @returns undefined where all values are alike, or no unit has two labels
 * @throws RangeError for a text on an ordinal or interval scale, or a number that is not finite
 */
export function krippendorffAlpha(
  units: readonly RatedUnit[],
  scale: Scale,
  options: AgreementOptions = {},
): Agreement | undefined {
  const paired = units.filter(({ values }) => values.length >= 2)
  const values = distinct(
    paired.flatMap((unit) => unit.values),
    scale,
  )
  const size = values.length
  const places = new Map(values.map((value, place) => [value, place]))
  const clusters = byCluster(paired, size * size, (counts, unit) => {
    for (const [at, one] of unit.values.entries()) {
      for (const [other, two] of unit.values.entries()) {
        if (at === other) continue
        const cell = (places.get(one) ?? 0) * size + (places.get(two) ?? 0)
        counts[cell] = (counts[cell] ?? 0) + 1 / (unit.values.length - 1)
      }
    }
  })
  return agreementOf(clusters, paired.length, (counts) => disagreement(counts, values, scale), options)
}

function distinct(all: readonly (string | number)[], scale: Scale): (string | number)[] {
  for (const value of all) {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new RangeError(`a label must be finite, got ${value}`)
    if (typeof value === 'string' && scale !== 'nominal')
      throw new RangeError(`${JSON.stringify(value)} has no place on an ${scale} scale`)
  }
  return [...new Set(all)].toSorted((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
  )
}

function disagreement(
  counts: Float64Array,
  values: readonly (string | number)[],
  scale: Scale,
): { observed: number; expected: number } | null {
  const size = values.length
  const totals = new Float64Array(size)
  for (let c = 0; c < size; c += 1)
    for (let k = 0; k < size; k += 1) totals[c] = (totals[c] ?? 0) + (counts[c * size + k] ?? 0)
  const n = totals.reduce((sum, count) => sum + count, 0)
  if (n <= 1) return null
  const apart = difference(scale, values, totals)
  let [observed, expected, most] = [0, 0, 0]
  for (let c = 0; c < size; c += 1) {
    for (let k = 0; k < size; k += 1) {
      if (c === k) continue
      const delta = apart(c, k)
      most = Math.max(most, delta)
      observed += (counts[c * size + k] ?? 0) * delta
      expected += (totals[c] ?? 0) * (totals[k] ?? 0) * delta
    }
  }
  if (most === 0) return null
  // The largest difference counts 1, so that both are shares.
  return { observed: observed / n / most, expected: expected / (n * (n - 1)) / most }
}

/** δ² of two values (Krippendorff 2019, §12.3.4). */
function difference(
  scale: Scale,
  values: readonly (string | number)[],
  totals: Float64Array,
): (c: number, k: number) => number {
  switch (scale) {
    case 'nominal':
      return () => 1
    case 'interval':
      return (c, k) => (Number(values[c]) - Number(values[k])) ** 2
    case 'ordinal':
      return (c, k) => {
        const [from, to] = [Math.min(c, k), Math.max(c, k)]
        let between = 0
        for (let g = from; g <= to; g += 1) between += totals[g] ?? 0
        return (between - ((totals[from] ?? 0) + (totals[to] ?? 0)) / 2) ** 2
      }
  }
}
