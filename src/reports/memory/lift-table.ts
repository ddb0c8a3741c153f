import { figureLabel } from '../figure-label.ts'
import { decimalsOf, figureText, intervalText, signed } from '../format.ts'
import type { Figure } from '../measured-figure.ts'
import type { ReadingTable } from '../reading-tables.ts'
import type { TrackReport } from '../report.ts'
import type { ShownFigure } from '../shown-figure.ts'
import { idOfMemory, memoryId } from './memory-id.ts'
import { memoryNames } from './memory-names.ts'
import type { MemoryLift, MemoryReport } from './memory-report.ts'

export interface MemoryTableOptions {
  /** Most decimals of a figure. */
  readonly decimals: number
}

/** A line per memory under the shared prompt, best gain first; what it gets under its own prompt stands beside it. */
export function liftTable(
  track: TrackReport,
  memory: MemoryReport,
  shown: ShownFigure,
  options: MemoryTableOptions,
): ReadingTable {
  const { withModel, shortOf } = memoryNames(memory)
  const name = `${shown.instrument} ${shown.metric}`
  const decimals = Math.min(options.decimals, decimalsOf(track.metrics.get(name)))
  const of = memory.lifts.filter((one) => one.instrument === shown.instrument && one.metric === shown.metric)
  const own = ownPrompts(memory, of)
  const joined = new Set([...own.values()].map(({ system }) => system))
  const lines = of.filter(({ system }) => !joined.has(system)).toSorted(order)
  const hasFloor = lines.some(({ floor }) => floor !== null)
  const text = (figure: Figure | null | undefined): string =>
    figure == null ? '' : figureText(figure, decimals)
  return {
    heading: `memory${withModel}: ${figureLabel(track, name)}${hasFloor ? ', case by case against memory:none' : ''}`,
    columns: [
      { title: 'memory', align: 'left', droppable: 0, readable: 14 },
      { title: 'figure', align: 'left', droppable: 4, keep: true },
      { title: 'own prompt', align: 'left', droppable: 3, keep: true },
      { title: 'gained', align: 'right', droppable: 0, keep: true },
      { title: 'lost', align: 'right', droppable: 0, keep: true },
      { title: 'same', align: 'right', droppable: 0, keep: true },
      { title: 'net', align: 'left', droppable: 0, keep: true },
      { title: 'p', align: 'right', droppable: 2, keep: true },
      { title: 'of the possible', align: 'left', droppable: 5, keep: true },
      { title: 'n', align: 'right', droppable: 1, keep: true },
    ],
    rows: lines.map((lift) => {
      const { system, net, gained, lost, same, p, ofPossible } = lift
      const beside = own.get(system)?.own
      const counts = net === null ? ['', '', ''] : [gained, lost, same].map(String)
      return [
        shortOf(system),
        text(lift.own),
        text(beside),
        ...counts,
        net === null
          ? system === lift.floor
            ? 'the floor'
            : ''
          : `${signed(net.value, decimals)} ${intervalText(net, decimals)}`,
        p === null ? '' : pText(p),
        text(ofPossible),
        String(net?.n ?? lift.own?.n ?? 0),
      ]
    }),
  }
}

/** `< 0.001`, `0.012`. */
export function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}

/** Systems under their own prompt by the same memory under the shared one. */
function ownPrompts(memory: MemoryReport, lifts: readonly MemoryLift[]): ReadonlyMap<string, MemoryLift> {
  const ids = new Set(memory.systems.map(({ system }) => system))
  return new Map(
    lifts.flatMap((lift) => {
      const parts = memoryId(lift.system)
      if (parts === null || !parts.ownPrompt) return []
      const shared = idOfMemory(parts.name, parts.model)
      return ids.has(shared) ? [[shared, lift] as const] : []
    }),
  )
}

/** Gains first, the floor among them as a gain of nothing; what can't be compared goes last. */
function order(a: MemoryLift, b: MemoryLift): number {
  return gainOf(b) - gainOf(a) || (a.system < b.system ? -1 : 1)
}

function gainOf({ net, system, floor }: MemoryLift): number {
  return net?.value ?? (system === floor ? 0 : -Number.MAX_VALUE)
}
