import type { JsonObject } from '../../../core/json.ts'
import type { Candidate } from '../shapes.ts'

/** A retriever's prediction: the candidates best first, the first one selected. */
export function rankedPrediction(order: readonly Candidate[], reason: string): JsonObject {
  const first = order[0]
  return {
    answer: first?.value ?? '',
    reason,
    selected_memory_id: first?.memory_id ?? '',
    ranking: order.map(({ memory_id: id }) => id),
  }
}
