import type { MetricDefinition } from '../../core/metric.ts'
import { letterDisplay, letterText } from '../../stats/letters.ts'
import { benjaminiHochberg, holm } from '../../stats/multiplicity.ts'
import { paired, type PairedComparison } from '../../stats/paired.ts'
import { rankIntervals } from '../../stats/rank-intervals.ts'
import { tagValues } from '../../core/case.ts'
import { boundsOf, countsOf, figureOf, toFigure } from '../figure.ts'
import { hashedSeries } from '../hashed-series.ts'
import { publishedFor, type ShownFigure } from '../shown-figure.ts'
import { seriesOf, type TrackContext } from '../track-context.ts'
import type { Counted, Series } from '../track-book.ts'
import { comparedFindings } from './compared-findings.ts'
import type {
  BesidePublished,
  ComparedFigure,
  ComparedPair,
  Contender,
  ContenderFigure,
  FlippedCase,
  SlicedPair,
} from './comparison.ts'

/** A contender with the outcomes of its run. */
export interface Entry {
  readonly contender: Contender
  readonly context: TrackContext
}

export interface CompareOptions {
  /** Chance of any false difference in one table. */
  readonly alpha: number
  /** Compare all with this one alone; null: all pairs. */
  readonly against: string | null
  readonly slices: readonly string[]
  /** Most cases that a pair's list of changes has. */
  readonly flips: number
  readonly includeInvalid: boolean
  /** Why a contender's figure is no ground for a comparison, in a clause; null: nothing. */
  readonly objection: (entry: Entry, shown: ShownFigure) => string | null
}

/** A contender with its series on the cases that all have. */
interface Measured extends Entry {
  readonly series: Series
  readonly common: readonly Counted[]
}

/**
 * Compares contenders on one figure, on the cases valid for all of them.
 * @returns null where fewer than two are left, or they have no case in common
 * @throws RangeError when runs disagree on the cluster or weight of a case
 */
export function compareFigure(
  entries: readonly Entry[],
  shown: ShownFigure,
  role: ComparedFigure['role'],
  options: CompareOptions,
): ComparedFigure | null {
  const metric = entries.flatMap(
    ({ context }) => context.metrics.get(`${shown.instrument} ${shown.metric}`) ?? [],
  )[0]
  if (metric === undefined) return null
  const leftOut: { label: string; why: string }[] = []
  const kept: { entry: Entry; series: Series }[] = []
  for (const entry of entries) {
    const found = measured(entry, shown, metric, options)
    if ('why' in found) leftOut.push({ label: entry.contender.label, why: found.why })
    else kept.push({ entry, series: found })
  }
  const rows = onCommonCases(kept)
  const contenders = ordered(rows, metric, shown)
  if (contenders.length < 2) return null
  const pairs = comparePairs(contenders, metric, options)
  const decided = withRanks(contenders, pairs)
  const [first] = contenders
  const figure = {
    ...shown,
    role,
    description: metric.description,
    direction: metric.direction,
    range: metric.range,
    n: first?.shown.figure.n ?? 0,
    clusters: first?.shown.figure.clusters ?? 0,
    contenders: decided,
    pairs,
    slices: options.slices.flatMap((tag) => slicePairs(contenders, metric, tag, options)),
    leftOut,
  }
  const slices = corrected(figure.slices, options.alpha)
  return { ...figure, slices, findings: comparedFindings({ ...figure, slices }) }
}

function measured(
  entry: Entry,
  shown: ShownFigure,
  metric: MetricDefinition,
  { includeInvalid, objection }: CompareOptions,
): Series | { why: string } {
  const { contender, context } = entry
  if (!context.metrics.has(`${shown.instrument} ${shown.metric}`))
    return { why: `its run was not measured by ${shown.instrument}` }
  const only = context.facts.scorers.find(
    ({ only: ids }) => ids !== undefined && !ids.includes(contender.system),
  )
  if (only !== undefined && shown.instrument.startsWith(`${only.name}@`))
    return { why: `${only.name} does not measure it` }
  const doubt = objection(entry, shown)
  if (doubt !== null) return { why: doubt }
  const series = seriesOf(context, contender.system, shown, metric)
  if (series.counted.length === 0) return { why: 'no case could be measured' }
  const { invalid, unscored, failed } = countsOf(series, context.invalidShare)
  if (invalid && !includeInvalid)
    return { why: `its figure is invalid (${unscored} outcomes unscored, ${failed} failed)` }
  return series
}

function onCommonCases(kept: readonly { entry: Entry; series: Series }[]): Measured[] {
  const all = kept.map(({ entry, series }) => hashedSeries(entry.context.book, series.counted))
  const [first = [], ...others] = all.map((rows) => new Set(rows.map((row) => row.case)))
  const common = new Set([...first].filter((hash) => others.every((other) => other.has(hash))))
  return kept.map(({ entry, series }, i) => ({
    ...entry,
    series,
    common: (all[i] ?? []).filter((row) => common.has(row.case)),
  }))
}

/** A contender with its figure, before it is known who differs. */
interface Placed extends Measured {
  readonly shown: Omit<ContenderFigure, 'letters' | 'rank'>
}

/** Best first; those without a figure on the common cases are left out. */
function ordered(rows: readonly Measured[], metric: MetricDefinition, shown: ShownFigure): Placed[] {
  const sign = metric.direction === 'higher' ? -1 : 1
  return rows
    .flatMap((row): Placed[] => {
      const { figure } = figureOf(row.common, metric)
      if (figure === null) return []
      const { label } = row.contender
      return [{ ...row, shown: { label, figure, published: besidePublished(row, shown, figure) } }]
    })
    .toSorted(
      (a, b) =>
        sign * (a.shown.figure.value - b.shown.figure.value) || (a.shown.label < b.shown.label ? -1 : 1),
    )
}

/** Wording for a figure of the literature, of which no interval is known (never: significantly better). */
function besidePublished(
  { contender, context }: Measured,
  shown: ShownFigure,
  { low, high }: { low: number; high: number },
): BesidePublished | null {
  if (contender.kind !== 'ranked') return null
  const found = publishedFor(context.facts.publishedResults, contender.system, shown)
  if (found === undefined) return null
  const { value, source } = found
  return { value, source, place: low > value ? 'above' : high < value ? 'below' : 'inside' }
}

function comparePairs(
  contenders: readonly Placed[],
  metric: MetricDefinition,
  { alpha, against, flips }: CompareOptions,
): ComparedPair[] {
  const found = pairsOf(contenders, against).flatMap(([a, b]) => {
    const one = paired(a.common, b.common, metric)
    return one === undefined ? [] : [{ a, b, one }]
  })
  const adjusted = holm(found.map(({ one }) => one.permutation.p))
  return found.map(({ a, b, one }, i) => {
    const changes = flippedCases(a, b)
    return {
      ...tested(a, b, one, adjusted[i] ?? 1, alpha),
      bounds: differenceBounds(a, b, metric),
      flips: changes.slice(0, flips),
      flipped: changes.length,
    }
  })
}

function pairsOf(contenders: readonly Placed[], against: string | null): [Placed, Placed][] {
  if (against === null)
    return contenders.flatMap((a, i) => contenders.slice(i + 1).map((b): [Placed, Placed] => [a, b]))
  const other = contenders.find(({ shown }) => shown.label === against)
  if (other === undefined) return []
  return contenders.flatMap((a): [Placed, Placed][] => (a === other ? [] : [[a, other]]))
}

function tested(
  a: Placed,
  b: Placed,
  { difference, permutation, wins, ties, losses }: PairedComparison,
  adjusted: number,
  alpha: number,
): Omit<ComparedPair, 'bounds' | 'flips' | 'flipped'> {
  return {
    a: a.shown.label,
    b: b.shown.label,
    difference: toFigure(difference),
    p: permutation.p,
    adjusted,
    differs: adjusted <= alpha,
    wins,
    ties,
    losses,
  }
}

/** Of the two figures on all their own cases: the lost ones of one at their worst against those of the other at their best. */
function differenceBounds(a: Placed, b: Placed, metric: MetricDefinition): ComparedPair['bounds'] {
  const [first, second] = [a, b].map(({ series }) => boundsOf(series, metric).bounds)
  if (first === undefined && second === undefined) return null
  const ends = ({ series, shown }: Placed, bounds: typeof first): { low: number; high: number } => {
    const value = figureOf(series.counted, metric).figure?.value ?? shown.figure.value
    const both = bounds === undefined ? [value, value] : [bounds.worst, bounds.best]
    return { low: Math.min(...both), high: Math.max(...both) }
  }
  const [own, other] = [ends(a, first), ends(b, second)]
  return { low: own.low - other.high, high: own.high - other.low }
}

/** Cases on which the two differ, the largest difference first, then in the order of the data. */
function flippedCases(a: Placed, b: Placed): FlippedCase[] {
  const others = new Map(b.common.map((row) => [row.case, row]))
  const ids = new Map<string, string>()
  for (const id of a.context.book.caseIds()) {
    const hash = a.context.book.subject(id)?.hash
    if (hash !== undefined && !ids.has(hash)) ids.set(hash, id)
  }
  const value = ({ numerator, denominator }: Counted): number | null =>
    denominator === 0 ? null : numerator / denominator
  return a.common
    .flatMap((row): FlippedCase[] => {
      const other = others.get(row.case)
      const [x, y] = [value(row), other === undefined ? null : value(other)]
      if (x === null || y === null || Math.abs(x - y) <= 1e-12) return []
      return [{ case: ids.get(row.case) ?? row.case, hash: row.case, cluster: row.cluster, a: x, b: y }]
    })
    .toSorted((one, two) => Math.abs(two.a - two.b) - Math.abs(one.a - one.b))
}

/** Letters and ranks of the ranked ones, from the decisions about their pairs; without all pairs there are none. */
function withRanks(contenders: readonly Placed[], pairs: readonly ComparedPair[]): ContenderFigure[] {
  const ranked = contenders.filter(({ contender }) => contender.kind === 'ranked')
  const decisions = new Map(pairs.flatMap((pair) => [[`${pair.a}\n${pair.b}`, pair] as const]))
  const decision = (i: number, j: number): ComparedPair | undefined => {
    const [a, b] = [ranked[i]?.shown.label ?? '', ranked[j]?.shown.label ?? '']
    return decisions.get(`${a}\n${b}`) ?? decisions.get(`${b}\n${a}`)
  }
  const isComplete = ranked.every((_, i) =>
    ranked.every((_other, j) => i >= j || decision(i, j) !== undefined),
  )
  if (!isComplete || ranked.length < 2)
    return contenders.map(({ shown }) => ({ ...shown, letters: null, rank: null }))
  const differ = (i: number, j: number): boolean => decision(i, j)?.differs === true
  const letters = letterDisplay(ranked.length, differ)
  // They stand best first, so whoever stands before and differs is better.
  const ranks = rankIntervals(ranked.length, (i, j) => i < j && differ(i, j))
  return contenders.map((one) => {
    const place = ranked.indexOf(one)
    if (place < 0) return { ...one.shown, letters: null, rank: null }
    return { ...one.shown, letters: letterText(letters[place] ?? []), rank: ranks[place] ?? null }
  })
}

/** Pairs on the cases with each value of a tag; not corrected yet. */
function slicePairs(
  contenders: readonly Placed[],
  metric: MetricDefinition,
  tag: string,
  { alpha, against }: CompareOptions,
): SlicedPair[] {
  const [first] = contenders
  if (first === undefined) return []
  const valuesOf = new Map<string, readonly string[]>()
  for (const id of first.context.book.caseIds()) {
    const subject = first.context.book.subject(id)
    if (subject !== undefined) valuesOf.set(subject.hash, tagValues(subject.tags, tag))
  }
  const values = [...new Set([...valuesOf.values()].flat())].toSorted()
  return values.flatMap((value) =>
    pairsOf(contenders, against).flatMap(([a, b]): SlicedPair[] => {
      const [x = [], y = []] = [a, b].map(({ common }) =>
        common.filter((row) => valuesOf.get(row.case)?.includes(value) === true),
      )
      const one = paired(x, y, metric)
      // One cluster can't differ from chance, and would only be in the way of the others' correction.
      if (one === undefined || one.difference.clusters < 2) return []
      return [{ ...tested(a, b, one, 1, alpha), slice: { tag, value } }]
    }),
  )
}

function corrected(slices: readonly SlicedPair[], alpha: number): SlicedPair[] {
  const adjusted = benjaminiHochberg(slices.map(({ p }) => p))
  return slices.map((slice, i) => {
    const p = adjusted[i] ?? 1
    return { ...slice, adjusted: p, differs: p <= alpha }
  })
}
