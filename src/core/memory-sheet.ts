import { z } from 'zod'

/**
 * What decides whether a comparison of memory systems is fair, for one system on one track. `null`: does not apply to
 * it (what does not search has no k), so that it differs from nobody.
 */
export const memorySheetSchema = z.object({
  /** As it is called between `memory:` and `+`. */
  memory: z.string(),
  version: z.string(),
  /** Items that a search is asked for. */
  k: z.number().int().positive().nullable(),
  /** Tokens of what the answer model is shown of the memory, at most. */
  budget: z.number().int().positive().nullable(),
  /** How sessions reach it: with their date in a field, in the text, or without. */
  dates: z.enum(['native', 'in-text', 'none']).nullable(),
  /** Seconds that it is given to become ready. */
  wait: z.number().positive().nullable(),
  embedder: z.string().nullable(),
  extraction_model: z.string().nullable(),
  extraction_prompt: z.string().nullable(),
  /** Who answers, or gives labels; null where no model is asked. */
  answer_model: z.string().nullable(),
  answer_prompt: z.string().nullable(),
  /** Under its own prompt in place of the one that all share: shown apart. */
  own_prompt: z.boolean(),
  /** Hosts elsewhere that get what it is told; absent: none. */
  hosts: z.array(z.string()).exactOptional(),
})
export type MemorySheet = z.infer<typeof memorySheetSchema>

/** What must be the same for all, in the order of the sheet. `judge` is the run's, and so always is. */
export const fairnessFields = [
  'k',
  'budget',
  'dates',
  'wait',
  'embedder',
  'extraction_model',
  'extraction_prompt',
  'answer_model',
  'answer_prompt',
  'version',
] as const
export type FairnessField = (typeof fairnessFields)[number]

/** One thing in which memory systems differ. */
export interface Unfairness {
  readonly field: FairnessField
  /** The values with the systems that have them, in the order of the sheet. */
  readonly values: readonly { readonly value: string; readonly systems: readonly string[] }[]
}

/**
 * Where a comparison is not fair. What does not apply to a system is no difference; `version` and
 * `extraction_prompt` are compared among systems of the same name only, since they are what a system is, `answer_prompt` among those that use the shared one.
 * @param sheets by id of the system
 */
export function unfairness(sheets: readonly (readonly [system: string, sheet: MemorySheet])[]): Unfairness[] {
  return fairnessFields.flatMap((field) =>
    groupsFor(field, sheets).flatMap((group) => {
      const values = new Map<string, string[]>()
      for (const [system, sheet] of group) {
        const value = sheet[field]
        if (value !== null) values.set(String(value), [...(values.get(String(value)) ?? []), system])
      }
      return values.size < 2
        ? []
        : [{ field, values: [...values].map(([value, systems]) => ({ value, systems })) }]
    }),
  )
}

/** Among whom a field is compared. */
function groupsFor(
  field: FairnessField,
  sheets: readonly (readonly [string, MemorySheet])[],
): (readonly (readonly [string, MemorySheet])[])[] {
  if (field === 'answer_prompt') return [sheets.filter(([, sheet]) => !sheet.own_prompt)]
  if (field !== 'version' && field !== 'extraction_prompt') return [sheets]
  const names = new Set(sheets.map(([, { memory }]) => memory))
  return [...names].map((name) => sheets.filter(([, { memory }]) => memory === name))
}
