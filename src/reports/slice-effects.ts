import { tagValues } from '../core/case.ts'
import type { PairedTag } from '../core/track-reading.ts'
import type { SystemKind } from '../core/system.ts'
import { holm } from '../stats/multiplicity.ts'
import { pairedSlices } from '../stats/paired-slices.ts'
import { toFigure } from './figure.ts'
import type { SliceEffect } from './report.ts'
import type { ShownFigure } from './shown-figure.ts'
import type { Counted } from './track-book.ts'
import { seriesOf, type TrackContext } from './track-context.ts'

/** Input-blind systems show nothing of how types differ for those that read. */
const KINDS: readonly SystemKind[] = ['ranked', 'privileged']

/**
 * Each value of a tag against the base value, for every system that reads its input, paired within clusters. p values are
 * adjusted by Holm over values and systems, ranked and privileged ones apart, figure by figure. The oracle has none.
 */
export function sliceEffects(
  context: TrackContext,
  { tag, base }: PairedTag,
  figures: readonly ShownFigure[],
): SliceEffect[] {
  return figures.flatMap((shown) =>
    KINDS.flatMap((kind) => adjusted(effectsOf(context, { tag, base }, shown, kind))),
  )
}

type Unadjusted = Omit<SliceEffect, 'adjusted'>

function adjusted(effects: readonly Unadjusted[]): SliceEffect[] {
  const ps = holm(effects.map(({ p }) => p))
  return effects.map((effect, place) => ({ ...effect, adjusted: ps[place] ?? 1 }))
}

function effectsOf(
  context: TrackContext,
  { tag, base }: PairedTag,
  shown: ShownFigure,
  kind: SystemKind,
): Unadjusted[] {
  const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (metric === undefined) return []
  const { aggregate, range, direction } = metric
  const values = context.book.tagValues(tag).filter((value) => value !== base)
  return (
    context.record.systems
      // The oracle is level on all types by what it is.
      .filter((system) => system.kind === kind && system.id !== 'oracle')
      .flatMap(({ id }) => {
        const sliced = (value: string): readonly Counted[] =>
          seriesOf(context, id, shown, metric, ({ tags }) => tagValues(tags, tag).includes(value)).counted
        const bases = sliced(base)
        return values.flatMap((value) => {
          const found = pairedSlices(sliced(value), bases, { aggregate, range, direction })
          if (found === undefined) return []
          const { difference, permutation } = found
          return [
            {
              system: id,
              kind,
              ...shown,
              tag,
              value,
              base,
              difference: toFigure(difference),
              p: permutation.p,
            },
          ]
        })
      })
  )
}
