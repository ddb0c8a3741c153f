import type { MetricDefinition } from '../../core/metric.ts'
import { headline } from '../../stats/headline.ts'
import { paired } from '../../stats/paired.ts'
import { figureOf, toFigure } from '../figure.ts'
import type { Figure } from '../measured-figure.ts'
import type { ShownFigure } from '../shown-figure.ts'
import type { Series } from '../track-book.ts'
import { seriesOf, type TrackContext } from '../track-context.ts'
import { GOLD_EVIDENCE, idOfMemory, NONE, type MemoryRecord } from './memory-id.ts'
import type { MemoryLift } from './memory-report.ts'

/**
 * Every memory system against `memory:none` with the same model, case by case on each of the figures. What the system
 * failed in counts as its metric's worst value, as in its own figure.
 */
export function memoryLifts(
  context: TrackContext,
  records: readonly MemoryRecord[],
  figures: readonly ShownFigure[],
): MemoryLift[] {
  const ids = new Set(records.map(({ id }) => id))
  return figures.flatMap((shown) => {
    const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
    if (metric === undefined) return []
    const series = new Map<string, Series>()
    const of = (system: string): Series => {
      const known = series.get(system) ?? seriesOf(context, system, shown, metric)
      series.set(system, known)
      return known
    }
    return records.map(({ id, parts }): MemoryLift => {
      const [floor, ceiling] = [NONE, GOLD_EVIDENCE]
        .map((name) => idOfMemory(name, parts.model))
        .map((other) => (ids.has(other) ? other : null))
      const own = of(id)
      return {
        ...shown,
        system: id,
        own: figureOf(own.counted, metric).figure,
        floor: floor ?? null,
        ...(floor == null || floor === id ? NO_LIFT : against(own, of(floor), metric)),
        failed: own.failedBySystem,
        ceiling: ceiling ?? null,
        ofPossible:
          floor == null || ceiling == null || floor === id || ceiling === id
            ? null
            : ofPossible(own, of(floor), of(ceiling), metric),
      }
    })
  })
}

const NO_LIFT = { gained: 0, lost: 0, same: 0, net: null, p: null }

function against(
  own: Series,
  floor: Series,
  { aggregate, range, direction }: MetricDefinition,
): Pick<MemoryLift, 'gained' | 'lost' | 'same' | 'net' | 'p'> {
  const found = paired(own.counted, floor.counted, { aggregate, range, direction })
  if (found === undefined) return NO_LIFT
  const difference = toFigure(found.difference)
  return {
    gained: found.wins,
    lost: found.losses,
    same: found.ties,
    net: direction === 'higher' ? difference : mirrored(difference),
    p: found.permutation.p,
  }
}

function mirrored({ value, low, high, ...rest }: Figure): Figure {
  return { ...rest, value: -value, low: -high, high: -low }
}

/** As the place between floor and ceiling of a track: a high floor is no objection. */
function ofPossible(
  own: Series,
  floor: Series,
  ceiling: Series,
  { aggregate, range, direction }: MetricDefinition,
): Figure | null {
  const found = headline(own.counted, floor.counted, ceiling.counted, {
    aggregate,
    range,
    direction,
    floorShare: 1,
  })
  return found.kind === 'undefined' ? null : toFigure(found.estimate)
}

/** The floors that would have to run as well, for systems whose answers a model gives. */
export function floorsMissing(records: readonly MemoryRecord[]): string[] {
  const ids = new Set(records.map(({ id }) => id))
  const wanted = records.flatMap(({ parts: { model } }) => (model === null ? [] : idOfMemory(NONE, model)))
  return [...new Set(wanted)].filter((id) => !ids.has(id))
}
