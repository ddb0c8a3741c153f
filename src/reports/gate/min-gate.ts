import { instrumentKey } from '../../core/scorer.ts'
import { decimalsOf, figureText } from '../format.ts'
import { countsOf, figureOf } from '../figure.ts'
import { headlineEnds, headlineOf } from '../headline-row.ts'
import type { Figure, ResultRow } from '../report.ts'
import { shownFigure, type ShownFigure } from '../shown-figure.ts'
import { seriesOf, type TrackContext, type TrackFacts } from '../track-context.ts'
import type { Condition, FigureWord } from './condition.ts'
import { hold, type GateResult } from './verdict.ts'

/**
 * Which figure of a track is meant: that of the instrument named; without one that of the headline's or the published
 * instrument where it has the metric; else of the only one that has.
 * @returns the figure, or why it can't be told
 */
export function meantFigure(facts: TrackFacts, word: FigureWord): ShownFigure | { readonly none: string } {
  if (word.metric === 'headline') {
    const shown = shownFigure(facts.scorers, facts.headline)
    return 'none' in shown ? { none: `it has no headline: ${shown.none}` } : shown
  }
  const having = facts.scorers.filter(({ metrics }) => metrics.some(({ name }) => name === word.metric))
  const named = having.filter(
    (scorer) =>
      word.instrument === null ||
      [scorer.name, `${scorer.name}@${scorer.version}`, instrumentKey(scorer)].includes(word.instrument),
  )
  const keys = named.map(instrumentKey)
  const [only] = keys
  if (only !== undefined && keys.length === 1) return { instrument: only, metric: word.metric }
  const preferred = [facts.headline, facts.publishedFigure].flatMap((figure) => {
    if (figure === null || 'none' in figure || word.instrument !== null) return []
    const shown = shownFigure(facts.scorers, figure)
    return 'none' in shown || !keys.includes(shown.instrument) ? [] : [shown.instrument]
  })
  const [first] = preferred
  if (first !== undefined) return { instrument: first, metric: word.metric }
  if (keys.length > 1) return { none: `several instruments have ${word.metric}: ${keys.join(', ')}` }
  const known = facts.scorers.map((scorer) => `${scorer.name} (${metricNames(scorer)})`)
  return { none: `the run has ${known.join(', ')}` }
}

function metricNames({ metrics }: TrackFacts['scorers'][number]): string {
  return metrics.map(({ name }) => name).join(', ')
}

/** What makes a figure no ground for a decision, in a sentence; null: nothing. */
export type Objection = (shown: ShownFigure) => string | null

/**
 * One condition for one system.
 * @param alpha of each one-sided test, in (0, 0.5)
 * @throws Error when the instrument lacks the metric
 */
export function minGate(
  context: TrackContext,
  system: string,
  shown: ShownFigure,
  asked: Condition,
  { alpha, objection }: { alpha: number; objection: Objection },
): GateResult {
  const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (metric === undefined) throw new Error(`${shown.instrument} has no metric ${shown.metric}`)
  const isHeadline = asked.metric === 'headline'
  const direction = isHeadline ? 'higher' : metric.direction
  const series = seriesOf(context, system, shown, metric)
  const counts = countsOf(series, context.invalidShare)
  const { figure, missing } = isHeadline
    ? headlineFigure(context, series.counted, 1 - 2 * alpha)
    : { figure: figureOf(series.counted, metric, 1 - 2 * alpha).figure, missing: 'no case could be measured' }
  const base = {
    kind: 'min' as const,
    asked: asked.text,
    track: context.record.track,
    system,
    than: null,
    ...(isHeadline ? { instrument: shown.instrument, metric: 'headline' } : shown),
    figure,
    bound: asked.threshold,
    direction,
  }
  const doubt = figure === null ? missing : (invalidText(counts) ?? objection(shown))
  if (figure === null || doubt !== null) return { ...base, verdict: 'undecided', why: doubt ?? missing }
  const verdict = hold(figure, asked.threshold, direction)
  const decimals = isHeadline ? 3 : decimalsOf(metric)
  return { ...base, verdict, why: whyText(figure, decimals, asked, verdict, alpha) }
}

function headlineFigure(
  context: TrackContext,
  counted: Parameters<typeof headlineOf>[0],
  level: number,
): { figure: Figure | null; missing: string } {
  const ends = headlineEnds(context)
  if (ends === null) return { figure: null, missing: 'the track has no headline here' }
  const { headline: figure, headlineMissing } = headlineOf(counted, ends, level)
  return { figure: figure ?? null, missing: headlineMissing ?? 'there is no headline' }
}

/** Said of a figure that lost too many of its cases. */
export function invalidText({
  invalid,
  unscored,
  failed,
}: Pick<ResultRow, 'invalid' | 'unscored' | 'failed'>): string | null {
  return invalid ? `the figure is invalid: ${unscored} outcomes unscored and ${failed} failed` : null
}

function whyText(
  figure: Figure,
  decimals: number,
  { operator, threshold }: Condition,
  verdict: GateResult['verdict'],
  alpha: number,
): string {
  const text = `${figureText(figure, decimals)}, n ${figure.n} in ${figure.clusters} clusters`
  const end = {
    passed: `all of it is ${operator} ${threshold}`,
    missed: `none of it is ${operator} ${threshold}`,
    undecided: `${threshold} is inside`,
  }[verdict]
  return `${text}: ${end} (one-sided, alpha ${alpha})`
}
