import type { ClaimFigure, ClaimSystem } from '../../core/claim.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import type { PublishedResult } from '../../core/published.ts'
import { estimate, type Estimate } from '../../stats/estimate.ts'
import type { CaseObservation } from '../../stats/series.ts'
import { decimalsOf } from '../format.ts'
import { toFigure } from '../figure.ts'
import type { PartEffect, PartFigure, RawPart } from './claim-report.ts'
import type { MeasuredSeries, Measurements } from './measurements.ts'

/** What a test of a claim is given. */
export interface ClaimData {
  readonly measurements: Measurements
  /** Figures of the literature; none where the data are invented. */
  readonly published: readonly PublishedResult[]
  readonly invented: boolean
}

export function nameOf(system: ClaimSystem): string {
  return 'model' in system ? system.model : system.system
}

/** `research-algo@1 score` of what was measured, or `research-algo score` of what was not. */
export function figureName(of: ClaimFigure): string {
  return of.figure === 'main' ? 'main figure' : `${of.figure.instrument} ${of.figure.metric}`
}

export function metricOf({ figure }: ClaimFigure): string {
  return figure === 'main' ? 'main figure' : figure.metric
}

/** The literature's figure of a system under the same instrument and metric. */
export function publishedOf(
  published: readonly PublishedResult[],
  of: ClaimFigure,
  system: ClaimSystem,
): number | null {
  const figure = of.printedAs ?? of.figure
  if (figure === 'main') return null
  const name = nameOf(system)
  const found = published.find(
    (one) =>
      one.track === of.track &&
      one.slice === undefined &&
      one.instrument === figure.instrument &&
      one.metric === figure.metric &&
      (one.system === name || (one.aliases ?? []).includes(name.slice(name.indexOf(':') + 1))),
  )
  return found?.value ?? null
}

/** The figure of a series over all its cases. */
export function partFigure(
  name: string,
  cases: readonly CaseObservation[],
  { aggregate, range, binary }: Pick<MetricDefinition, 'aggregate' | 'range' | 'binary'>,
  published: number | null,
): PartFigure {
  const found = estimate(cases, { aggregate, range, ...(binary === undefined ? {} : { binary }) })
  return { name, figure: found === undefined ? null : toFigure(found), published }
}

export function effectOf(name: string, found: Estimate, random: string): PartEffect {
  return { name, ...toFigure(found), random }
}

/** Nothing to test, and why; what the literature prints is shown all the same. */
export function missingPart(about: string, missing: string, figures: readonly PartFigure[] = []): RawPart {
  const decimals = figures.some(({ published }) => (published ?? 0) > 10) ? 2 : 3
  return {
    about,
    decimals,
    figures,
    effect: null,
    p: null,
    decided: null,
    missing,
    unit: 'cases',
    notes: [],
    instruments: [],
  }
}

/** A part that was measured. */
export function measuredPart(
  about: string,
  series: readonly MeasuredSeries[],
  part: Pick<RawPart, 'figures' | 'effect' | 'p'> & Partial<Pick<RawPart, 'notes' | 'unit'>>,
): RawPart {
  const { notes = [], unit = 'cases', ...measured } = part
  return {
    about,
    decimals: decimalsOf(series[0]?.definition),
    ...measured,
    decided: null,
    missing: measured.p === null ? 'no case in common' : null,
    unit,
    notes: [...notes, ...lossNotes(series)],
    instruments: [...new Set(series.map(({ instrument }) => instrument))],
  }
}

function lossNotes(series: readonly MeasuredSeries[]): string[] {
  return [
    ...new Set(
      series.flatMap(({ system, instrument, metric, lost, asked, invalid }) =>
        invalid ? [`${system} has no ${instrument} ${metric} for ${lost} of ${asked} cases`] : [],
      ),
    ),
  ]
}

/** The value of a case as a share of its own, as figures that are means take it. */
export function valueOf({ numerator, denominator }: CaseObservation): number | null {
  return denominator === 0 ? null : numerator / denominator
}
