import { agreementOf, byCluster, type Agreement, type AgreementOptions } from './agreement.ts'

/** What two raters say of one unit. */
export interface PairedLabels {
  a: string
  b: string
  cluster: string
}

export interface KappaOptions extends AgreementOptions {
  /** How far two categories are apart: all alike (default), or by their places in `categories`. */
  weights?: 'none' | 'linear' | 'quadratic' | undefined
  /** In order, for weights; those that occur, sorted, when absent. */
  categories?: readonly string[] | undefined
}

/**
 * Cohen's kappa of two raters (Cohen 1960), weighted for ordered categories (Cohen 1968):
 * κ = 1 − Σ wᵢⱼ oᵢⱼ / Σ wᵢⱼ eᵢⱼ with disagreement weights 0 or 1, |i − j|, or (i − j)².
 * @returns undefined where both raters use one and the same category only, or there is no unit
 * @throws RangeError for a label that is none of the categories, or a category twice
 */
export function cohenKappa(rows: readonly PairedLabels[], options: KappaOptions = {}): Agreement | undefined {
  const { weights = 'none', categories = [...new Set(rows.flatMap(({ a, b }) => [a, b]))].toSorted() } =
    options
  const places = new Map(categories.map((category, place) => [category, place]))
  const size = categories.length
  if (places.size !== size) throw new RangeError('a category is named twice')
  const placeOf = (label: string): number => {
    const place = places.get(label)
    if (place === undefined) throw new RangeError(`${JSON.stringify(label)} is none of the categories`)
    return place
  }
  const apart = weight(weights, size)
  const clusters = byCluster(rows, size * size, (counts, { a, b }) => {
    const cell = placeOf(a) * size + placeOf(b)
    counts[cell] = (counts[cell] ?? 0) + 1
  })
  return agreementOf(
    clusters,
    rows.length,
    (counts) => {
      const [first, second] = [new Float64Array(size), new Float64Array(size)]
      let total = 0
      let observed = 0
      for (let i = 0; i < size; i += 1) {
        for (let j = 0; j < size; j += 1) {
          const count = counts[i * size + j] ?? 0
          total += count
          first[i] = (first[i] ?? 0) + count
          second[j] = (second[j] ?? 0) + count
          observed += count * apart(i, j)
        }
      }
      if (total === 0) return null
      let expected = 0
      for (let i = 0; i < size; i += 1)
        for (let j = 0; j < size; j += 1) expected += (first[i] ?? 0) * (second[j] ?? 0) * apart(i, j)
      return { observed: observed / total, expected: expected / total ** 2 }
    },
    options,
  )
}

/** Disagreement of two places, from 0 to 1. */
function weight(kind: 'none' | 'linear' | 'quadratic', size: number): (i: number, j: number) => number {
  const most = Math.max(1, size - 1)
  switch (kind) {
    case 'none':
      return (i, j) => (i === j ? 0 : 1)
    case 'linear':
      return (i, j) => Math.abs(i - j) / most
    case 'quadratic':
      return (i, j) => ((i - j) / most) ** 2
  }
}
