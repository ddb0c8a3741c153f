import type { ComparedGroup, ComparedPair, Comparison, SlicedPair } from './comparison.ts'

/** Columns of a comparison as a table: one row for each pair of a figure, whole or of a slice. */
export const comparisonColumns = [
  'track',
  'settings',
  'instrument',
  'metric',
  'slice_tag',
  'slice_value',
  'a',
  'b',
  'difference',
  'low',
  'high',
  'method',
  'n',
  'clusters',
  'p',
  'adjusted_p',
  'correction',
  'differs',
  'wins',
  'ties',
  'losses',
  'bound_low',
  'bound_high',
] as const

type Cell = string | number | boolean | null

/** Cells of all pairs, in the order of `comparisonColumns`. */
export function comparisonCells({ groups }: Pick<Comparison, 'groups'>): Cell[][] {
  return groups.flatMap((group) =>
    group.figures.flatMap((figure) => [
      ...figure.pairs.map((pair) => [
        ...start(group, figure),
        null,
        null,
        ...cells(pair, 'Holm'),
        pair.bounds?.low ?? null,
        pair.bounds?.high ?? null,
      ]),
      ...figure.slices.map((pair) => [
        ...start(group, figure),
        pair.slice.tag,
        pair.slice.value,
        ...cells(pair, 'Benjamini-Hochberg'),
        null,
        null,
      ]),
    ]),
  )
}

function start({ track, settings }: ComparedGroup, figure: { instrument: string; metric: string }): Cell[] {
  return [track, settings, figure.instrument, figure.metric]
}

function cells(pair: ComparedPair | SlicedPair, correction: string): Cell[] {
  const { a, b, difference, p, adjusted, differs, wins, ties, losses } = pair
  const { value, low, high, method, n, clusters } = difference
  return [a, b, value, low, high, method, n, clusters, p, adjusted, correction, differs, wins, ties, losses]
}
