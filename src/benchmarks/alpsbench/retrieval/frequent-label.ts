import { z } from 'zod'
import type { Case } from '../../../core/case.ts'
import type { Json } from '../../../core/json.ts'
import { retrievalGoldSchema } from '../shapes.ts'

const fittedSchema = z.object({ label: z.string().nullable() })

/** The label that targets have most often; of equally frequent ones the first by code unit. */
export async function fitFrequentLabel(cases: AsyncIterable<Case>): Promise<Json> {
  const counts = new Map<string, number>()
  for await (const { gold, skip } of cases) {
    const parsed = retrievalGoldSchema.safeParse(gold)
    if (skip !== undefined || !parsed.success) continue
    const { label } = parsed.data.selected_memory
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return { label: first?.[0] ?? null }
}

/** What `fitFrequentLabel` learnt; null when there was nothing to learn from. */
export function fittedLabel(state: Json): string | null {
  return fittedSchema.parse(state).label
}
