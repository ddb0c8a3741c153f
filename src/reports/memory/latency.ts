import { memoryPhases, type MemoryFault, type MemoryLatency } from './memory-report.ts'
import type { StageVisit } from './stage-results.ts'

/** Durations and faults of one memory system's stages. */
export class StageTimes {
  readonly #durations = new Map<string, number[]>()
  readonly #reused = new Map<string, number>()
  readonly #faults = new Map<string, { fault: Omit<MemoryFault, 'cases'>; cases: Set<string> }>()

  add({ reference, duration }: StageVisit): void {
    const { stage, failure, reused, case: id } = reference
    if (failure !== null) {
      const { reason, by } = failure
      const name = JSON.stringify([stage, reason, by])
      const known = this.#faults.get(name) ?? { fault: { stage, reason, by }, cases: new Set() }
      known.cases.add(id)
      this.#faults.set(name, known)
    } else if (reused) {
      this.#reused.set(stage, (this.#reused.get(stage) ?? 0) + 1)
    } else if (duration !== null) {
      const known = this.#durations.get(stage) ?? []
      known.push(duration)
      this.#durations.set(stage, known)
    }
  }

  /** Phases that were run or reused, in the order of a case. */
  latency(): MemoryLatency[] {
    return memoryPhases.flatMap((phase) => {
      const sorted = (this.#durations.get(phase) ?? []).toSorted((a, b) => a - b)
      const reused = this.#reused.get(phase) ?? 0
      if (sorted.length + reused === 0) return []
      return [{ phase, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), n: sorted.length, reused }]
    })
  }

  faults(): MemoryFault[] {
    return [...this.#faults.values()].map(({ fault, cases }) => ({ ...fault, cases: cases.size }))
  }
}

/** Linear between neighbours, as most tools have it; null of nothing. */
export function quantile(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  return low === undefined || high === undefined ? null : low + (high - low) * (place - Math.floor(place))
}
