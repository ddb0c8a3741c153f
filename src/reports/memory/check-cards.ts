import type { MemoryCheckResult, MemoryCheckState } from '../../core/memory-checks.ts'
import type { MemoryCheckCard, MemoryCheckNote } from './memory-report.ts'

/** What the conformance suite said of a memory, from the events of a run. */
export interface MemoryCheckRun {
  readonly memory: string
  readonly version: string
  readonly results: readonly MemoryCheckResult[]
}

/** One card per memory, in the order given; the last run of the suite counts. */
export function checkCards(
  memories: readonly { readonly memory: string; readonly version: string }[],
  runs: readonly MemoryCheckRun[],
): MemoryCheckCard[] {
  const once = [...new Map(memories.map((one) => [one.memory, one])).values()]
  return once.map(({ memory, version }) => {
    const run = runs.findLast((one) => one.memory === memory)
    const results = run?.results ?? []
    const those = (state: MemoryCheckState): MemoryCheckNote[] =>
      results.flatMap(({ check, state: own, detail }) => (own === state ? [{ check, detail }] : []))
    return {
      memory,
      version: run?.version ?? version,
      ran: run !== undefined,
      passed: those('passed').length,
      notApplicable: those('not-applicable').length,
      failed: those('failed'),
      noted: those('noted'),
      notMeasured: those('not-measured'),
    }
  })
}
