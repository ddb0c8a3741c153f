import type { PublishedResult } from '../core/published.ts'
import { instrumentKey, type Instrument } from '../core/scorer.ts'
import type { FigureName } from '../core/track.ts'

/** An instrument as it ran (with version and options), and one of its metrics. */
export interface ShownFigure {
  readonly instrument: string
  readonly metric: string
}

type ScorerFacts = Pick<Instrument, 'name' | 'version' | 'options' | 'judges' | 'metrics'>

/**
 * The key under which a figure's instrument ran, or why it did not. The instrument with default options goes before
 * others of the same name; a track may also name it with its version.
 */
export function shownFigure(
  scorers: readonly ScorerFacts[],
  figure: FigureName | { readonly none: string },
): ShownFigure | { readonly none: string } {
  if ('none' in figure) return figure
  const named = scorers.filter(
    (scorer) => scorer.name === figure.instrument || `${scorer.name}@${scorer.version}` === figure.instrument,
  )
  const scorer = named.find(({ options }) => Object.keys(options).length === 0) ?? named[0]
  if (scorer === undefined) return { none: `${figure.instrument} was not among the scorers of this run` }
  return { instrument: instrumentKey(scorer), metric: figure.metric }
}

/**
 * True for a figure of the literature that the same instrument, with default options, and metric produced. A figure
 * that names a whole instrument key stands under that key alone.
 */
export function isPublishedUnder(result: PublishedResult, shown: ShownFigure): boolean {
  if (result.slice !== undefined || result.metric !== shown.metric) return false
  if (result.instrument === shown.instrument) return true
  return !shown.instrument.includes('?') && shown.instrument.split('@')[0] === result.instrument
}

/** The literature's figure of the same model under the same instrument and metric. */
export function publishedFor(
  results: readonly PublishedResult[],
  system: string,
  shown: ShownFigure,
): PublishedResult | undefined {
  const model = system.slice(system.indexOf(':') + 1)
  return results.find(
    (result) =>
      isPublishedUnder(result, shown) && (result.system === model || (result.aliases ?? []).includes(model)),
  )
}
