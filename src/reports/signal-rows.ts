import { instrumentKey } from '../core/scorer.ts'
import { estimate } from '../stats/estimate.ts'
import { pairedSlices } from '../stats/paired-slices.ts'
import { signalDetectionOf, type SignalRow as Occasion } from '../stats/signal-detection.ts'
import { toFigure } from './figure.ts'
import type { SystemKind } from '../core/system.ts'
import type { ContrastRow, Figure, SignalRow } from './report.ts'
import type { Counted } from './track-book.ts'
import { seriesOf, type TrackContext } from './track-context.ts'

/** The key under which an instrument of a name ran; null when it did not. */
function keyOf({ facts }: TrackContext, name: string): string | null {
  const scorer = facts.scorers.find((one) => one.name === name)
  return scorer === undefined ? null : instrumentKey(scorer)
}

/** d′ and criterion of every system, where the track says which figures are hits and false alarms. */
export function signalRows(context: TrackContext): SignalRow[] {
  const { signal } = context.facts
  const instrument = signal === undefined ? null : keyOf(context, signal.instrument)
  if (signal === undefined || instrument === null) return []
  return context.record.systems.map(({ id, kind }) => {
    const occasions = (metric: string, due: boolean): Occasion[] => {
      const definition = context.metrics.get(`${instrument} ${metric}`)
      if (definition === undefined) return []
      return seriesOf(context, id, { instrument, metric }, definition)
        .counted.filter(({ denominator }) => denominator > 0)
        .map(({ numerator, denominator, cluster }) => ({
          due,
          // Repeats of a case are one occasion: what it does in most of them.
          applied: numerator / denominator > 0.5,
          cluster,
        }))
    }
    const rows = [...occasions(signal.hits, true), ...occasions(signal.falseAlarms, false)]
    return { system: id, kind, instrument, found: signalDetectionOf(rows) ?? null }
  })
}

/** The differences that a track names, for every system. */
export function contrastRows(context: TrackContext): ContrastRow[] {
  return (context.facts.contrasts ?? []).flatMap((contrast) => {
    const { name, description, instrument: word, metric, less, flips = false } = contrast
    const instrument = keyOf(context, word)
    if (instrument === null) return []
    const [first, second] = [metric, less].map((one) => context.metrics.get(`${instrument} ${one}`))
    if (first === undefined || second === undefined) return []
    const row = (id: string, kind: SystemKind) => ({ system: id, kind, instrument, name, description })
    return context.record.systems.map(({ id, kind }) => {
      const [a, b] = [
        seriesOf(context, id, { instrument, metric }, first).counted,
        seriesOf(context, id, { instrument, metric: less }, second).counted,
      ].map((counted) => counted.filter(({ denominator }) => denominator > 0))
      if (flips) return { ...row(id, kind), difference: flipShare(a ?? [], b ?? []), p: null }
      const found = pairedSlices(a ?? [], b ?? [], { aggregate: first.aggregate, range: first.range })
      return {
        ...row(id, kind),
        difference: found === undefined ? null : toFigure(found.difference),
        p: found?.permutation.p ?? null,
      }
    })
  })
}

/** Share of the clusters in which two figures differ, with its interval; each cluster has one case in either. */
function flipShare(a: readonly Counted[], b: readonly Counted[]): Figure | null {
  const others = new Map(b.map((one) => [one.cluster, one.numerator / one.denominator]))
  const rows = a.flatMap(({ cluster, numerator, denominator }) => {
    const other = others.get(cluster)
    return other === undefined
      ? []
      : [{ numerator: Math.abs(numerator / denominator - other), denominator: 1, cluster }]
  })
  const found = estimate(rows, { aggregate: 'mean' })
  return found === undefined ? null : toFigure(found)
}
