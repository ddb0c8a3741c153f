import { readMemoryPurpose } from '../../core/memory-tools.ts'
import type { CallTotals } from '../../core/store.ts'
import type { MemoryCalls } from './memory-report.ts'

/** Sums a run's calls by memory and phase, over all models, in the order of the totals. */
export function memoryCalls(totals: readonly CallTotals[], names: ReadonlySet<string>): MemoryCalls[] {
  const sums = new Map<string, MemoryCalls>()
  for (const { purpose, calls, failed, inputTokens, outputTokens, cost } of totals) {
    const read = readMemoryPurpose(purpose)
    if (read === null || !names.has(read.name)) continue
    const before = sums.get(purpose)
    sums.set(purpose, {
      memory: read.name,
      phase: read.phase,
      calls: (before?.calls ?? 0) + calls,
      failed: (before?.failed ?? 0) + failed,
      // No prompt has 0 tokens: nobody counted them.
      inputTokens: (before?.inputTokens ?? 0) + inputTokens || null,
      outputTokens: (before?.outputTokens ?? 0) + outputTokens || null,
      cost: before?.cost === null || cost === null ? null : (before?.cost ?? 0) + cost,
    })
  }
  return [...sums.values()]
}
