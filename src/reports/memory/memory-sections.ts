import type { ReadingTable } from '../reading-tables.ts'
import type { TrackReport } from '../report.ts'
import { flowLines } from './flow-plot.ts'
import { FLOW_HEADING } from './memory-lines.ts'
import { checkLines, fairnessLines } from './memory-notes.ts'
import { liftTables, memoryTables } from './memory-tables.ts'
import { PUBLISHED_HEADING, publishedMemoryLines } from './published-memories.ts'

/** A part of what is said of a track's memory systems. */
export type MemorySection =
  | ReadingTable
  | { readonly heading: string; readonly plot: readonly string[] }
  | { readonly heading: string; readonly items: readonly string[] }

/** Cells of the flow where nothing says how wide a page is. */
const PAGE = 100

/** All that is said of a track's memory systems, in order, for pages without a width. */
export function memorySections(track: TrackReport): MemorySection[] {
  const { memory } = track
  if (memory === null) return []
  const options = { decimals: 3, allFigures: true }
  const lists: MemorySection[] = [
    { heading: PUBLISHED_HEADING, items: publishedMemoryLines(memory) },
    { heading: 'fairness sheet', items: fairnessLines(track, memory) },
    { heading: 'conformance checks', items: checkLines(memory) },
  ]
  return [
    ...liftTables(track, memory, options),
    ...(memory.systems.some(({ flow }) => flow !== null)
      ? [{ heading: FLOW_HEADING, plot: flowLines(memory, { width: PAGE }) }]
      : []),
    ...memoryTables(track, memory, options),
    ...lists.filter((list) => 'items' in list && list.items.length > 0),
  ]
}
