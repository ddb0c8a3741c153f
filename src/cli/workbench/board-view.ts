import type { CallSubject } from '../../core/model.ts'
import type { PublishedResult } from '../../core/published.ts'
import { compareFigure } from '../../reports/compare/compare-figure.ts'
import { importedText } from '../../reports/published-text.ts'
import type { Report, ResultRow, TrackReport } from '../../reports/report.ts'
import type { ShownFigure } from '../../reports/shown-figure.ts'
import { costPlot } from '../../reports/svg/cost.ts'
import {
  decayPlots,
  drawnFigures,
  figurePlot,
  headlinePlot,
  recallPlots,
} from '../../reports/svg/report-plots.ts'
import type { TrackContext } from '../../reports/track-context.ts'
import type { Board, BoardCell, PublishedView, TrackBoard } from '../../server/schemas/board.ts'
import { figureView } from './figure-view.ts'
import { trackFigures } from './figures.ts'
import { plotView } from './plot-view.ts'

/** Chance of any false difference among the letters of a figure, as in `rapport compare`. */
const ALPHA = 0.05

/** What a system's calls came to. */
export type SystemCosts = readonly {
  readonly system: string
  readonly calls: number
  readonly cost: number | null
}[]

/** What a board is made of, beside the report. */
export interface BoardFacts {
  readonly contexts: ReadonlyMap<string, TrackContext>
  readonly byType: ReadonlyMap<string, readonly ResultRow[]>
  /** By track. */
  readonly costs: ReadonlyMap<string, SystemCosts>
  readonly slice: string | null
}

/** The report of a run as the workbench shows it. */
export function boardView(report: Report, facts: BoardFacts): Board {
  return {
    run: report.run.id,
    state: report.run.state,
    policy: report.run.policy,
    slice: facts.slice,
    dataset: { ...report.dataset, notes: [...report.dataset.notes] },
    citation: report.citation,
    warnings: [...report.warnings],
    plots: decayPlots(report).map((plot, place) => plotView(`decay-${place}`, plot)),
    tracks: report.tracks.flatMap((track) => {
      const context = facts.contexts.get(track.track)
      return context === undefined ? [] : [trackBoard(report, track, context, facts)]
    }),
  }
}

function trackBoard(
  report: Report,
  track: TrackReport,
  context: TrackContext,
  facts: BoardFacts,
): TrackBoard {
  return {
    track: track.track,
    title: track.title,
    cases: track.cases,
    sampledFrom: track.sampledFrom,
    clusters: track.clusters,
    headline: track.headline,
    publishedFigure: track.publishedFigure,
    floor: track.floor,
    ceiling: track.ceiling,
    figures: trackFigures(context),
    cells: track.rows.map(cellView),
    published: track.published.filter(({ slice }) => slice === undefined).map(publishedView),
    letters: lettersOf(report.run.id, track, context),
    costs: [...(facts.costs.get(track.track) ?? [])],
    tags: tagsOf(context),
    findings: [...track.findings],
    plots: plotsOf(report, track, facts),
  }
}

/** A row of the report; what was asked for is what was scored, unscored and failed. */
export function cellView(row: ResultRow): BoardCell {
  const { asked, unscored, failedBy, skipped, unscoredBy } = row
  return {
    system: row.system,
    kind: row.kind,
    ownPrompt: row.ownPrompt === true,
    instrument: row.instrument,
    metric: row.metric,
    slice: row.slice ?? null,
    figure: row.figure === null ? null : figureView(row.figure),
    counts: {
      asked,
      scored: Math.max(0, asked - unscored - failedBy.system - failedBy.infrastructure),
      unscored,
      failedSystem: failedBy.system,
      failedInfrastructure: failedBy.infrastructure,
      skipped,
      unscoredBy: { ...unscoredBy },
    },
    invalid: row.invalid,
    exact: row.exact ?? null,
    note: row.note ?? null,
    covers: row.covers ?? null,
    bounds: row.bounds ?? null,
    common: row.common == null ? null : figureView(row.common),
    headline: row.headline === undefined ? null : figureView(row.headline),
    headlineMissing: row.headlineMissing ?? null,
    published: row.published === undefined ? null : publishedView(row.published),
  }
}

function publishedView(result: PublishedResult): PublishedView {
  const { system, instrument, metric, value, note = null } = result
  return { system, instrument, metric, value, source: importedText(result), note }
}

/** Letters of the ranked systems on what the track is about, from the same comparison as `rapport compare`. */
function lettersOf(run: string, track: TrackReport, context: TrackContext): TrackBoard['letters'] {
  const shown = new Map<string, ShownFigure>()
  for (const figure of [
    ...('none' in track.headline ? [] : [track.headline]),
    ...track.mainFigures,
    ...drawnFigures(track),
  ])
    shown.set(`${figure.instrument} ${figure.metric}`, figure)
  const entries = context.record.systems.flatMap(({ id, kind }) =>
    kind === 'ranked' ? [{ contender: { label: id, run, system: id, kind }, context }] : [],
  )
  const letters: TrackBoard['letters'] = {}
  for (const [name, figure] of shown) {
    const compared = compareFigure(entries, figure, 'headline', {
      alpha: ALPHA,
      against: null,
      slices: [],
      flips: 0,
      includeInvalid: false,
      objection: () => null,
    })
    const own = (compared?.contenders ?? []).flatMap(({ label, letters: text }): [string, string][] =>
      text === null ? [] : [[label, text]],
    )
    if (own.length > 0) letters[name] = Object.fromEntries(own)
  }
  return letters
}

/** Tags of the cases by which there is something to tell apart. */
function tagsOf({ book }: TrackContext): TrackBoard['tags'] {
  const names = new Set(book.caseIds().flatMap((id) => Object.keys(book.subject(id)?.tags ?? {})))
  return [...names]
    .toSorted()
    .map((tag) => ({ tag, values: book.tagValues(tag).length }))
    .filter(({ values }) => values > 0)
}

function plotsOf(report: Report, track: TrackReport, { byType }: BoardFacts): TrackBoard['plots'] {
  const headline = headlinePlot(track)
  const figures = drawnFigures(track).flatMap((shown) => {
    const plot = figurePlot(track, shown)
    return plot === null ? [] : [plotView(`figure ${shown.instrument} ${shown.metric}`, plot)]
  })
  const recall = recallPlots(track, [...track.rows, ...(byType.get(track.track) ?? [])])
  const cost = report.calls.length === 0 ? null : costPlot(report, track)
  return [
    ...(headline === null ? [] : [plotView('headline', headline)]),
    ...figures,
    ...recall.map((plot, place) => plotView(`recall-${place}`, plot)),
    ...(cost === null ? [] : [plotView('cost', cost)]),
  ]
}

/**
 * Calls and money by track and system.
 * @returns empty where a call can't be put down to a system
 */
export function costsBySystem(
  calls: readonly { readonly cost: number | null; readonly about?: CallSubject | undefined }[],
): Map<string, SystemCosts> {
  const sums = new Map<string, Map<string, { calls: number; cost: number | null }>>()
  for (const { cost, about } of calls) {
    if (about === undefined) continue
    const systems = sums.get(about.track) ?? new Map<string, { calls: number; cost: number | null }>()
    const sum = systems.get(about.system) ?? { calls: 0, cost: 0 }
    systems.set(about.system, {
      calls: sum.calls + 1,
      cost: sum.cost === null || cost === null ? null : sum.cost + cost,
    })
    sums.set(about.track, systems)
  }
  return new Map(
    [...sums].map(([track, systems]) => [
      track,
      [...systems]
        .map(([system, sum]) => ({ system, ...sum }))
        .toSorted((a, b) => (a.system < b.system ? -1 : 1)),
    ]),
  )
}
