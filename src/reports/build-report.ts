import type { MetricDefinition } from '../core/metric.ts'
import type { RunRecord, TrackRecord } from '../core/run.ts'
import { instrumentKey } from '../core/scorer.ts'
import type { CallTotals, Store } from '../core/store.ts'
import type { PairedTag } from '../core/track-reading.ts'
import { caseSliceRows, leadingFigures } from './case-slices.ts'
import { withCommonFigures } from './common-cases.ts'
import { boundsOf, countsOf, figureOf } from './figure.ts'
import { describeFindings } from './findings.ts'
import { headlineEnds, headlineOf, type HeadlineEnds } from './headline-row.ts'
import { itemSliceRows } from './item-slices.ts'
import { judgeWarnings } from './judge-warnings.ts'
import { judgedSetups, type JudgedSetup } from './judged-setups.ts'
import { callsByModel } from './model-calls.ts'
import { mainFigures } from './main-figures.ts'
import { modelEnds, placedRows, placementFindings, type ModelEnds } from './placement.ts'
import type { JudgeCard } from './judge-card.ts'
import { buildMemoryReport } from './memory/build-memory-report.ts'
import type { MemoryCheckRun } from './memory/check-cards.ts'
import { memoryFindings } from './memory/memory-findings.ts'
import type { FailurePolicy, Report, ResultRow, TrackCorrelation, TrackReport } from './report.ts'
import { repeatFigures } from './repeats.ts'
import { selectionText } from './selection.ts'
import { contrastRows, signalRows } from './signal-rows.ts'
import { sliceEffects } from './slice-effects.ts'
import { isPublishedUnder, publishedFor, shownFigure, type ShownFigure } from './shown-figure.ts'
import { readTrackContext } from './read-track.ts'
import type { TrackBook } from './track-book.ts'
import { trackCorrelation, type BuiltTrack } from './track-correlation.ts'
import { seriesOf, type TrackContext, type TrackFacts } from './track-context.ts'

export interface ReportOptions {
  readonly store: Pick<Store, 'caseSummaries' | 'outcomes' | 'references' | 'lookup'> &
    Partial<Pick<Store, 'cases'>>
  readonly run: RunRecord
  readonly tracks: readonly TrackFacts[]
  readonly citation: string
  readonly judges: readonly JudgeCard[]
  /** Of `store.callTotals`. */
  readonly calls: readonly CallTotals[]
  /** How memory systems did in the conformance suite; absent: nobody looked. */
  readonly memoryChecks?: readonly MemoryCheckRun[]
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
  const correlated: BuiltTrack[] = []
  const setups = judgedSetups(options.tracks.flatMap(({ scorers }) => scorers))
  for (const record of run.spec.tracks) {
    const facts = options.tracks.find((track) => track.id === record.track)
    if (facts === undefined) continue
    const { report, ...built } = await buildTrack(options, record, facts, setups)
    tracks.push(report)
    // Only these outlive their track: a book can hold 100,000 cases.
    if (isCorrelated(facts, options.tracks)) correlated.push(built)
  }
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
      selection: selectionText(run.spec),
    },
    dataset: run.spec.descriptor,
    citation: options.citation,
    judges: options.judges,
    calls: callsByModel(options.calls),
    warnings: [
      ...new Set(run.spec.tracks.flatMap((track) => track.systems.flatMap((system) => system.warnings))),
      ...tracks.flatMap(judgeWarnings),
    ],
    tracks,
    correlations: correlationsOf(correlated),
  }
}

function isCorrelated({ id, correlatesWith }: TrackFacts, all: readonly TrackFacts[]): boolean {
  return correlatesWith !== undefined || all.some((other) => other.correlatesWith === id)
}

/** Of the tracks that declare one, where the other track ran too. */
function correlationsOf(built: readonly BuiltTrack[]): TrackCorrelation[] {
  return built.flatMap((first) => {
    const other = first.context.facts.correlatesWith
    const second = built.find(({ context }) => context.facts.id === other)
    return second === undefined ? [] : (trackCorrelation(first, second) ?? [])
  })
}

async function buildTrack(
  options: ReportOptions,
  record: TrackRecord,
  facts: TrackFacts,
  setups: readonly JudgedSetup[],
): Promise<BuiltTrack & { readonly report: TrackReport }> {
  const context = await readTrackContext(options, record, facts)
  const { book, metrics } = context
  const ends = headlineEnds(context)
  const main = mainFigures(context)
  const rows = trackRows(context, ends, main)
  const unknown: string[] = []
  const compared = comparedTag(context, main)
  if (compared !== null && !options.slices.includes(compared.tag))
    rows.push(...caseSliceRows(context, compared.tag, main))
  for (const tag of options.slices) {
    const sliced = await sliceRows(options, context, tag)
    if (sliced.length === 0) unknown.push(`No case and no scored item has the tag ${tag}.`)
    rows.push(...sliced)
  }
  const publishedFigure =
    facts.publishedFigure === null ? null : shownFigure(facts.scorers, facts.publishedFigure)
  const shown = [...metrics.keys()].map(shownOf)
  const keys = facts.scorers.map(instrumentKey)
  const judged = setups.filter(({ instrument }) => keys.includes(instrument))
  const track = {
    track: record.track,
    title: facts.title,
    cases: book.cases,
    sampledFrom: record.sampledFrom ?? null,
    clusters: book.clusters,
    headline: shownFigure(facts.scorers, context.facts.headline),
    publishedFigure: publishedFigure === null || 'none' in publishedFigure ? null : publishedFigure,
    floor: ends?.floor?.system ?? null,
    ceiling: ends?.ceiling?.system ?? null,
    rows,
    published: facts.publishedResults.filter((result) =>
      shown.some((figure) => isPublishedUnder(result, figure)),
    ),
    metrics,
    judged,
    labels: new Map(judged.map(({ instrument, label }) => [instrument, label])),
    mainFigures: main,
    slices: options.slices,
    pairedTag: compared,
    effects: compared === null ? [] : sliceEffects(context, compared, main),
    signal: signalRows(context),
    contrasts: contrastRows(context),
    beyondScore: beyondScore(facts),
    memory: await memoryOf(options, context, rows, main),
  }
  const findings = describeFindings(
    track,
    ({ system, ...figure }, metric) => seriesOf(context, system, figure, metric).counted,
  )
  const told = [
    ...findings,
    ...(main.length === 0 ? [] : placementFindings(endsOf(context), rows)),
    ...exposedFinding(book),
    ...unknown,
    ...memoryFindings(track),
    ...sliceHint(context, options.slices),
  ]
  return { report: { ...track, findings: told }, context, rows }
}

/** Lift is given on the main figures; where there are none, on the published one. */
function memoryOf(
  { store, run, calls, memoryChecks = [] }: ReportOptions,
  context: TrackContext,
  rows: readonly ResultRow[],
  main: readonly ShownFigure[],
): Promise<TrackReport['memory']> {
  const { facts } = context
  const published = facts.publishedFigure === null ? null : shownFigure(facts.scorers, facts.publishedFigure)
  const figures = main.length > 0 || published === null || 'none' in published ? main : [published]
  return buildMemoryReport({
    store,
    run,
    calls,
    checks: memoryChecks,
    plan: facts.memory,
    context,
    rows,
    figures,
  })
}

/** The tag by which main figures are compared; null where no case has it. */
function comparedTag({ facts, book }: TrackContext, main: readonly ShownFigure[]): PairedTag | null {
  const { pairedTag } = facts
  return pairedTag === undefined || main.length === 0 || book.casesWith(pairedTag.tag) === 0
    ? null
    : pairedTag
}

function endsOf({ facts, record }: TrackContext): ModelEnds[] {
  const { placement } = facts
  return placement === undefined
    ? []
    : modelEnds(
        record.systems.map(({ id }) => id),
        placement,
      )
}

/** Names slices that are worth a look and were not asked for. */
function sliceHint({ facts, book }: TrackContext, asked: readonly string[]): string[] {
  const tags = (facts.sliceHints ?? []).filter((tag) => !asked.includes(tag) && book.casesWith(tag) > 0)
  return tags.length === 0 ? [] : [`For figures by ${tags.join(' or ')}, add --slice ${tags.join(',')}.`]
}

/** Instruments of a run that a track names for what its score leaves out. */
function beyondScore(facts: TrackFacts): TrackReport['beyondScore'] {
  const ran = (name: string): boolean => facts.scorers.some((scorer) => scorer.name === name)
  return (facts.beyondScore ?? [])
    .filter(({ unless }) => unless === undefined || !ran(unless))
    .flatMap(({ instrument, metrics }) =>
      facts.scorers
        .filter(({ name, judges }) => name === instrument && judges === undefined)
        .map((scorer) => ({ instrument: instrumentKey(scorer), metrics })),
    )
}

/** Rows of a hidden test that are open here: a model may have seen them, and they must not be trained on. */
function exposedFinding(book: TrackBook): string[] {
  const exposed = book.casesWith('exposure')
  if (exposed === 0) return []
  return [`${exposed} of ${book.cases} cases are exposed: they are, or may be, in a hidden test.`]
}

/** Takes `instrument metric` apart; a metric's name has no blank. */
function shownOf(name: string): ShownFigure {
  const at = name.lastIndexOf(' ')
  return { instrument: name.slice(0, at), metric: name.slice(at + 1) }
}

/** All systems on all metrics, over all cases. */
function trackRows(
  context: TrackContext,
  ends: HeadlineEnds | null,
  main: readonly ShownFigure[],
): ResultRow[] {
  const leading = leadingFigures(context)
  const models = endsOf(context)
  const byMetric = context.facts.scorers.flatMap((scorer) =>
    scorer.metrics.map((metric) => {
      const shown = { instrument: instrumentKey(scorer), metric: metric.name }
      const measured = context.record.systems
        .filter(({ id }) => scorer.only?.includes(id) !== false)
        .map((system) => resultRow(context, system, shown, ends))
      const isMain = models.length > 0 && main.some((figure) => isSame(figure, shown))
      const rows = isMain ? placedRows(context, models, measured) : measured
      const isLeading = leading.some((figure) => isSame(figure, shown))
      return isLeading ? withCommonFigures(context, metric, rows) : rows
    }),
  )
  return context.record.systems.flatMap(({ id }) =>
    byMetric.flatMap((rows) => rows.filter(({ system }) => system === id)),
  )
}

function isSame(a: ShownFigure, b: ShownFigure): boolean {
  return a.instrument === b.instrument && a.metric === b.metric
}

function resultRow(
  context: TrackContext,
  system: TrackRecord['systems'][number],
  shown: ShownFigure,
  ends: HeadlineEnds | null,
): ResultRow {
  const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (metric === undefined) throw new Error(`${shown.instrument} has no metric ${shown.metric}`)
  const series = seriesOf(context, system.id, shown, metric)
  const published =
    system.kind === 'ranked' ? publishedFor(context.facts.publishedResults, system.id, shown) : undefined
  return {
    track: context.record.track,
    system: system.id,
    kind: system.kind,
    ...shown,
    policy: context.policy,
    ...figureOf(series.counted, metric),
    ...countsOf(series, context.invalidShare),
    ...boundsOf(series, metric),
    ...(system.memory?.own_prompt === true ? { ownPrompt: true as const } : {}),
    ...(ends !== null && isSame(ends.shown, shown) && system.kind === 'ranked'
      ? headlineOf(series.counted, ends)
      : {}),
    ...(published === undefined ? {} : { published }),
    ...repeatsOf(context, system.id, shown, metric),
  }
}

function repeatsOf(
  { book, repeats, policy }: TrackContext,
  system: string,
  shown: ShownFigure,
  metric: MetricDefinition,
): Pick<ResultRow, 'repeats'> {
  if (repeats === 1) return {}
  const figures = repeatFigures(book.repeated({ system, ...shown }, policy), metric, repeats)
  return figures === null ? {} : { repeats: figures }
}

/** By a tag of the cases, or else by one of the items that scorers tell apart. */
async function sliceRows(options: ReportOptions, context: TrackContext, tag: string): Promise<ResultRow[]> {
  if (context.book.tagValues(tag).length > 0) return caseSliceRows(context, tag)
  return itemSliceRows(options.store, options.run.id, context, tag)
}
