import { paired } from '../stats/paired.ts'
import type { MetricDefinition } from '../core/metric.ts'
import { decimalsOf, figureText, intervalText, signed } from './format.ts'
import type { ResultRow, TrackReport } from './report.ts'
import type { Counted } from './track-book.ts'

type SeriesOf = (key: { system: string; instrument: string; metric: string }) => readonly Counted[]

/** A share of oracle from which an input-blind system is said to have won the metric outright. */
const OUTRIGHT = 0.95

/**
 * What a table can't say by itself, in sentences: which published figure a system that reads nothing wins, by how
 * much on common rows, and what the headline says instead.
 */
export function describeFindings(track: Omit<TrackReport, 'findings'>, seriesOf: SeriesOf): string[] {
  const sentences: string[] = []
  const { publishedFigure } = track
  if (publishedFigure !== null) {
    const metric = track.metrics.get(`${publishedFigure.instrument} ${publishedFigure.metric}`)
    if (metric !== undefined) sentences.push(...floorFindings(track, publishedFigure, metric, seriesOf))
  }
  sentences.push(...headlineFindings(track))
  return sentences
}

/** Rows of the whole track (no slice) with a figure, best first. */
function ranked(
  track: Pick<TrackReport, 'rows'>,
  figure: { instrument: string; metric: string },
  kind: ResultRow['kind'],
  metric: MetricDefinition,
): (ResultRow & { figure: NonNullable<ResultRow['figure']> })[] {
  const sign = metric.direction === 'higher' ? -1 : 1
  return track.rows
    .flatMap((row) =>
      row.slice === undefined &&
      row.kind === kind &&
      row.instrument === figure.instrument &&
      row.metric === figure.metric &&
      row.figure !== null
        ? [{ ...row, figure: row.figure }]
        : [],
    )
    .toSorted((a, b) => sign * (a.figure.value - b.figure.value))
}

function floorFindings(
  track: Omit<TrackReport, 'findings'>,
  figure: { instrument: string; metric: string },
  metric: MetricDefinition,
  seriesOf: SeriesOf,
): string[] {
  const name = `${figure.instrument} ${figure.metric}`
  const decimals = decimalsOf(metric)
  const [floor] = ranked(track, figure, 'input-blind', metric)
  if (floor === undefined) return []
  const [best] = ranked(track, figure, 'ranked', metric)
  const oracle = track.rows.find(
    (row) =>
      row.system === 'oracle' &&
      row.slice === undefined &&
      row.instrument === figure.instrument &&
      row.metric === figure.metric,
  )
  const sentences: string[] = []
  const sign = metric.direction === 'higher' ? 1 : -1
  const isAbove = (a: number, b: number): boolean => sign * (a - b) > 0

  if (best !== undefined && isAbove(floor.figure.value, best.figure.value)) {
    const comparison = paired(
      seriesOf({ system: floor.system, ...figure }),
      seriesOf({ system: best.system, ...figure }),
      { aggregate: metric.aggregate, range: metric.range, direction: metric.direction },
    )
    const difference =
      comparison === undefined
        ? 'they share no case'
        : `difference ${signed(comparison.difference.value, decimals)} ${intervalText(comparison.difference, decimals)} on ${comparison.difference.n} common cases, p = ${pText(comparison.permutation.p)}`
    sentences.push(
      `${floor.system} reads nothing and beats every system on ${name}: ${figureText(floor.figure, decimals)} against ${figureText(best.figure, decimals)} of the best, ${best.system} (${difference}).`,
    )
  }
  const published = track.published
    .filter(
      (result) =>
        result.slice === undefined &&
        figure.instrument.startsWith(`${result.instrument}@`) &&
        result.metric === figure.metric,
    )
    .toSorted((a, b) => sign * (b.value - a.value))[0]
  if (published !== undefined && isAbove(floor.figure.value, published.value)) {
    sentences.push(
      `${floor.system} reads nothing and stands at ${figureText(floor.figure, decimals)} on ${name}, above the point estimate of the best published system (${published.system}, ${published.value}; ${published.source}).`,
    )
  }
  if (oracle?.figure != null) {
    const [low, high] = metric.range
    const worst = metric.direction === 'higher' ? low : high
    const share = (floor.figure.value - worst) / (oracle.figure.value - worst)
    if (share >= OUTRIGHT) {
      const found =
        metric.binary === true
          ? `is right in ${Math.round(floor.figure.value * floor.figure.n)} of ${floor.figure.n} cases`
          : `gets ${(share * 100).toFixed(1)} % of what the oracle gets`
      sentences.push(
        `${floor.system} reads nothing and ${found} on ${name}: this figure can't tell reading from guessing.`,
      )
    }
  }
  return sentences
}

function headlineFindings(track: Omit<TrackReport, 'findings'>): string[] {
  if ('none' in track.headline) return [`No headline: ${track.headline.none}.`]
  const { instrument, metric: name } = track.headline
  const metric = track.metrics.get(`${instrument} ${name}`)
  if (metric === undefined) return []
  const decimals = decimalsOf(metric)
  const sentences: string[] = []
  const floor = track.rows.find(
    (row) =>
      row.system === track.floor &&
      row.slice === undefined &&
      row.instrument === instrument &&
      row.metric === name,
  )
  if (floor?.figure != null) {
    sentences.push(
      `The headline is ${instrument} ${name}; there the best input-blind system, ${floor.system}, gets ${figureText(floor.figure, decimals)}.`,
    )
  }
  const systems = ranked(track, track.headline, 'ranked', metric)
  const missing = systems.find((row) => row.headlineMissing !== undefined)
  if (missing !== undefined) sentences.push(`No headline can be given: ${missing.headlineMissing ?? ''}.`)
  const best = systems
    .flatMap((row) => (row.headline === undefined ? [] : [{ system: row.system, headline: row.headline }]))
    .toSorted((a, b) => b.headline.value - a.headline.value)[0]
  if (best !== undefined) {
    sentences.push(
      `Best headline: ${best.system} with ${figureText(best.headline, 3)} of the way from that floor to the oracle, on ${best.headline.n} cases.`,
    )
  }
  return sentences
}

function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}
