import { UsageError } from '../core/errors.ts'
import { unfairness, type MemorySheet, type Unfairness } from '../core/memory-sheet.ts'
import type { MemorySettings, SystemRecord } from '../core/run.ts'

/** The fairness sheets of a track's memory systems, by id. */
export function sheetsOf(systems: readonly SystemRecord[]): (readonly [string, MemorySheet])[] {
  return systems.flatMap(({ id, memory }) => (memory === undefined ? [] : [[id, memory] as const]))
}

/** One thing in which systems differ, in words. */
export function unfairText({ field, values }: Unfairness): string {
  const parts = values.map(({ value, systems }) => `${value} (${systems.join(', ')})`)
  return `${field.replaceAll('_', ' ')}: ${parts.join(' against ')}`
}

/**
 * Memory systems are compared under equal conditions, or somebody says by name which difference is meant.
 * @throws UsageError naming every difference that is not waived
 */
export function refuseUnfair(
  track: string,
  systems: readonly SystemRecord[],
  waived: MemorySettings['waived'],
): void {
  const open = unfairness(sheetsOf(systems)).filter(({ field }) => !waived.includes(field))
  if (open.length === 0) return
  const names = [...new Set(open.map(({ field }) => field.replaceAll('_', '-')))]
  throw new UsageError(
    `the memory systems on ${track} would not be compared under equal conditions; they differ in ${open.map(unfairText).join('; ')}`,
    `make them equal, or say that the difference is meant: --waive ${names.join(',')}`,
  )
}
