import type { MetricDefinition } from '../core/metric.ts'
import { paired } from '../stats/paired.ts'
import { figureLabel } from './figure-label.ts'
import { lossText } from './leaderboard.ts'
import { decimalsOf, figureText, intervalText, signed } from './format.ts'
import { compareRows } from './ranking.ts'
import type { Figure, ResultRow, TrackReport } from './report.ts'
import { isPublishedUnder, type ShownFigure } from './shown-figure.ts'
import type { Counted } from './track-book.ts'

type SeriesOf = (key: ShownFigure & { system: string }, metric: MetricDefinition) => readonly Counted[]
type Facts = Omit<TrackReport, 'findings'>
type Measured = ResultRow & { readonly figure: Figure }

/** A share of oracle from which an input-blind system is said to have won the metric outright. */
const OUTRIGHT = 0.95

/** One metric with what the sentences about it need. */
interface Topic {
  readonly track: Facts
  readonly shown: ShownFigure
  readonly name: string
  readonly metric: MetricDefinition
  readonly decimals: number
  readonly seriesOf: SeriesOf
}

/**
 * What a table can't say by itself, in sentences: which published figure a system that reads nothing wins, by how
 * much on common rows, and what the headline says instead.
 */
export function describeFindings(track: Facts, seriesOf: SeriesOf): string[] {
  const published = track.publishedFigure === null ? null : topicOf(track, track.publishedFigure, seriesOf)
  const sentences = published === null ? [] : publishedFindings(published)
  if ('none' in track.headline) {
    const none = `No headline: ${track.headline.none}.`
    return [...sentences, none, ...judgedFindings(track, [published], seriesOf)]
  }
  const own = topicOf(track, track.headline, seriesOf)
  if (own !== null && rowsOf(own).every((row) => row.figure === null))
    return [...sentences, ...unmeasuredFinding(own), ...judgedFindings(track, [own, published], seriesOf)]
  if (own !== null) sentences.push(...headlineFindings(own))
  const last = own ?? published
  if (last !== null) sentences.push(...boundsFindings(last))
  return [...sentences, ...judgedFindings(track, [own, published], seriesOf)]
}

/** On the main figure of each judge, unless the sentences above are about it. */
function judgedFindings(track: Facts, said: readonly (Topic | null)[], seriesOf: SeriesOf): string[] {
  return track.judged.flatMap(({ instrument, metrics }) => {
    const [metric = ''] = metrics
    const topic = topicOf(track, { instrument, metric }, seriesOf)
    if (topic === null || said.some((other) => other?.name === topic.name)) return []
    const [floor] = ranked(topic, 'input-blind')
    const [best] = ranked(topic, 'ranked')
    return [
      ...(floor === undefined || best === undefined ? [] : floorAgainstBest(topic, floor, best)),
      ...(floor === undefined ? [] : floorAgainstOracle(topic, floor)),
      ...boundsFindings(topic),
    ]
  })
}

function topicOf(track: Facts, shown: ShownFigure, seriesOf: SeriesOf): Topic | null {
  const name = `${shown.instrument} ${shown.metric}`
  const metric = track.metrics.get(name)
  if (metric === undefined) return null
  return { track, shown, name: figureLabel(track, name), metric, decimals: decimalsOf(metric), seriesOf }
}

/** Rows of the topic's metric over the whole track. */
function rowsOf({ track, shown }: Topic): ResultRow[] {
  return track.rows.filter(
    (row) => row.slice === undefined && row.instrument === shown.instrument && row.metric === shown.metric,
  )
}

/** Measured rows of one kind, best first; without memories under a prompt of their own, which rank with nobody. */
function ranked(topic: Topic, kind: ResultRow['kind']): Measured[] {
  return rowsOf(topic)
    .filter(({ ownPrompt }) => ownPrompt !== true)
    .flatMap((row) => (row.kind === kind && row.figure !== null ? [{ ...row, figure: row.figure }] : []))
    .toSorted(compareRows(topic.metric.direction))
}

function publishedFindings(topic: Topic): string[] {
  const [floor] = ranked(topic, 'input-blind')
  if (floor === undefined) return []
  const [best] = ranked(topic, 'ranked')
  return [
    ...(best === undefined ? [] : floorAgainstBest(topic, floor, best)),
    ...floorAgainstPublished(topic, floor),
    ...floorAgainstOracle(topic, floor),
  ]
}

/** 1 when a larger figure is better, -1 when a smaller one is. */
function signOf({ metric }: Topic): number {
  return metric.direction === 'higher' ? 1 : -1
}

/** a against b on the cases that both have, in words; null when they have none. */
function comparisonOf(
  { metric, shown, decimals, seriesOf }: Topic,
  a: string,
  b: string,
): { better: number; isSure: boolean; text: string } | null {
  const { aggregate, range, direction } = metric
  const series = (system: string) => seriesOf({ system, ...shown }, metric)
  const found = paired(series(a), series(b), { aggregate, range, direction })
  if (found === undefined) return null
  const { difference, permutation } = found
  const text = `difference ${signed(difference.value, decimals)} ${intervalText(difference, decimals)} on ${difference.n} common cases, p ${pText(permutation.p)}`
  return {
    better: direction === 'higher' ? difference.value : -difference.value,
    isSure: difference.low > 0 || difference.high < 0,
    text,
  }
}

function floorAgainstBest(topic: Topic, floor: Measured, best: Measured): string[] {
  const comparison = comparisonOf(topic, floor.system, best.system)
  if (comparison === null || comparison.better <= 0) return []
  const { name, decimals } = topic
  const bestFigure = figureText(best.figure, decimals)
  const doubt = comparison.isSure ? '' : '; as small a lead can be chance'
  return [
    `${floor.system} reads nothing and is ahead of every system on ${name}: ${figureText(floor.figure, decimals)} against ${bestFigure} of the best, ${best.system} (${comparison.text}${doubt}).`,
  ]
}

function floorAgainstPublished(topic: Topic, floor: Measured): string[] {
  const { track, shown, name, decimals } = topic
  const sign = signOf(topic)
  const [best] = track.published
    .filter((result) => isPublishedUnder(result, shown))
    .toSorted((a, b) => sign * (b.value - a.value))
  if (best === undefined || sign * (floor.figure.value - best.value) <= 0) return []
  const side = sign > 0 ? 'above' : 'below'
  return [
    `${floor.system} reads nothing and stands at ${figureText(floor.figure, decimals)} on ${name}, ${side} the point estimate of the best published system (${best.system}, ${best.value}; ${best.source}).`,
  ]
}

function floorAgainstOracle(topic: Topic, floor: Measured): string[] {
  const { metric, name, decimals } = topic
  const oracle = ranked(topic, 'privileged').find(({ system }) => system === 'oracle')
  if (oracle === undefined) return []
  const worst = metric.direction === 'higher' ? metric.range[0] : metric.range[1]
  const whole = Math.abs(oracle.figure.value - worst)
  const share = Math.abs(floor.figure.value - worst) / whole
  if (whole === 0 || share < OUTRIGHT) return []
  return [
    `${floor.system} reads nothing and ${outrightText(topic, floor, oracle)} on ${name}: this figure can't tell reading from guessing (${figureText(floor.figure, decimals)}).`,
  ]
}

function outrightText(
  { metric, shown, seriesOf, decimals }: Topic,
  floor: Measured,
  oracle: Measured,
): string {
  if (metric.binary !== true)
    return `comes as far as the oracle's ${figureText(oracle.figure, decimals)} but for a twentieth at most`
  const counted = seriesOf({ system: floor.system, ...shown }, metric).filter((item) => item.denominator > 0)
  const best = metric.direction === 'higher' ? metric.range[1] : metric.range[0]
  const right = counted.filter((item) => item.numerator / item.denominator === best).length
  return `is right in ${right} of ${counted.length} cases`
}

/** Why a metric has no figure at all on this data. */
function unmeasuredFinding(topic: Topic): string[] {
  const reasons = new Set(rowsOf(topic).flatMap((row) => Object.keys(row.unscoredBy)))
  const words = [...reasons].toSorted().map((reason) => REASONS[reason] ?? reason)
  return [
    `No headline: ${topic.name} could not be measured on this data${words.length === 0 ? '' : `, because ${words.join(' and ')}`}.`,
  ]
}

/** Reasons of unscored outcomes in words. */
const REASONS: Readonly<Record<string, string>> = {
  'no-answer-key': 'its cases have no answer key, so that a judge is needed',
  'no-reference': 'its references are private',
  language: 'gold and answers are in different languages',
}

function headlineFindings(topic: Topic): string[] {
  const { track, name, decimals } = topic
  const sentences: string[] = []
  const floor = ranked(topic, 'input-blind').find(({ system }) => system === track.floor)
  if (floor !== undefined) {
    sentences.push(
      `The headline is ${name}; there the floor (the best system that reads nothing, ${floor.system}) is at ${figureText(floor.figure, decimals)}.`,
    )
  }
  const systems = ranked(topic, 'ranked')
  const missing = systems.find((row) => row.headlineMissing !== undefined)
  if (missing !== undefined) sentences.push(`No headline can be given: ${missing.headlineMissing ?? ''}.`)
  const [best, second] = systems.filter((row) => !row.invalid)
  if (best?.headline !== undefined) {
    const way = `${figureText(best.headline, 3)} of the way from that floor to the oracle, on ${best.headline.n} cases`
    sentences.push(
      best.headline.low > 0
        ? `Best headline: ${best.system} with ${way}.`
        : `No system is surely above that floor; the best, ${best.system}, gets ${way}.`,
    )
  }
  if (best !== undefined && second !== undefined) {
    const comparison = comparisonOf(topic, best.system, second.system)
    if (comparison !== null) {
      const verb = comparison.isSure ? 'is ahead of' : "can't be told from"
      sentences.push(`${best.system} ${verb} the next, ${second.system}, on ${name}: ${comparison.text}.`)
    }
  }
  return sentences
}

/** On which cases systems are ranked, and how far lost and unscored cases could move a figure. */
function boundsFindings(topic: Topic): string[] {
  const { decimals, name } = topic
  const rows = ranked(topic, 'ranked')
  const shared = rows.find((row) => row.common !== undefined)
  const invalid = rows.filter((row) => row.invalid)
  const sentence =
    shared === undefined
      ? []
      : [`Systems are ranked on the ${shared.common?.n ?? 0} cases that all of them have on ${name}.`]
  const moved = rows.flatMap(({ system, bounds }) =>
    bounds === undefined
      ? []
      : [`${system} ${bounds.worst.toFixed(decimals)} to ${bounds.best.toFixed(decimals)}`],
  )
  const outside =
    invalid.length === 0
      ? []
      : [
          `INVALID and listed after the others, because too many of their cases have no score on ${name}: ${invalid.map((row) => `${row.system} (${lossText(row)})`).join(', ')}.`,
        ]
  if (moved.length === 0) return [...sentence, ...outside]
  return [
    ...sentence,
    ...outside,
    `If all cases left out had been worst, or best, figures on ${name} would be: ${moved.join(', ')}.`,
  ]
}

function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`
}
