import { agreementOf, byCluster, type Agreement, type AgreementOptions } from './agreement.ts'
import type { RatedUnit } from './krippendorff.ts'

/**
 * Krippendorff's alpha on a nominal scale, the same as `krippendorffAlpha` gives, from the sums that this scale needs
 * alone: how often values meet their like, and how often each occurs. For labels by the hundred, where a table of all
 * pairs of labels would be resampled for minutes.
 * @returns undefined where all values are alike, or no unit has two labels
 */
export function nominalAlpha(
  units: readonly RatedUnit[],
  options: AgreementOptions = {},
): Agreement | undefined {
  const paired = units.filter(({ values }) => values.length >= 2)
  const places = new Map<string | number, number>()
  for (const value of paired.flatMap((unit) => unit.values)) {
    if (!places.has(value)) places.set(value, places.size)
  }
  // At 0 the pairs that say the same, after it the occurrences of each value.
  const clusters = byCluster(paired, places.size + 1, (counts, { values }) => {
    const own = new Map<string | number, number>()
    for (const value of values) own.set(value, (own.get(value) ?? 0) + 1)
    for (const [value, count] of own) {
      counts[0] = (counts[0] ?? 0) + (count * (count - 1)) / (values.length - 1)
      const at = (places.get(value) ?? 0) + 1
      counts[at] = (counts[at] ?? 0) + count
    }
  })
  return agreementOf(
    clusters,
    paired.length,
    (counts) => {
      let total = 0
      let byChance = 0
      for (let at = 1; at < counts.length; at += 1) {
        const count = counts[at] ?? 0
        total += count
        byChance += count * (count - 1)
      }
      if (total < 2) return null
      return { observed: 1 - (counts[0] ?? 0) / total, expected: 1 - byChance / (total * (total - 1)) }
    },
    options,
  )
}

/** Cohen's kappa of two raters alone, without an interval: of categories, or with quadratic weights of numbers. */
export function kappaOf(
  pairs: readonly { readonly a: string | number; readonly b: string | number }[],
  weights: 'none' | 'quadratic',
): number | null {
  const n = pairs.length
  if (n === 0) return null
  let observed = 0
  let expected = 0
  if (weights === 'quadratic') {
    const [as, bs] = [pairs.map(({ a }) => Number(a)), pairs.map(({ b }) => Number(b))]
    const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / n
    observed = mean(as.map((a, at) => (a - (bs[at] ?? 0)) ** 2))
    expected = mean(as.map((a) => a * a)) + mean(bs.map((b) => b * b)) - 2 * mean(as) * mean(bs)
  } else {
    const [first, second] = [new Map<string | number, number>(), new Map<string | number, number>()]
    for (const { a, b } of pairs) {
      if (a !== b) observed += 1 / n
      first.set(a, (first.get(a) ?? 0) + 1)
      second.set(b, (second.get(b) ?? 0) + 1)
    }
    let same = 0
    for (const [value, count] of first) same += (count * (second.get(value) ?? 0)) / (n * n)
    expected = 1 - same
  }
  return expected > 1e-12 ? 1 - observed / expected : null
}
