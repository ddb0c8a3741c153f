import type { MetricDefinition } from '../core/metric.ts'
import type { PublishedResult } from '../core/published.ts'
import type { RunRecord, TrackRecord } from '../core/run.ts'
import { instrumentKey, type Scorer } from '../core/scorer.ts'
import type { Store } from '../core/store.ts'
import type { FigureName } from '../core/track.ts'
import { failureBounds } from '../stats/bounds.ts'
import { estimate } from '../stats/estimate.ts'
import { headline } from '../stats/headline.ts'
import { describeFindings } from './findings.ts'
import type { FailurePolicy, Figure, Report, ResultRow, TrackReport } from './report.ts'
import { TrackBook, type Series } from './track-book.ts'

/** Share of unscored and failed cases above which a figure is called invalid. */
export const INVALID_SHARE = 0.2

/** What a report needs to know of a track beside its outcomes. */
export interface TrackFacts {
  readonly id: string
  readonly title: string
  readonly headline: FigureName | { readonly none: string }
  readonly publishedFigure: FigureName | null
  readonly publishedResults: readonly PublishedResult[]
  readonly scorers: readonly Pick<Scorer, 'name' | 'version' | 'options' | 'metrics'>[]
}

export interface ReportOptions {
  readonly store: Store
  readonly run: RunRecord
  readonly tracks: readonly TrackFacts[]
  readonly citation: string
  readonly policy: FailurePolicy
  /** Tags to slice by. */
  readonly slices: readonly string[]
  readonly invalidShare?: number
}

/** Reads a run's outcomes and turns them into figures with intervals. */
export async function buildReport(options: ReportOptions): Promise<Report> {
  const { run } = options
  const { data } = run.spec
  const tracks: TrackReport[] = []
  for (const record of run.spec.tracks) {
    const facts = options.tracks.find((track) => track.id === record.track)
    if (facts !== undefined) tracks.push(await buildTrack(options, record, facts))
  }
  const selection = [
    data.limit === null ? [] : [`the first ${data.limit} cases`],
    data.ids === null ? [] : [`${data.ids.length} cases by id`],
    data.where.map(({ tag, value }) => `${tag}=${value}`),
  ].flat()
  return {
    run: {
      id: run.id,
      createdAt: run.createdAt,
      state: run.state,
      protocol: run.spec.protocol,
      view: data.view,
      split: data.split,
      pools: data.pools,
      rekey: data.rekey,
      rowBase: data.rowBase,
      seed: data.seed,
      repeats: run.spec.repeats,
      policy: options.policy,
      selection: selection.length === 0 ? null : selection.join(', '),
    },
    dataset: run.spec.descriptor,
    citation: options.citation,
    warnings: [
      ...new Set(run.spec.tracks.flatMap((track) => track.systems.flatMap((system) => system.warnings))),
    ],
    tracks,
  }
}

async function buildTrack(
  options: ReportOptions,
  record: TrackRecord,
  facts: TrackFacts,
): Promise<TrackReport> {
  const { store, run, policy } = options
  const book = new TrackBook()
  for await (const subject of store.caseSummaries(run.id, record.track)) book.addCase(subject)
  for await (const row of store.outcomes(run.id, { track: record.track })) book.addOutcome(row)

  const metrics = new Map<string, MetricDefinition>()
  for (const scorer of facts.scorers) {
    for (const metric of scorer.metrics) metrics.set(`${instrumentKey(scorer)} ${metric.name}`, metric)
  }
  const context: TrackContext = {
    book,
    record,
    facts,
    metrics,
    policy,
    invalidShare: options.invalidShare ?? INVALID_SHARE,
  }
  const ends = headlineEnds(context)
  const rows: ResultRow[] = []
  for (const system of record.systems) {
    for (const scorer of facts.scorers) {
      for (const metric of scorer.metrics) {
        rows.push(resultRow(context, system, instrumentKey(scorer), metric, ends))
      }
    }
  }
  for (const tag of options.slices) rows.push(...sliceRows(context, tag))
  const shownHeadline = shownFigure(facts, facts.headline)
  const publishedFigure = facts.publishedFigure === null ? null : shownFigure(facts, facts.publishedFigure)
  const track = {
    track: record.track,
    title: facts.title,
    cases: book.cases,
    clusters: book.clusters,
    headline: shownHeadline,
    publishedFigure: publishedFigure === null || 'none' in publishedFigure ? null : publishedFigure,
    floor: ends?.floor ?? null,
    ceiling: ends?.ceiling ?? null,
    rows,
    published: facts.publishedResults.filter((result) =>
      facts.scorers.some(
        (scorer) =>
          scorer.name === result.instrument && scorer.metrics.some(({ name }) => name === result.metric),
      ),
    ),
    metrics,
  }
  return { ...track, findings: describeFindings(track, (key) => book.series(key, policy).counted) }
}

interface TrackContext {
  readonly book: TrackBook
  readonly record: TrackRecord
  readonly facts: TrackFacts
  readonly metrics: ReadonlyMap<string, MetricDefinition>
  readonly policy: FailurePolicy
  readonly invalidShare: number
}

/** Floor and ceiling of the headline metric. */
interface HeadlineEnds {
  readonly instrument: string
  readonly metric: MetricDefinition
  readonly floor: string | null
  readonly ceiling: string | null
}

/** The key under which a figure's instrument ran, or why it did not. */
function shownFigure(
  facts: TrackFacts,
  figure: FigureName | { readonly none: string },
): { instrument: string; metric: string } | { none: string } {
  if ('none' in figure) return figure
  const scorer = facts.scorers.find(({ name }) => name === figure.instrument)
  if (scorer === undefined) return { none: `${figure.instrument} was not among the scorers of this run` }
  return { instrument: instrumentKey(scorer), metric: figure.metric }
}

function figureOf(
  series: Series,
  metric: MetricDefinition,
): { figure: Figure | null; exact?: 'zero' | 'hundred'; note?: string } {
  const found = estimate(series.counted, {
    aggregate: metric.aggregate,
    range: metric.range,
    ...(metric.binary === undefined ? {} : { binary: metric.binary }),
  })
  if (found === undefined) return { figure: null }
  const { value, low, high, method, n, clusters, exact, note } = found
  return {
    figure: { value, low, high, method, n, clusters },
    ...(exact === undefined ? {} : { exact }),
    ...(note === undefined ? {} : { note }),
  }
}

function headlineEnds(context: TrackContext): HeadlineEnds | null {
  const shown = shownFigure(context.facts, context.facts.headline)
  if ('none' in shown) return null
  const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (metric === undefined) return null
  const sign = metric.direction === 'higher' ? 1 : -1
  let best: { system: string; value: number } | null = null
  for (const system of context.record.systems) {
    if (system.kind !== 'input-blind') continue
    const series = context.book.series({ system: system.id, ...shown }, context.policy)
    const { figure } = figureOf(series, metric)
    if (figure !== null && (best === null || sign * figure.value > sign * best.value)) {
      best = { system: system.id, value: figure.value }
    }
  }
  const ceiling = context.record.systems.find(
    (system) => system.kind === 'privileged' && system.id === 'oracle',
  )
  return { instrument: shown.instrument, metric, floor: best?.system ?? null, ceiling: ceiling?.id ?? null }
}

function resultRow(
  context: TrackContext,
  system: TrackRecord['systems'][number],
  instrument: string,
  metric: MetricDefinition,
  ends: HeadlineEnds | null,
): ResultRow {
  const series = context.book.series({ system: system.id, instrument, metric: metric.name }, context.policy)
  const failed = series.failedBySystem + series.failedByInfrastructure
  const asked = context.book.cases - series.skipped
  const bounds =
    series.leftOut.length === 0
      ? undefined
      : failureBounds(series.counted, series.leftOut, { aggregate: metric.aggregate, range: metric.range })
  const isHeadline =
    ends !== null && ends.instrument === instrument && ends.metric === metric && system.kind === 'ranked'
  const published = publishedFor(context.facts, system.id, instrument, metric.name)
  return {
    track: context.record.track,
    system: system.id,
    kind: system.kind,
    instrument,
    metric: metric.name,
    policy: context.policy,
    ...figureOf(series, metric),
    unscored: series.unscored,
    failed,
    failedBy: { system: series.failedBySystem, infrastructure: series.failedByInfrastructure },
    skipped: series.skipped,
    invalid: asked > 0 && (series.unscored + failed) / asked > context.invalidShare,
    ...(bounds?.worst === undefined || bounds.best === undefined
      ? {}
      : { bounds: { worst: bounds.worst.value, best: bounds.best.value } }),
    ...(isHeadline ? headlineOf(context, system.id, ends) : {}),
    ...(published === undefined ? {} : { published }),
  }
}

function headlineOf(
  context: TrackContext,
  system: string,
  ends: HeadlineEnds,
): Pick<ResultRow, 'headline' | 'headlineMissing'> {
  if (ends.floor === null) return { headlineMissing: 'no input-blind system ran' }
  if (ends.ceiling === null) return { headlineMissing: 'the oracle did not run' }
  const counted = (id: string) =>
    context.book.series({ system: id, instrument: ends.instrument, metric: ends.metric.name }, context.policy)
      .counted
  const found = headline(counted(system), counted(ends.floor), counted(ends.ceiling), {
    aggregate: ends.metric.aggregate,
    range: ends.metric.range,
    direction: ends.metric.direction,
  })
  if (found.kind === 'undefined') return { headlineMissing: `${found.message} (${ends.floor})` }
  const { value, low, high, method, n, clusters } = found.estimate
  return { headline: { value, low, high, method, n, clusters } }
}

/** The published figure of the same model under the same instrument with default options. */
function publishedFor(
  facts: TrackFacts,
  system: string,
  instrument: string,
  metric: string,
): PublishedResult | undefined {
  const model = system.slice(system.indexOf(':') + 1)
  return facts.publishedResults.find(
    (result) =>
      result.metric === metric &&
      result.slice === undefined &&
      instrument.split('@')[0] === result.instrument &&
      !instrument.includes('?') &&
      (result.system === model || (result.aliases ?? []).includes(model)),
  )
}

/** The headline and the published figure of every system, for each value of a tag. */
function sliceRows(context: TrackContext, tag: string): ResultRow[] {
  const figures = [context.facts.headline, context.facts.publishedFigure].flatMap((figure) => {
    if (figure === null) return []
    const shown = shownFigure(context.facts, figure)
    return 'none' in shown ? [] : [shown]
  })
  const rows: ResultRow[] = []
  for (const value of context.book.tagValues(tag)) {
    for (const system of context.record.systems) {
      for (const { instrument, metric: name } of figures) {
        const metric = context.metrics.get(`${instrument} ${name}`)
        if (metric === undefined) continue
        const series = context.book.series(
          { system: system.id, instrument, metric: name },
          context.policy,
          (subject) => subject.tags[tag]?.includes(value) === true,
        )
        const failed = series.failedBySystem + series.failedByInfrastructure
        const asked = series.counted.length + series.leftOut.length
        rows.push({
          track: context.record.track,
          system: system.id,
          kind: system.kind,
          instrument,
          metric: name,
          policy: context.policy,
          ...figureOf(series, metric),
          unscored: series.unscored,
          failed,
          failedBy: { system: series.failedBySystem, infrastructure: series.failedByInfrastructure },
          skipped: series.skipped,
          invalid: asked > 0 && (series.unscored + failed) / asked > context.invalidShare,
          slice: { tag, value },
        })
      }
    }
  }
  return rows
}
