import type { Response } from '../../../core/system.ts'
import type { Candidate } from '../shapes.ts'

/** A retriever's answer: the candidates best first, the first one selected. */
export function rankedResponse(order: readonly Candidate[], reason: string): Response {
  const first = order[0]
  return {
    form: 'contract',
    value: {
      answer: first?.value ?? '',
      reason,
      selected_memory_id: first?.memory_id ?? '',
      ranking: order.map(({ memory_id: id }) => id),
    },
  }
}
