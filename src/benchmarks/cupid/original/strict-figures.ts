import { estimate, type Estimate } from '../../../stats/estimate.ts'
import type { CaseScore } from '../../../stats/observation.ts'
import type { Counts } from '../arithmetic/counts.ts'
import { precisionRecall } from '../arithmetic/precision-recall.ts'
import type { StageState } from './stage-state.ts'

/** A stage of one instance with the persona that figures are resampled by. */
export interface ClusteredState<T> {
  readonly persona: string
  readonly state: StageState<T>
}

/** Instances by state. */
export interface StateCounts {
  readonly ok: number
  readonly overflow: number
  readonly pending: number
  /** By what failed. */
  readonly failed: Readonly<Record<string, number>>
}

/** Each is null where nothing could be measured; else it has n, an interval over personas, and its method. */
export interface PreferenceMatchFigures {
  readonly precision: Estimate | null
  readonly recall: Estimate | null
  readonly f1: Estimate | null
}

export interface StrictFigures<T> {
  readonly states: StateCounts
  /** Over what was measured. */
  readonly primary: T
  /** Failures count as zero. */
  readonly pessimistic: T
}

/** How many instances are in which state. */
export function countStates(all: readonly ClusteredState<unknown>[]): StateCounts {
  const failed: Record<string, number> = {}
  for (const { state } of all) {
    if (state.kind !== null) failed[state.kind] = (failed[state.kind] ?? 0) + 1
  }
  const count = (status: string) => all.filter(({ state }) => state.status === status).length
  return { ok: count('ok'), overflow: count('overflow'), pending: count('pending'), failed }
}

/** Preference match under the strict rules (spec 2.9, 5.2): precision, recall and F1 are always within 0 and 1. */
export function strictInference(
  all: readonly ClusteredState<Counts>[],
): StrictFigures<PreferenceMatchFigures> {
  const figures = (which: 'primary' | 'pessimistic'): PreferenceMatchFigures => {
    const measured = all.flatMap(({ persona, state }) => {
      const counts = state[which]
      return counts === null ? [] : [{ cluster: persona, ...fractions(counts) }]
    })
    const of = (metric: keyof PreferenceMatchFigures, aggregate: 'ratio' | 'harmonic') =>
      estimate(
        measured.map(({ cluster, ...scores }) => ({ cluster, ...scores[metric] })),
        { aggregate },
      ) ?? null
    return {
      precision: of('precision', 'ratio'),
      recall: of('recall', 'ratio'),
      f1: of('f1', 'harmonic'),
    }
  }
  return {
    states: countStates(all),
    primary: figures('primary'),
    pessimistic: figures('pessimistic'),
  }
}

function fractions(counts: Counts): Record<keyof PreferenceMatchFigures, CaseScore> {
  const precision = { numerator: counts.predicted_matched, denominator: counts.n_predicted }
  const recall = { numerator: counts.true_matched, denominator: counts.n_true }
  const f1 = { numerator: precisionRecall(counts).f1, denominator: 1, parts: [precision, recall] as const }
  return { precision, recall, f1 }
}

/** Mean alignment, 1 to 10; the pessimistic one starts at 0, as failures count as the original code counts them. */
export function strictGeneration(all: readonly ClusteredState<number>[]): StrictFigures<Estimate | null> {
  const mean = (which: 'primary' | 'pessimistic', low: number) => {
    const measured = all.flatMap(({ persona, state }) => {
      const score = state[which]
      return score === null ? [] : [{ cluster: persona, numerator: score, denominator: 1 }]
    })
    return estimate(measured, { aggregate: 'mean', range: [low, 10] }) ?? null
  }
  return { states: countStates(all), primary: mean('primary', 1), pessimistic: mean('pessimistic', 0) }
}
