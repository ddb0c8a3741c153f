import { instrumentKey } from '../core/scorer.ts'
import type { TrackReading } from '../core/track-reading.ts'
import { shownFigure, type ShownFigure } from './shown-figure.ts'
import type { TrackBook } from './track-book.ts'
import type { TrackContext } from './track-context.ts'

/**
 * The figures that a track is about, each once, the leading one first: the first metric of each judged instrument, and
 * the headline's. Judged instruments that answer another question (`beyondScore`) are none. Withheld figures are none
 * either.
 */
export function mainFigures({ facts, book }: Pick<TrackContext, 'facts' | 'book'>): ShownFigure[] {
  if (isWithheld(facts, book)) return []
  const figures = new Map<string, ShownFigure>()
  const beyond = new Set((facts.beyondScore ?? []).map(({ instrument }) => instrument))
  for (const scorer of facts.scorers) {
    const [main] = scorer.metrics
    if (scorer.judges === undefined || main === undefined || beyond.has(scorer.name)) continue
    const shown = { instrument: instrumentKey(scorer), metric: main.name }
    figures.set(`${shown.instrument} ${shown.metric}`, shown)
  }
  const headline = shownFigure(facts.scorers, facts.headline)
  if (!('none' in headline)) figures.set(`${headline.instrument} ${headline.metric}`, headline)
  return [...figures.values()]
}

/** True when the track gives no headline for some of its cases. */
export function isWithheld({ withheld }: Pick<TrackReading, 'withheld'>, book: TrackBook): boolean {
  return withheld !== undefined && book.tagValues(withheld.tag).includes(withheld.value)
}
