import type { JsonObject } from '../../../core/json.ts'
import type { Candidate } from '../shapes.ts'

/** The prediction of a system that selects one candidate without a model: its text is the answer. */
export function selection(candidate: Candidate | undefined, reason: string): JsonObject {
  return { answer: candidate?.value ?? '', reason, selected_memory_id: candidate?.memory_id ?? '' }
}

/** A retriever's prediction: the candidates best first, the first one selected. */
export function ranked(order: readonly Candidate[], reason: string): JsonObject {
  return { ...selection(order[0], reason), ranking: order.map(({ memory_id: id }) => id) }
}
